import { LEVELS, type GrownCoast, type GrownTree, type Level } from "./drawing.js";
import { DEPTH, LINES, PLACES, WIDTH, type Island, type Point } from "./map.js";

/**
 * Coastlines of our own, grown from the printed board's geometry when the page is built: it takes a good part of a
 * second, and a page that is opened has better things to do. `drawing.ts` is the browser's side of it.
 *
 * An island is what lies near the ways from its lamp to the ends of its dotted lines: each way is a tapered limb, the
 * limbs flow into one another, a slow noise roughens the shore, and a channel is kept free between neighbours.
 */

interface Limb {
  readonly a: Point;
  readonly b: Point;
  readonly ra: number;
  readonly rb: number;
}

const STEP = 4;
const CHANNEL = 13;
const BLEND = 15;
/** How far round an island its field is known, and the value beyond. */
const MARGIN = 75;
const FAR = 1000;

/** Where a line's end lies, drawn back so that the shore and not the spine meets the first dot. */
const root = (end: Point, away: Point, by: number): Point => {
  const length = Math.hypot(end.x - away.x, end.y - away.y);
  return { x: end.x + ((end.x - away.x) / length) * by, y: end.y + ((end.y - away.y) / length) * by };
};

function limbsOf(name: Island, light: Point): Limb[] {
  const roots: Point[] = [];
  for (const { ends, from, to } of LINES) {
    if (ends[0] === name) roots.push(root(from, to, 15));
    if (ends[1] === name) roots.push(root(to, from, 15));
  }
  const limbs = roots.map((b): Limb => {
    const length = Math.hypot(b.x - light.x, b.y - light.y);
    return { a: light, b, ra: 23, rb: Math.max(10, 17 - length / 45) };
  });
  // Neighbouring ends round the lamp are joined, or an island with far-off ends would be a starfish.
  const around = [...roots].sort(
    (p, q) => Math.atan2(p.y - light.y, p.x - light.x) - Math.atan2(q.y - light.y, q.x - light.x),
  );
  around.forEach((p, index) => {
    const q = around[(index + 1) % around.length];
    if (q === undefined || q === p) return;
    const turn =
      (Math.atan2(q.y - light.y, q.x - light.x) - Math.atan2(p.y - light.y, p.x - light.x) + 2 * Math.PI) % (2 * Math.PI);
    if (turn > 2.1) return;
    const inward = (end: Point): Point => ({ x: light.x + (end.x - light.x) * 0.62, y: light.y + (end.y - light.y) * 0.62 });
    limbs.push({ a: inward(p), b: inward(q), ra: 11, rb: 11 });
  });
  return limbs;
}

const toLimb = ({ a, b, ra, rb }: Limb, x: number, y: number): number => {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const along = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  const [ox, oy] = [x - a.x - dx * along, y - a.y - dy * along];
  // Not `Math.hypot`, which is several times slower, and this runs some hundred thousand times.
  return Math.sqrt(ox * ox + oy * oy) - (ra + (rb - ra) * along);
};

const blend = (a: number, b: number): number => {
  const near = Math.max(0, BLEND - Math.abs(a - b)) / BLEND;
  return Math.min(a, b) - (near * near * BLEND) / 4;
};

/** A slow, smooth roughness, the same everywhere it is asked for. */
const rough = (x: number, y: number): number =>
  2.2 * Math.sin(x * 0.061 + 1.7 * Math.sin(y * 0.043)) +
  1.8 * Math.sin(y * 0.073 + 1.3 * Math.sin(x * 0.057 + 2)) +
  1.1 * Math.sin((x + y) * 0.13 + 0.6);

/** How far an island is, one by one, near its limbs; far from them it does not matter how far. */
function rawField(limbs: readonly Limb[], columns: number, rows: number): Float32Array {
  const values = new Float32Array(columns * rows).fill(FAR);
  const xs = limbs.flatMap(({ a, b }) => [a.x, b.x]);
  const ys = limbs.flatMap(({ a, b }) => [a.y, b.y]);
  const first = (lows: number[]): number => Math.max(0, Math.floor((Math.min(...lows) - MARGIN) / STEP));
  const last = (highs: number[], most: number): number => Math.min(most, Math.ceil((Math.max(...highs) + MARGIN) / STEP));
  for (let row = first(ys); row < last(ys, rows); row++) {
    for (let column = first(xs); column < last(xs, columns); column++) {
      const x = column * STEP;
      const y = row * STEP;
      let value = FAR;
      for (const limb of limbs) value = blend(value, toLimb(limb, x, y));
      values[row * columns + column] = value + rough(x, y);
    }
  }
  return values;
}

