import assert from "node:assert/strict";
import { test } from "node:test";
import { Chip } from "../src/index.js";
import { Program, RESULT, SMALL_MATRIX, SMALL_SHIFT, word } from "./thumb.js";

const SIO = 0xd0000000;
const GPIO_IN = SIO + 0x04;
const OUT_SET = SIO + 0x14;
const OUT_CLR = SIO + 0x18;
const OE_SET = SIO + 0x24;
const OE_CLR = SIO + 0x28;
const PAD = 0x4001c004;
const CTRL = 0x40014004;
const WATCHDOG = 0x40058000;

const sioPin = (program: Program, pin: number): Program => program.poke(CTRL + pin * 8, 5);
const delay = (program: Program, loops: number): Program => program.set(5, loops).emit(0x3d01, 0xd1fd); // subs, bne

function boot(program: Program, board = SMALL_MATRIX): Chip {
  const chip = new Chip(board);
  chip.load(program.image());
  chip.power(true);
  return chip;
}

/** Drives the first column and notes what the rows read, for ever. */
function scanFirstColumn(): Program {
  const program = new Program();
  for (const pin of [2, 3]) sioPin(program, pin);
  for (const pin of [4, 5]) program.poke(PAD + pin * 4, 0x46); // input, pull-down
  program.poke(OE_SET, 0b1100).poke(OUT_SET, 0b0100);
  const loop = program.here;
  return program.peek(0, GPIO_IN).store(0, RESULT).jump(loop);
}

test("a closed contact raises its row while its column is high", () => {
  const chip = boot(scanFirstColumn());
  chip.runFor(100);
  assert.equal(word(chip, RESULT) & 0b110000, 0);
  chip.setContact("ALOA-BARI", true);
  chip.setContact("referee", true); // in the other column
  chip.runFor(100);
  assert.equal(word(chip, RESULT) & 0b110000, 0b010000);
  chip.setContact("ALOA-BARI", false);
  chip.runFor(100);
  assert.equal(word(chip, RESULT) & 0b110000, 0);
});

test("faults of contacts show on the pins", () => {
  const chip = boot(scanFirstColumn());
  const rows = (): number => {
    chip.runFor(100);
    return (word(chip, RESULT) >> 4) & 3;
  };
  chip.setFaults([{ kind: "closed", contact: "ALOA-DUDA" }]);
  assert.equal(rows(), 0b10);
  chip.setFaults([{ kind: "open", contact: "ALOA-BARI" }]);
  chip.setContact("ALOA-BARI", true);
  assert.equal(rows(), 0);
  chip.setFaults([{ kind: "swapped", a: "ALOA-BARI", b: "ALOA-DUDA" }]);
  assert.equal(rows(), 0b10);
  chip.setFaults([{ kind: "double", a: "ALOA-BARI", b: "ALOA-DUDA" }]);
  assert.equal(rows(), 0b11);
  chip.setFaults([{ kind: "reversed", contact: "ALOA-BARI" }]);
  assert.equal(rows(), 0);
  chip.setFaults([{ kind: "reversed", contact: "BARI-DUDA" }]);
  assert.equal(rows(), 0b01);
  chip.setContact("BARI-DUDA", true); // drags its row down to the other column, which is low
  assert.equal(rows(), 0);
  chip.setFaults([{ kind: "bridged", contact: "ALOA-BARI" }]);
  chip.setContact("BARI-DUDA", false);
  assert.equal(rows(), 0b01);
  assert.throws(() => chip.setFaults([{ kind: "open", contact: "NOWHERE" }]), /no contact is called "NOWHERE"/);
  const shift = new Chip(SMALL_SHIFT);
  const reversed = { kind: "reversed", contact: "ALOA-BARI" } as const;
  assert.throws(() => shift.setFaults([reversed]), /no diode can be reversed: the board has none/);
});

