/**
 * Pictures with a palette, a third as large as the browser's own: they lie in the repository for good.
 */
import { deflateSync } from "node:zlib";

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  readonly rgba: Uint8Array;
}

/** A range of the list of colours, and how much they vary along the channel in which they vary most. */
interface Box {
  readonly from: number;
  readonly to: number;
  readonly by: number;
  readonly along: number;
}

const COLOURS = 256;
/** Colours that differ only below these bits are one. */
const key = (r: number, g: number, b: number): number => ((r >> 2) << 12) | ((g >> 2) << 6) | (b >> 2);
const channel = (colour: number, index: number): number => (colour >> (12 - 6 * index)) & 63;

/** Chooses the palette by halving, again and again, the box of colours that varies most (median cut). */
function palette(counts: Uint32Array): { colours: number[]; nearest: Uint8Array } {
  const present = [...counts.keys()].filter((colour) => (counts[colour] ?? 0) > 0);
  const box = (from: number, to: number): Box => {
    let best = { from, to, by: -1, along: 0 };
    for (const along of [0, 1, 2]) {
      let [low, high, weight] = [63, 0, 0];
      for (let at = from; at < to; at++) {
        const value = channel(present[at] ?? 0, along);
        low = Math.min(low, value);
        high = Math.max(high, value);
        weight += counts[present[at] ?? 0] ?? 0;
      }
      // A wide box of few pixels matters, but less than one of many.
      const by = (high - low) * Math.cbrt(weight);
      if (high > low && by > best.by) best = { from, to, by, along };
    }
    return best;
  };
  const boxes = [box(0, present.length)];
  while (boxes.length < COLOURS) {
    const widest = boxes.reduce((a, b) => (b.by > a.by ? b : a));
    if (widest.by <= 0) break;
    const { from, to } = widest;
    const part = present.slice(from, to).sort((a, b) => channel(a, widest.along) - channel(b, widest.along));
    part.forEach((colour, index) => (present[from + index] = colour));
    const half = part.reduce((sum, colour) => sum + (counts[colour] ?? 0), 0) / 2;
    let [at, seen] = [from, 0];
    while (at < to - 2 && seen + (counts[present[at] ?? 0] ?? 0) <= half) seen += counts[present[at++] ?? 0] ?? 0;
    boxes.splice(boxes.indexOf(widest), 1, box(from, at + 1), box(at + 1, to));
  }
  const means = boxes.map(({ from, to }) => {
    const sums = [0, 0, 0];
    let weight = 0;
    for (const colour of present.slice(from, to)) {
      const count = counts[colour] ?? 0;
      weight += count;
      for (const along of [0, 1, 2]) sums[along] = (sums[along] ?? 0) + channel(colour, along) * count;
    }
    return sums.map((sum) => sum / weight);
  });
  // A rare colour is often nearer to the mean of another box than to that of its own.
  const nearest = new Uint8Array(1 << 18);
  for (const colour of present) {
    let least = Infinity;
    means.forEach(([r = 0, g = 0, b = 0], index) => {
      const far = (channel(colour, 0) - r) ** 2 + (channel(colour, 1) - g) ** 2 + (channel(colour, 2) - b) ** 2;
      if (far >= least) return;
      least = far;
      nearest[colour] = index;
    });
  }
  return { colours: means.flat().map((mean) => Math.min(255, Math.round(mean * 4 + 1.5))), nearest };
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte;
});

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(~crc >>> 0);
  return Buffer.concat([length, body, check]);
}

/** The picture as a PNG file with at most 256 colours. */
export function encode({ width, height, rgba }: Pixels): Buffer {
  const counts = new Uint32Array(1 << 18);
  const keys = new Uint32Array(width * height);
  for (let at = 0; at < keys.length; at++) {
    const colour = key(rgba[4 * at] ?? 0, rgba[4 * at + 1] ?? 0, rgba[4 * at + 2] ?? 0);
    keys[at] = colour;
    counts[colour] = (counts[colour] ?? 0) + 1;
  }
  const { colours, nearest } = palette(counts);
  // Each row begins with its filter: none, which suits palettes.
  const rows = new Uint8Array((width + 1) * height);
  for (let at = 0; at < keys.length; at++) rows[at + Math.floor(at / width) + 1] = nearest[keys[at] ?? 0] ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(colours)),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
}