/** The signed distance field of one island, sampled on a grid. */
class Field {
  private constructor(
    private readonly columns: number,
    private readonly rows: number,
    private readonly values: Float32Array,
  ) {}

  static all(): ReadonlyMap<Island, Field> {
    const columns = Math.ceil(WIDTH / STEP) + 1;
    const rows = Math.ceil(DEPTH / STEP) + 1;
    const size = columns * rows;
    // The nearest shore of any island and of any other, at each point.
    const least = new Float32Array(size).fill(FAR);
    const second = new Float32Array(size).fill(FAR);
    const raw = PLACES.map(({ name, light }) => {
      const values = rawField(limbsOf(name, light), columns, rows);
      for (let at = 0; at < size; at++) {
        const value = values[at] ?? FAR;
        if (value < (least[at] ?? FAR)) {
          second[at] = least[at] ?? FAR;
          least[at] = value;
        } else if (value < (second[at] ?? FAR)) second[at] = value;
      }
      return { name, values };
    });
    const fields = new Map<Island, Field>();
    for (const { name, values } of raw) {
      for (let at = 0; at < size; at++) {
        const value = values[at] ?? FAR;
        if (value === FAR) continue;
        const other = value === least[at] ? (second[at] ?? FAR) : (least[at] ?? FAR);
        // Half the way to the neighbour, less half the channel, is as far as the shore may go.
        values[at] = Math.max(value, (value - other + CHANNEL) / 2);
      }
      fields.set(name, new Field(columns, rows, values));
    }
    return fields;
  }

  value(column: number, row: number): number {
    return this.values[row * this.columns + column] ?? FAR;
  }

  /** How deep inland a point lies; negative on land. */
  at({ x, y }: Point): number {
    return this.value(Math.round(x / STEP), Math.round(y / STEP));
  }

  /** The closed curves along which the field has this value. */
  contour(level: Level): Point[][] {
    const next = new Map<string, { to: string; point: Point }>();
    const { columns, values } = this;
    for (let row = 0; row + 1 < this.rows; row++) {
      for (let column = 0; column + 1 < columns; column++) {
        const at = row * columns + column;
        const isLand = (values[at] ?? 0) < level;
        // Most cells are all sea or all land; skipping them here makes the drawing an order of magnitude faster.
        if (
          (values[at + 1] ?? 0) < level === isLand &&
          (values[at + columns] ?? 0) < level === isLand &&
          (values[at + columns + 1] ?? 0) < level === isLand
        ) continue;
        for (const [from, to] of this.crossings(column, row, level)) {
          next.set(from.key, { to: to.key, point: from.point });
        }
      }
    }
    const curves: Point[][] = [];
    for (;;) {
      const first = next.keys().next();
      if (first.done === true) return curves.sort((a, b) => b.length - a.length);
      const curve: Point[] = [];
      let key = first.value;
      for (let segment = next.get(key); segment !== undefined; segment = next.get(key)) {
        next.delete(key);
        curve.push(segment.point);
        key = segment.to;
      }
      curves.push(curve);
    }
  }

  /** The pieces of the contour inside one cell, with the land on their right. */
  private crossings(column: number, row: number, level: Level): [Crossing, Crossing][] {
    const corners = [
      { x: column, y: row }, { x: column + 1, y: row }, { x: column + 1, y: row + 1 }, { x: column, y: row + 1 },
    ];
    const entries: Crossing[] = [];
    const exits: Crossing[] = [];
    corners.forEach((a, side) => {
      const b = corners[(side + 1) % 4] ?? a;
      const va = this.value(a.x, a.y) - level;
      const vb = this.value(b.x, b.y) - level;
      if (va < 0 === vb < 0) return;
      const share = va / (va - vb);
      const point = { x: (a.x + (b.x - a.x) * share) * STEP, y: (a.y + (b.y - a.y) * share) * STEP };
      const key = `${a.x + b.x},${a.y + b.y}`;
      (va < 0 ? exits : entries).push({ key, point });
    });
    return exits.map((exit, index) => [exit, entries[index] ?? exit] as [Crossing, Crossing]);
  }
}

