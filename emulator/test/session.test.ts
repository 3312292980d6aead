import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "../src/index.js";
import type { Answer, Refusal } from "../src/index.js";
import { Program, RESULT, SMALL_MATRIX } from "./thumb.js";

const spin = new Program().poke(RESULT, 0xabcd).stop().image();
const image = btoa(String.fromCharCode(...spin));

function answered(answer: Answer | Refusal): Answer {
  assert.ok(answer.ok, answer.ok ? "" : answer.error);
  return answer;
}

test("one request loads, switches on, schedules and runs", () => {
  const session = new Session();
  const answer = answered(
    session.handle({
      id: 7,
      load: { image, board: SMALL_MATRIX, frames: "changed", seed: 3, flash_us: { erase: 50_000 } },
      power: true,
      inputs: [
        { at: 100, contact: "ALOA-BARI", closed: true },
        { at: 150, faults: { name: "ALOA-DUDA", stuck: "closed" } },
        { at: 200, power: false },
        { at: 300, power: true },
      ],
      run_until: 400,
      read: { address: RESULT, length: 4 },
    }),
  );
  assert.equal(answer.id, 7);
  assert.equal(answer.now, 400);
  assert.equal(answer.memory, "cdab0000");
  assert.deepEqual(answer.power.map(({ kind }) => kind), ["power-on", "power-off", "power-on"]);
  assert.equal(answer.crash, null);
  assert.deepEqual(answer.seen, { ALOA: "000000", BARI: "000000", DUDA: "000000" });
  assert.deepEqual(answered(session.handle({ run_for: 10 })).power, []);
});

test("an update leaves the rest of the flash, and wants the power off", () => {
  const files: Record<string, Uint8Array> = { newer: new Program().poke(RESULT, 0x1234).stop().image() };
  const session = new Session((path) => files[path]!);
  const read = { address: RESULT, length: 4 };
  answered(session.handle({ load: { image, board: SMALL_MATRIX }, power: true, run_for: 100 }));
  const refusal = session.handle({ update: "newer" });
  assert.match(refusal.ok ? "accepted" : refusal.error, /the power is on/);
  answered(session.handle({ power: false }));
  const answer = answered(session.handle({ update: "newer", power: true, run_for: 100, read }));
  assert.equal(answer.memory, "34120000");
});

test("a chip from the shop starts nothing until it is given an image", () => {
  const files: Record<string, Uint8Array> = { first: new Program().poke(RESULT, 0x1234).stop().image() };
  const session = new Session((path) => files[path]!);
  const read = { address: RESULT, length: 4 };
  const blank = answered(session.handle({ load: { image, board: SMALL_MATRIX }, erase: true, power: true, run_for: 100 }));
  assert.deepEqual(blank.power.map(({ kind }) => kind), ["power-on", "bootloader"]);
  assert.deepEqual(blank.cycles.awake, 0);
  answered(session.handle({ power: false }));
  const answer = answered(session.handle({ update: "first", power: true, run_for: 100, read }));
  assert.equal(answer.memory, "34120000");
});

test("what cannot be done is refused with a reason, and nothing of it is done", () => {
  const session = new Session();
  const refusal = (request: unknown): string => {
    const answer = session.handle(request);
    return answer.ok ? "accepted" : answer.error;
  };
  assert.match(refusal({ run_until: 5 }), /nothing is loaded/);
  answered(session.handle({ load: { image, board: SMALL_MATRIX } }));
  assert.match(refusal({ run_untill: 5 }), /unknown word "run_untill"/);
  assert.match(refusal({ power: true, contact: "NOWHERE", closed: true }), /no contact is called "NOWHERE"/);
  assert.match(refusal({ at: 5 }), /without anything to do/);
  assert.match(refusal({ faults: [{ kind: "haunted" }] }), /unknown fault "haunted"/);
  assert.deepEqual(answered(session.handle({})).power, []);
});
