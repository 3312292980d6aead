import assert from "node:assert/strict";
import { test } from "node:test";
import { readBoard } from "../src/board.js";
import { ChipClock, SimClock, type Alarm } from "../src/clock.js";
import { Flash } from "../src/flash.js";
import { readImage } from "../src/image.js";
import { Lights } from "../src/lights.js";
import { frameFaults, Ws2812Decoder, type Frame } from "../src/ws2812.js";
import { SMALL_MATRIX, SMALL_SHIFT } from "./thumb.js";

test("alarms fire in order of time, then of arming, and go with their chip", () => {
  const clock = new SimClock();
  const chip = new ChipClock(clock);
  const seen: string[] = [];
  const note = (name: string, from: SimClock | ChipClock) => from.createAlarm(() => seen.push(`${name}@${clock.nanos}`));
  note("late", clock).schedule(20);
  note("first", clock).schedule(10);
  note("second", clock).schedule(10);
  note("gone", chip).schedule(15);
  chip.dispose();
  clock.advanceTo(30);
  assert.deepEqual(seen, ["first@10", "second@10", "late@20"]);
  assert.equal(clock.nanos, 30);
  assert.equal(clock.nextAt, Infinity);
});

test("boards are checked when they are read", () => {
  for (const board of [SMALL_MATRIX, SMALL_SHIFT]) {
    assert.deepEqual(readBoard(JSON.parse(JSON.stringify(board))), board);
  }
  const broken = (change: object): unknown => ({ ...SMALL_MATRIX, ...change });
  assert.throws(() => readBoard(broken({ lights: { pin: 30, order: [] } })), /lights\.pin must be a whole number/);
  assert.throws(() => readBoard(broken({ lights: { pin: 2, order: [] } })), /GPIO 2 is used twice/);
  assert.throws(() => readBoard(broken({ wiring: { kind: "wireless" } })), /"matrix" or "shift"/);
});

test("programming only clears bits, erasing sets them, each when it ends", () => {
  const flash = new Flash(8192, { pageProgramUs: 700, sectorEraseUs: 60_000 }, 1);
  const data = new Uint8Array(512).fill(0x0f);
  flash.memory[0] = 0xf0;
  flash.program(0, data, 100);
  assert.equal(flash.busyUntil, 800);
  assert.equal(flash.memory[0], 0xf0);
  flash.finishOne();
  assert.equal(flash.memory[0], 0x00);
  assert.equal(flash.memory[1], 0x0f);
  assert.equal(flash.memory[256], 0xff);
  assert.equal(flash.busyUntil, 1500);
  flash.finishOne();
  assert.equal(flash.busy, false);
  flash.erase(0, 4096, 2000);
  flash.finishOne();
  assert.equal(flash.memory[0], 0xff);
  assert.throws(() => flash.erase(100, 4096, 0), /4096 byte units/);
});

test("a program cut short has cleared some of its bits and no others", () => {
  const flash = new Flash(4096, { pageProgramUs: 700, sectorEraseUs: 60_000 }, 7);
  flash.program(0, new Uint8Array(256).fill(0x3c), 0);
  flash.cutPower(350);
  let cleared = 0;
  for (const byte of flash.memory.subarray(0, 256)) {
    assert.equal(byte & 0x3c, 0x3c);
    for (let bit = 1; bit < 256; bit <<= 1) if (!(byte & bit)) cleared++;
  }
  assert.ok(cleared > 350 && cleared < 670, `${cleared} of 1024 bits`);
  assert.equal(flash.busy, false);
});

test("an image erases the sectors that it touches and leaves the others", () => {
  const flash = new Flash(12_288, { pageProgramUs: 700, sectorEraseUs: 60_000 }, 1);
  flash.memory.fill(0x11);
  flash.load({ sections: [{ address: 0x10000ffe, bytes: new Uint8Array([1, 2, 3]) }], symbols: [] });
  assert.deepEqual([...flash.memory.subarray(4092, 4100)], [0xff, 0xff, 1, 2, 3, 0xff, 0xff, 0xff]);
  assert.deepEqual([...new Set(flash.memory.subarray(0, 4092))], [0xff]);
  assert.deepEqual([...new Set(flash.memory.subarray(8192))], [0x11]);
  assert.throws(() => flash.load({ sections: [{ address: 0x10002fff, bytes: new Uint8Array(2) }], symbols: [] }));
});

test("UF2 blocks go to their addresses", () => {
  const block = new Uint8Array(512);
  const view = new DataView(block.buffer);
  const words: [number, number][] = [[0, 0x0a324655], [4, 0x9e5d5157], [12, 0x10000100], [16, 256], [508, 0x0ab16f30]];
  for (const [at, value] of words) view.setUint32(at, value, true);
  const [section] = readImage(block).sections;
  assert.equal(section?.address, 0x10000100);
  assert.equal(section?.bytes.length, 256);
  view.setUint32(508, 0, true);
  assert.throws(() => readImage(block), /block 0 is damaged/);
});

/** Sends bits with the given widths and lets the frame latch. */
function transmit(clock: SimClock, decoder: Ws2812Decoder, bits: string): void {
  for (const bit of bits) {
    decoder.change(true);
    clock.advanceTo(clock.nanos + (bit === "1" ? 875 : 250));
    decoder.change(false);
    clock.advanceTo(clock.nanos + (bit === "1" ? 375 : 1000));
  }
  clock.advanceTo(clock.nanos + 300_000);
}

