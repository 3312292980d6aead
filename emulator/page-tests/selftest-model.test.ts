import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { askedBy } from "../page/src/self-test/asked.js";
import { Bench } from "../page/src/self-test/bench.js";
import { reportJson, reportText } from "../page/src/self-test/export.js";
import type { Part } from "../page/src/self-test/messages.js";
import { Session } from "../page/src/session.js";
import { WORDS } from "../page/src/words.js";

const sessions: Session[] = [];

// An open link asks for the state again and again, which would keep the process alive.
afterEach(() => {
  for (const session of sessions.splice(0)) session.onClosed();
});

/** A session with a board that says what the test tells it to, and what was sent to that board. */
function conversation(): { session: Session; sent: string[]; say: (...messages: object[]) => void } {
  const sent: string[] = [];
  const session = new Session("en");
  session.attach({ send: (line) => void sent.push(line), hands: null, dispose: () => {} });
  session.onOpen();
  sessions.push(session);
  return { session, sent, say: (...messages) => messages.forEach((message) => session.onLine(JSON.stringify(message))) };
}

/** Lets answers that have come reach whoever waits for them. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const step = (name: string, rest: object = {}): object => ({ event: "selftest", step: name, ...rest, message: name });
const line = (connection: string): object => step("line", { connection, again: false });
const good = (connection: string): object => ({ event: "selftest-good", connection, message: `${connection} is good` });
const RESULT = step("result", { offers: false, agreed: { white: false, black: false } });
const NONE = { selftest: "none", message: "no self-test was made" };
const REPORT = { passed: false, complete: true, faults: 1, learnt: false, message: "one fault was found" };
const DEAD = { fault: "dead", connection: "ALOA-DUDA", message: "ALOA-DUDA never closes" };

const MISPLACED = { fault: "misplaced", lamp: "ALOA", with_lamp: "turn white", message: "the lamps of ALOA and white are in each other's place" };

const lineOf = (name: Extract<Part, { kind: "line" }>["name"]): Part => ({ kind: "line", name });

test("A test that the page joins late counts what is behind it, and says that it has not heard all", () => {
  const { session, say } = conversation();
  say(line("ALOA-HUNA"));
  const { selfTest } = session;
  assert.equal(selfTest.phase, "running");
  assert.ok(selfTest.hasGaps);
  assert.equal(selfTest.verdict(lineOf("ALOA-BARI")), "unseen");
  assert.equal(selfTest.verdict(lineOf("ALOA-HUNA")), null);
  assert.deepEqual(selfTest.progress("line"), { tested: 2, faults: 0, of: 27 });
  assert.deepEqual(selfTest.progress("lamp"), { tested: 12, faults: 0, of: 12 });
});

test("After a lost link the test goes on where the board is, with what was found before", async () => {
  const { session, sent, say } = conversation();
  say(step("referee"), good("ALOA-BARI"), line("ALOA-DUDA"));
  session.onClosed();
  const { selfTest } = session;
  assert.ok(selfTest.isAway);
  session.onOpen();
  say(line("BARI-COCO"));
  await settle();
  assert.equal(sent.at(-1), "selftest");
  say(NONE);
  await settle();
  assert.equal(selfTest.phase, "running");
  assert.equal(selfTest.verdict(lineOf("ALOA-BARI")), "good");
  assert.equal(selfTest.verdict(lineOf("ALOA-DUDA")), "unseen");
  assert.ok(selfTest.hasGaps);
});

test("A board that comes back and answers without a step is not testing any more", async () => {
  const { session, say } = conversation();
  say(step("referee"), line("ALOA-BARI"));
  session.onClosed();
  session.onOpen();
  await settle();
  say({ selftest: "fault", ...DEAD }, { selftest: "report", ...REPORT });
  await settle();
  assert.equal(session.selfTest.phase, "broken");
  assert.equal(session.selfTest.report.kind, "made");
});

test("A board that comes back with the first step of a test has begun another", () => {
  const { session, say } = conversation();
  say(step("referee"), good("ALOA-BARI"), line("ALOA-DUDA"));
  session.onClosed();
  session.onOpen();
  say(step("release"));
  assert.equal(session.selfTest.verdict(lineOf("ALOA-BARI")), null);
  assert.ok(!session.selfTest.hasGaps);
});

test("Lines that were lost are told of, and a game that goes on shows that the end was among them", () => {
  const { session, say } = conversation();
  say(step("referee"), line("ALOA-BARI"));
  say(RESULT, { event: "lost", lines: 3, message: "lines were lost" });
  const { selfTest } = session;
  assert.ok(selfTest.hasGaps);
  assert.ok(selfTest.findings.some(({ text }) => text === "lines were lost"));
  say({ event: "asks", asks: null });
  assert.equal(selfTest.phase, "over");
  assert.equal(selfTest.ended, null);
});

test("Where a test cannot begin, the board's own sentence says why", async () => {
  const { session, sent, say } = conversation();
  const starting = session.startSelfTest("no answer");
  assert.equal(sent.at(-1), "selftest start");
  assert.equal(session.selfTest.phase, "asked");
  say({ error: "not-allowed", message: "a self-test cannot begin now" });
  await starting;
  assert.equal(session.selfTest.phase, "idle");
  assert.equal(session.selfTest.refusal, "a self-test cannot begin now");
});

test("A report of which a line was lost is none, and two that ask at once each get a whole one", async () => {
  const { session, sent, say } = conversation();
  const both = Promise.all([session.readReport(), session.readReport()]);
  await settle();
  assert.equal(sent.filter((line) => line === "selftest").length, 1);
  say({ selftest: "report", ...REPORT });
  await settle();
  assert.deepEqual(session.selfTest.report, { kind: "unknown" });
  say({ selftest: "fault", ...DEAD }, { selftest: "report", ...REPORT });
  await both;
  const { report } = session.selfTest;
  assert.ok(report.kind === "made");
  assert.deepEqual(report.faults.map(({ fault, part }) => `${fault} ${part.name}`), ["dead ALOA-DUDA"]);
  assert.equal(session.selfTest.verdict(lineOf("ALOA-DUDA")), "fault");
  assert.equal(session.selfTest.verdict(lineOf("ALOA-BARI")), "good");
});

test("A step that only a newer board has is shown by its sentence", () => {
  const { session, say } = conversation();
  say(step("hum", { tune: 3 }));
  assert.deepEqual(session.selfTest.step, { step: "unknown", message: "hum" });
});

test("A game that is begun over the link while the board is tested does not end the test", () => {
  const { session, say } = conversation();
  say(step("referee"), line("ALOA-BARI"));
  say({ event: "started", message: "a new game" }, { event: "asks", asks: null });
  assert.equal(session.selfTest.phase, "running");
  // What was lost before the board said its next step was not the end.
  say({ event: "lost", lines: 1, message: "lines were lost" }, line("ALOA-DUDA"), { event: "asks", asks: null });
  assert.equal(session.selfTest.phase, "running");
});

test("A lamp is an island's or a player's, and the players' are counted once the board has named one", () => {
  const { session, say } = conversation();
  const { selfTest } = session;
  say(step("referee"), step("lamp", { lamp: "LALE" }));
  assert.deepEqual(selfTest.progress("lamp"), { tested: 11, faults: 0, of: 12 });
  say(step("lamp", { lamp: "turn black" }));
  assert.deepEqual(selfTest.progress("lamp"), { tested: 13, faults: 0, of: 14 });
  assert.equal(askedBy(selfTest.step, WORDS.en).lamp, "turn black");
  say({ event: "selftest-found", ...MISPLACED });
  assert.equal(selfTest.verdict({ kind: "lamp", name: "ALOA" }), "fault");
  session.attach({ send: () => {}, hands: null, dispose: () => {} });
  assert.equal(selfTest.progress("lamp").of, 12, "another board may have none");
});

test("Where the board's description has turn lights, they are good with all the others", () => {
  const { session, say } = conversation();
  const { selfTest } = session;
  selfTest.expect(["turn black", "ALOA", "turn white"]);
  say(step("referee"), { event: "selftest-good", message: "all lamps are where they should be" });
  assert.deepEqual(selfTest.progress("lamp"), { tested: 14, faults: 0, of: 14 });
  assert.equal(selfTest.verdict({ kind: "lamp", name: "turn white" }), "good");
});

test("A report keeps a turn light by its name in the protocol, and calls it by its name in the language", async () => {
  const { session, say } = conversation();
  const read = session.readReport();
  await settle();
  say({ selftest: "fault", ...MISPLACED }, { selftest: "fault", ...MISPLACED, lamp: "turn white", with_lamp: "ALOA" });
  say({ selftest: "report", ...REPORT, faults: 2 });
  await read;
  const { report } = session.selfTest;
  assert.ok(report.kind === "made");
  assert.equal(session.selfTest.progress("lamp").of, 14, "the report named one");
  const exported = { report, hello: null, isVirtual: false, language: "en", at: new Date(0) } as const;
  const { faults } = JSON.parse(reportJson(exported)) as { faults: object[] };
  assert.deepEqual(faults[0], MISPLACED);
  assert.match(reportText(exported, WORDS.en), /^2\. White's turn light \(`misplaced`\): /m);
  assert.match(reportText(exported, WORDS.de), /^2\. Zuglampe von Weiß /m);
  assert.match(reportText(exported, WORDS.fr), /^2\. Lampe de tour de Blanc /m);
});

test("A step that is said again in another language replaces the one before, and finds nothing twice", () => {
  const { session, say } = conversation();
  say(step("referee"), line("ALOA-BARI"), good("ALOA-BARI"));
  const lift = { connection: "ALOA-BARI", seen: "right" };
  say(step("lift", lift), { ...step("lift", lift), message: "levez le bâtonnet" });
  const { selfTest } = session;
  assert.equal(selfTest.step?.message, "levez le bâtonnet");
  assert.deepEqual(selfTest.findings.map(({ text }) => text), ["ALOA-BARI is good"]);
  assert.ok(!selfTest.hasGaps);
});

test("Once a learnt order is forgotten, what the test came to with it is not said any more", async () => {
  const { session, say } = conversation();
  say(step("referee"), { event: "selftest-done", ...REPORT, passed: true, learnt: true }, { event: "selftest-learnt", learnt: true, message: "learnt" });
  say({ event: "selftest-end", passed: true, message: "passed" });
  assert.equal(session.selfTest.phase, "over");
  const forgetting = session.forgetOrder();
  say({ selftest: "forgotten", message: "in the order of the description" });
  assert.equal(await forgetting, "in the order of the description");
  assert.equal(session.selfTest.phase, "idle");
});

test("A board whose buttons are all dead keeps its report, and a power cut after it breaks nothing off", async () => {
  const { session, say } = conversation();
  const dead = { fault: "dead", button: "referee", message: "the referee button never closes" };
  say(step("referee"), { event: "selftest-found", ...dead }, { event: "selftest-done", ...REPORT, complete: false }, RESULT);
  await settle();
  say({ selftest: "fault", ...dead }, { selftest: "report", ...REPORT, complete: false });
  await settle();
  session.onClosed();
  session.onOpen();
  await settle();
  say({ selftest: "fault", ...dead }, { selftest: "report", ...REPORT, complete: false });
  await settle();
  assert.equal(session.selfTest.phase, "over");
  assert.equal(session.selfTest.verdict({ kind: "button", name: "referee" }), "fault");
});

test("What has to do with diodes is offered where there are any", () => {
  const contacts = [{ name: "ALOA-BARI", column: 0, row: 0 }];
  const lights = { pin: 22, order: ["ALOA", "turn white"] };
  const matrix = new Bench({ name: "m", wiring: { kind: "matrix", columns: [2], rows: [3], contacts }, lights });
  assert.ok(matrix.kinds.includes("reversed") && matrix.kinds.includes("bridged"));
  matrix.wire({ kind: "bridged", a: "ALOA-BARI", b: null });
  assert.deepEqual(matrix.faults(), [{ kind: "bridged", contact: "ALOA-BARI" }]);
  const bits = [{ name: "ALOA-BARI", bit: 0 }];
  const shift = new Bench({ name: "s", wiring: { kind: "shift", load: 2, clock: 3, data: 4, registers: 1, contacts: bits }, lights });
  assert.ok(!shift.kinds.includes("reversed") && !shift.kinds.includes("bridged"));
});