test("against the diodes, the first row lifts the columns of the contacts that are reversed or bridged", () => {
  const program = new Program();
  for (const pin of [2, 3, 4, 5]) program.poke(PAD + pin * 4, 0x46); // input, pull-down
  sioPin(program, 4).poke(OE_SET, 0b10000).poke(OUT_SET, 0b10000);
  const loop = program.here;
  const chip = boot(program.peek(0, GPIO_IN).store(0, RESULT).jump(loop));
  const pins = (): number => {
    chip.runFor(100);
    return (word(chip, RESULT) >> 2) & 0b1111;
  };
  chip.setContact("ALOA-BARI", true);
  assert.equal(pins(), 0b0100, "a good diode lets nothing through");
  chip.setFaults([{ kind: "bridged", contact: "ALOA-BARI" }]);
  assert.equal(pins(), 0b0101);
  chip.setFaults([{ kind: "reversed", contact: "ALOA-BARI" }]);
  assert.equal(pins(), 0b0101);
  chip.setContact("ALOA-DUDA", true);
  assert.equal(pins(), 0b1101, "the column lifts another row through a good diode");
  chip.setContact("ALOA-DUDA", false);
  chip.setContact("ALOA-BARI", false);
  assert.equal(pins(), 0b0100, "both fall through their pull-downs");
});

test("a wire that nothing drives falls slowly through its pull-down, and at once when its pin pulls", () => {
  for (const [release, isHigh] of [[OE_CLR, true], [OUT_CLR, false]] as const) {
    const program = new Program();
    for (const pin of [2, 3, 4, 5]) program.poke(PAD + pin * 4, 0x46);
    sioPin(program, 2).poke(OE_SET, 0b100).poke(OUT_SET, 0b100).poke(release, 0b100);
    const chip = boot(program.peek(0, GPIO_IN).store(0, RESULT).stop());
    chip.runFor(100);
    assert.equal((word(chip, RESULT) & 0b100) !== 0, isHigh);
  }
});

test("a shift register gives its inputs bit by bit, closed as low", () => {
  const program = new Program();
  for (const pin of [2, 3, 4]) sioPin(program, pin);
  program.poke(PAD + 4 * 4, 0x42).poke(OE_SET, 0b1100).poke(OUT_CLR, 0b1100);
  delay(program, 20).poke(OUT_SET, 0b0100); // end of load
  for (let bit = 0; bit < 8; bit++) {
    delay(program, 20).peek(0, GPIO_IN).store(0, RESULT + bit * 4);
    program.poke(OUT_SET, 0b1000);
    delay(program, 20).poke(OUT_CLR, 0b1000);
  }
  program.stop();
  const chip = new Chip(SMALL_SHIFT);
  chip.load(program.image());
  chip.setContact("ALOA-DUDA", true);
  chip.setButton("referee", true);
  chip.power(true);
  chip.runFor(1000);
  const bits = Array.from({ length: 8 }, (_, bit) => (word(chip, RESULT + bit * 4) >> 4) & 1);
  assert.deepEqual(bits, [1, 0, 1, 1, 1, 1, 1, 0]);
  assert.equal(chip.shortPulses, 0);
});

test("the boot ROM is found through its table", () => {
  const program = new Program().findRom("P3").emit(0x0004).set(0, 0xf0f00001).call().store(0, RESULT).stop();
  const chip = boot(program);
  chip.runFor(100);
  assert.equal(word(chip, RESULT), 9);
});

test("a panic is reported with its place and registers", () => {
  const program = new Program().set(1, 0xc0ffee);
  const place = program.here;
  const chip = boot(program.emit(0xde00));
  chip.runFor(1_000_000); // the handler's endless loop costs nothing
  assert.equal(chip.crashes.length, 1);
  const [crash] = chip.crashes;
  assert.equal(crash?.kind, "udf");
  assert.equal(crash?.pc, place);
  assert.equal(crash?.registers[1], 0xc0ffee);
});

test("an address that nothing answers is a bus fault", () => {
  const chip = boot(new Program().peek(0, 0x60000000).stop());
  chip.runFor(100);
  assert.equal(chip.crashes[0]?.kind, "bus-fault");
});

test("a flash routine called from flash is reported", () => {
  const program = new Program().findRom("RE").emit(0x0004).set(0, 0x1000).set(1, 0x1000).call().stop();
  const chip = boot(program);
  chip.runFor(100);
  assert.equal(chip.crashes[0]?.kind, "flash-misuse");
});

/** Erases the sector at 0x1000 by a routine in RAM, with interrupts off. */
function eraseFromRam(): Program {
  const program = new Program().findRom("RE").emit(0x0004, 0xb672); // movs r4, r0; cpsid i
  program.poke(0x20000200, 0x47a0_b500).poke(0x20000204, 0xbd00); // push {lr}; blx r4; pop {pc}
  return program.set(0, 0x1000).set(1, 0x1000).set(5, 0x20000201).emit(0x47a8).poke(RESULT, 1).stop();
}