test("a frame is decoded from its waveform, with its pulse widths and the gap before it", () => {
  const clock = new SimClock();
  const frames: Frame[] = [];
  const decoder = new Ws2812Decoder(clock, () => 42, (frame) => frames.push(frame));
  clock.advanceTo(1000);
  transmit(clock, decoder, "11111111" + "00000000" + "00000001"); // green, red, blue
  transmit(clock, decoder, "0".repeat(30));
  assert.equal(frames.length, 2);
  assert.deepEqual(frames[0]?.wire, [[0, 255, 1]]);
  assert.deepEqual(frames[0]?.pulses.t1h, { min: 875, max: 875 });
  assert.deepEqual(frames[0]?.pulses.t0l, { min: 1000, max: 1000 });
  assert.equal(frames[0]?.at, 1);
  assert.equal(frames[0]?.gap, null);
  assert.equal(frames[1]?.gap, 300.375);
  assert.equal(frames[1]?.bits, 30);
});

test("a frame ends at whatever fraction of a nanosecond its last edge was", () => {
  /** Would rather fail than wait for ever for the same moment. */
  class ShortClock extends SimClock {
    armed = 0;
    override insert(alarm: Alarm): void {
      assert.ok(++this.armed <= 3, `armed again and again for ${alarm.at} ns`);
      super.insert(alarm);
    }
  }
  // Beyond a power of two a number has one binary place less: what is added to an edge before it is rounded.
  const power = 2 ** 29;
  for (let nanos = power - 40_000; nanos < power - 39_990; nanos += 1 / 39) {
    const clock = new ShortClock();
    clock.advanceTo(nanos);
    let frames = 0;
    transmit(clock, new Ws2812Decoder(clock, () => 0, () => frames++), "10");
    assert.equal(frames, 1);
  }
});

test("what the data sheet forbids is found in a frame", () => {
  const good = { at: 0, latched: 0, cycle: 0, wire: [], bits: 48, gap: 280 };
  const pulses = { t0h: { min: 220, max: 380 }, t1h: { min: 580, max: 1000 } };
  assert.deepEqual(frameFaults({ ...good, pulses }, 2), []);
  assert.deepEqual(frameFaults({ ...good, pulses: {}, gap: null }, 2), []);
  const bad = { ...pulses, t0h: { min: 219, max: 300 }, t1h: { min: 600, max: 1001 } };
  assert.deepEqual(frameFaults({ ...good, pulses: bad, gap: 279, bits: 47 }, 2), [
    "T0H of 219 to 300 ns, not 220 to 380",
    "T1H of 600 to 1001 ns, not 580 to 1000",
    "a gap of 279.0 µs before it, not 280",
    "47 bits for 2 lights",
  ]);
});

test("faults of the chain move, darken and reorder lamps", () => {
  const red = [255, 0, 0] as const;
  const green = [0, 255, 0] as const;
  const blue = [0, 0, 255] as const;
  const frame = { wire: [red, green, blue] } as unknown as Frame;
  const seen = (...faults: Parameters<Lights["setFaults"]>[0]): unknown => {
    const lights = new Lights(["ALOA", "BARI", "DUDA"]);
    lights.setFaults(faults);
    lights.show(frame);
    return lights.seen();
  };
  const dark = [0, 0, 0];
  assert.deepEqual(seen(), { ALOA: red, BARI: green, DUDA: blue });
  assert.deepEqual(seen({ kind: "missing-light", light: "BARI" }), { ALOA: red, BARI: dark, DUDA: green });
  assert.deepEqual(seen({ kind: "dead-light", light: "BARI" }), { ALOA: red, BARI: dark, DUDA: dark });
  const order = ["DUDA", "ALOA", "BARI"];
  assert.deepEqual(seen({ kind: "light-order", order }), { DUDA: red, ALOA: green, BARI: blue });
});

test("a fault that comes while lamps shine rewires the frame that was last sent", () => {
  const red = [255, 0, 0] as const;
  const green = [0, 255, 0] as const;
  const blue = [0, 0, 255] as const;
  const dark = [0, 0, 0];
  const lights = new Lights(["ALOA", "BARI", "DUDA"]);
  lights.show({ wire: [red, green, blue] } as unknown as Frame);
  lights.setFaults([{ kind: "dead-light", light: "BARI" }]);
  assert.deepEqual(lights.seen(), { ALOA: red, BARI: dark, DUDA: dark });
  lights.setFaults([{ kind: "missing-light", light: "ALOA" }]);
  assert.deepEqual(lights.seen(), { ALOA: dark, BARI: red, DUDA: green });
  lights.setFaults([{ kind: "light-order", order: ["DUDA", "ALOA", "BARI"] }]);
  assert.deepEqual(lights.seen(), { ALOA: green, BARI: blue, DUDA: red });
  lights.setFaults([]);
  assert.deepEqual(lights.seen(), { ALOA: red, BARI: green, DUDA: blue });
  // Lights beyond the end of a frame keep what they had of the one before.
  lights.show({ wire: [blue] } as unknown as Frame);
  assert.deepEqual(lights.seen(), { ALOA: blue, BARI: green, DUDA: blue });
  lights.darken();
  lights.setFaults([{ kind: "missing-light", light: "ALOA" }]);
  assert.deepEqual(lights.seen(), { ALOA: dark, BARI: dark, DUDA: dark });
});