interface Crossing {
  readonly key: string;
  readonly point: Point;
}

/** In tenths, as differences but for the first point: short numbers make a light page. */
function packed(points: readonly Point[]): number[] {
  let [x, y] = [0, 0];
  return points.flatMap((point) => {
    const tenths = [Math.round(point.x * 10), Math.round(point.y * 10)] as const;
    const step = [tenths[0] - x, tenths[1] - y];
    [x, y] = tenths;
    return step;
  });
}

/** The curves of a contour, every other point of each: the smoothing needs no more. */
const shores = (field: Field, level: Level): number[][] =>
  field.contour(level).map((curve) => packed(curve.filter((_, index) => index % 2 === 0))).filter((curve) => curve.length >= 8);

/** A small generator, so that the woods are the same on every visit. */
const seeded = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 0x100000000;
};

/** The name's half width and half height. */
const NAME = { x: 25, y: 7 } as const;

/** The spot for the name: near the lamp but not under it, and as far inland as the island allows. */
function labelSpot(field: Field, light: Point): Point {
  let best = { x: light.x, y: light.y + 26 };
  let bestWorth = -Infinity;
  for (let dy = -46; dy <= 46; dy += 2) {
    for (let dx = -70; dx <= 70; dx += 2) {
      if (Math.abs(dx) < NAME.x + 13 && Math.abs(dy) < NAME.y + 13) continue;
      const x = light.x + dx;
      const y = light.y + dy;
      let inland = Infinity;
      for (const sx of [-1, -0.5, 0, 0.5, 1]) {
        for (const sy of [-1, 1]) inland = Math.min(inland, -field.at({ x: x + sx * NAME.x, y: y + sy * NAME.y }));
      }
      const worth = Math.min(inland, 5) - Math.hypot(dx, dy) / 14;
      if (worth <= bestWorth) continue;
      bestWorth = worth;
      best = { x, y };
    }
  }
  return best;
}

interface Tree {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly shade: number;
}

function woods(field: Field, light: Point, label: Point, seed: number): GrownTree[] {
  const random = seeded(seed);
  const trees: Tree[] = [];
  for (let attempt = 0; attempt < 5200 && trees.length < 150; attempt++) {
    const x = light.x + (random() - 0.5) * 330;
    const y = light.y + (random() - 0.5) * 330;
    if (x < 0 || y < 0 || x > WIDTH || y > DEPTH) continue;
    const inland = -field.at({ x, y });
    const r = 2.2 + random() * 3;
    if (inland < 6 + r || Math.hypot(x - light.x, y - light.y) < 17) continue;
    if (Math.abs(x - label.x) < NAME.x + r && Math.abs(y - label.y) < NAME.y + 1 + r) continue;
    if (trees.some((tree) => Math.hypot(tree.x - x, tree.y - y) < (tree.r + r) * 0.82)) continue;
    trees.push({ x, y, r, shade: random() < 0.34 ? 0 : random() < 0.55 ? 1 : 2 });
  }
  const tenths = (value: number): number => Math.round(value * 10);
  return trees.map(({ x, y, r, shade }) => [tenths(x), tenths(y), tenths(r), shade]);
}

/** Every island's coast, as the page will unpack it. */
export function growCoasts(): GrownCoast[] {
  const fields = Field.all();
  return PLACES.map(({ name, light }, index) => {
    const field = fields.get(name);
    if (field === undefined) throw new Error(`map: ${name} has no coast`);
    const label = labelSpot(field, light);
    return {
      name,
      label: [label.x, label.y],
      shores: LEVELS.map((level) => shores(field, level)),
      trees: woods(field, light, label, index + 7),
    };
  });
}