test("an erase takes its time with the core stalled", () => {
  const chip = boot(eraseFromRam());
  chip.flash.memory[0x1000] = 0x12;
  chip.runUntil(59_000);
  assert.notEqual(word(chip, RESULT), 1);
  assert.equal(chip.flash.memory[0x1000], 0x12);
  chip.runUntil(61_000);
  assert.equal(word(chip, RESULT), 1);
  assert.equal(chip.flash.memory[0x1000], 0xff);
  assert.equal(chip.flashOperations.length, 1);
  assert.deepEqual(chip.crashes, []);
});

test("a power cut leaves an erase half done, the same way every time", () => {
  const cut = (share: number): string => {
    const chip = boot(eraseFromRam());
    chip.flash.memory.fill(0x5a, 0x1000, 0x2000);
    chip.cutDuringFlash({ after: 0, share });
    chip.runFor(100_000);
    assert.equal(chip.powerEvents.at(-1)?.kind, "power-off");
    assert.equal(chip.flashOperations[0]?.cut, share);
    return chip.flash.memory.subarray(0x1000, 0x2000).join();
  };
  assert.equal(cut(0.5), cut(0.5));
  assert.notEqual(cut(0.5), cut(0.9));
  assert.notEqual(cut(0.5), "255,".repeat(4095) + "255");
});

test("the watchdog reboots, keeping RAM and scratch registers; a power cut keeps neither", () => {
  const program = new Program().peek(0, WATCHDOG + 0x0c).store(0, RESULT); // scratch 0
  program.peek(1, WATCHDOG + 0x08).store(1, RESULT + 4); // reason
  program.peek(2, RESULT + 8).store(2, RESULT + 12); // what RAM held
  program.poke(RESULT + 8, 0x77).poke(WATCHDOG + 0x0c, 0x1234);
  program.poke(WATCHDOG + 0x04, 20_000).poke(WATCHDOG, 2 ** 30).stop(); // 10 ms: it counts twice a microsecond
  const chip = boot(program);
  chip.runUntil(5_000);
  assert.equal(word(chip, RESULT), 0);
  chip.runUntil(15_000);
  assert.deepEqual(chip.powerEvents.map((event) => event.kind), ["power-on", "watchdog"]);
  assert.equal(word(chip, RESULT), 0x1234);
  assert.equal(word(chip, RESULT + 4), 1);
  assert.equal(word(chip, RESULT + 12), 0x77);
  chip.power(false);
  chip.power(true);
  chip.runFor(100);
  assert.equal(word(chip, RESULT), 0);
  assert.notEqual(word(chip, RESULT + 12), 0x77);
});

test("a sleeping core wakes at its alarm, to the microsecond", () => {
  const timer = 0x40054000;
  const program = new Program().poke(timer + 0x38, 1).poke(0xe000e100, 1); // alarm 0 may interrupt
  program.emit(0xb672).poke(timer + 0x10, 500_000).emit(0xbf30); // cpsid i; arm; wfi
  program.peek(0, timer + 0x28).store(0, RESULT).stop();
  const chip = boot(program);
  chip.runUntil(499_999);
  const asleep = chip.cycles;
  chip.runUntil(500_010);
  assert.ok(asleep.awake < 500, `${asleep.awake} cycles awake`);
  assert.equal(word(chip, RESULT), 500_000);
});

test("the same script gives the same trace", () => {
  const run = (): unknown => {
    const chip = boot(scanFirstColumn());
    chip.at(33.3, () => chip.setContact("ALOA-BARI", true));
    chip.at(70, () => chip.power(false));
    chip.at(80, () => chip.power(true));
    chip.runUntil(200);
    return { cycles: chip.cycles, events: chip.powerEvents, now: chip.now, result: word(chip, RESULT) };
  };
  assert.deepEqual(run(), run());
});

test("reset_to_usb_boot leaves the chip in its bootloader", () => {
  const chip = boot(new Program().findRom("UB").emit(0x0004).call().stop());
  let calls = 0;
  chip.onBootloader = () => calls++;
  chip.runFor(1000);
  assert.equal(calls, 1);
  assert.equal(chip.powerEvents.at(-1)?.kind, "bootloader");
});
