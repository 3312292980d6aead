import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { open, type Opening } from "./harness.js";
import transcript from "./transcript.json";

const FAKE = `window.transcript = ${JSON.stringify(transcript)};\n${FAKE_PORT}`;

async function connect(opening: Opening = {}): Promise<Page> {
  const page = await open({ before: FAKE, ...opening });
  await page.locator("[data-do=connect]").click();
  await page.getByText("real board · pico-matrix").waitFor();
  return page;
}

const next = (page: Page): Promise<void> => page.evaluate(() => window.fakeBoard.next());

test("A real board is shown as it says it stands, live", async () => {
  const page = await connect();
  await page.getByText("White to act").waitFor();
  for (let step = 1; step <= 3; step++) await next(page);
  await page.locator("#timeline[max='3']").waitFor({ state: "attached" });
  assert.equal(await page.locator(".stick.white").count(), 3);
  for (let step = 4; step <= 7; step++) await next(page);
  await page.locator('.ask[data-ask="lift BARI-DUDA"]').waitFor();
  await next(page);
  await page.locator(".ask").waitFor({ state: "hidden" });
  await next(page);
  await next(page);
  await page.locator('.refusal[data-error="not-your-turn"]').waitFor();
  assert.ok(await page.locator(".log-list .refused .rule").isVisible());
});

test("On a real board the page has no hands: no buttons, and a press on a line moves no stick", async () => {
  const page = await connect();
  await page.getByText("White to act").waitFor();
  assert.equal(await page.locator(".caps:visible").count(), 0);
  assert.equal(await page.locator("[data-do=power]:visible").count(), 0);
  await page.locator('[data-line="ALOA-BARI"]').click({ force: true });
  assert.equal(await page.locator(".stick").count(), 0);
  const heard = await page.evaluate(() => window.fakeBoard.heard);
  assert.deepEqual([...new Set(heard.map((line) => line.split(" ")[0]))].sort(), ["hello", "lang", "state"]);
});

test("When the cable is pulled the page says so, and goes on by itself when the board is back", async () => {
  const page = await connect();
  await page.getByText("White to act").waitFor();
  await page.evaluate(() => window.fakeBoard.unplug());
  await page.getByText("The board is gone").waitFor();
  await next(page);
  await page.evaluate(() => window.fakeBoard.plug());
  await page.locator("#timeline[max='1']").waitFor({ state: "attached" });
  assert.equal(await page.locator(".stick.white").count(), 1);
});

test("A game that began before the page was there has its log from the board's record", async () => {
  const page = await open({ before: FAKE });
  await page.evaluate(() => window.fakeBoard.goTo(7));
  await page.locator("[data-do=connect]").click();
  await page.locator(".log-list li").first().waitFor();
  assert.ok((await page.locator(".log-list li").count()) >= 7);
});

test("A browser without Web Serial says so, and what would do", async () => {
  const page = await open({ before: "Object.defineProperty(navigator, 'serial', { value: undefined });" });
  await page.locator("[data-do=connect]").click();
  await page.getByText("Web Serial").waitFor();
});

test("A shop's display finds a board that was allowed before, and shows only what is seen from afar", async () => {
  const page = await open({ before: FAKE, query: "?display&serial", width: 1920, height: 1080 });
  await page.getByText("White to act").waitFor();
  for (const hidden of [".log", ".machine", ".actions", ".timeline", ".rail"]) {
    assert.equal(await page.locator(`${hidden}:visible`).count(), 0, hidden);
  }
  for (const shown of [".archipelago", ".headline", ".scoreboard"]) assert.ok(await page.locator(shown).isVisible(), shown);
});

const REFEREE = { event: "selftest", step: "referee", message: "press the referee button; if nothing happens, press any other button" };
const LINE = { event: "selftest", step: "line", connection: "BARI-COCO", again: false, message: "put a stick on BARI-COCO" };
const DEAD = { fault: "dead", connection: "ALOA-DUDA", message: "ALOA-DUDA never closes: look for a loose wire" };
const REPORT = { passed: false, complete: true, faults: 1, learnt: false, message: "one fault was found" };

test("A real board is led through its self-test, and what is done is done at the board", async () => {
  const page = await connect();
  await page.evaluate(
    (answers) => Object.assign(window.fakeBoard.answers, answers),
    { selftest: [{ selftest: "none", message: "no self-test was made" }], "selftest start": [REFEREE] },
  );
  await page.locator("[data-do=self-test]").click();
  await page.getByText("No self-test was made").waitFor();
  await page.locator("[data-do=begin-test]").click();
  await page.getByText("Press the referee button").waitFor();
  assert.ok(await page.locator('[data-button="referee"][data-test="asked"]').isVisible());
  assert.ok(await page.locator('[data-button="referee"]').isDisabled());
  for (const what of ["do-it", "nothing", "give-up"]) assert.ok(await page.locator(`[data-do=${what}]`).isHidden(), what);
  await page.getByText("hold the referee button for five seconds").waitFor();
  await page.evaluate((line) => window.fakeBoard.say(line), LINE);
  await page.locator(".mark.place").waitFor({ state: "attached" });
  assert.equal(await page.locator(".stick").count(), 0);

  // The cable is pulled; the board goes on, and tells its step when it is back.
  await page.evaluate(() => window.fakeBoard.unplug());
  await page.locator(".proof-headline", { hasText: "The board is gone" }).waitFor();
  await page.evaluate(({ step }) => {
    window.fakeBoard.answers["hello"] = [step, window.transcript.hello];
    window.fakeBoard.plug();
  }, { step: { ...LINE, connection: "BARI-FAAA", message: "put a stick on BARI-FAAA" } });
  await page.getByText("Put a stick on BARI-FAAA").waitFor();
  await page.getByText("has not heard everything").waitFor();

  await page.evaluate(
    ({ DEAD, REPORT }) => {
      const { answers, say } = window.fakeBoard;
      answers["selftest"] = [{ selftest: "fault", ...DEAD }, { selftest: "report", ...REPORT }];
      say({ event: "selftest-done", ...REPORT }, { event: "selftest-end", passed: false, message: "the self-test is over: not passed" });
    },
    { DEAD, REPORT },
  );
  await page.locator(".proof-headline", { hasText: "Not passed" }).waitFor();
  await page.locator('.faults li[data-part="ALOA-DUDA"]').waitFor();
});

test("Where a test is under way that the page has not begun, it is shown; where none can begin, the board says why", async () => {
  const page = await connect();
  await page.evaluate(
    (answers) => Object.assign(window.fakeBoard.answers, answers),
    { selftest: [{ selftest: "report", ...REPORT, passed: true, faults: 0, message: "all is well" }], "selftest start": [{ error: "not-allowed", message: "a self-test cannot begin now; one may be under way" }] },
  );
  await page.locator("[data-do=self-test]").click();
  await page.locator('.stamp[data-passed="true"]').waitFor();
  await page.locator("[data-do=begin-test]").click();
  await page.locator(".proof .notice", { hasText: "A self-test cannot begin now" }).waitFor();
  await page.locator("[data-do=back]").click();
  await page.evaluate((line) => window.fakeBoard.say(line), LINE);
  await page.getByText("Put a stick on BARI-COCO").waitFor();
  await page.evaluate(() => window.fakeBoard.say({ event: "lost", lines: 2, message: "lines were lost" }));
  await page.locator(".findings", { hasText: "Lines were lost" }).waitFor();
});

test("A real board of the description beside the page has its lamps; of another, what it names", async () => {
  const page = await connect();
  await page.evaluate((line) => window.fakeBoard.say(line), LINE);
  await page.locator('.cells[aria-valuetext^="Lamps: 14 of 14"]').waitFor();
  // What was not heard is drawn, too, and not only in the document.
  const isDrawn = (ring: Element): boolean => getComputedStyle(ring).clipPath === "none";
  assert.ok(await page.locator('.verdict-ring[data-part="ALOA"]').evaluate(isDrawn));
  const other = await open({ before: FAKE });
  await other.evaluate((line) => {
    window.fakeBoard.answers["hello"] = [{ ...window.transcript.hello, board: "own" }, line];
  }, LINE);
  await other.locator("[data-do=connect]").click();
  await other.locator('.cells[aria-valuetext^="Lamps: 12 of 12"]').waitFor();
  await other.evaluate(() => window.fakeBoard.say({ event: "selftest", step: "lamp", lamp: "turn white", message: "which lamp blinks?" }));
  await other.locator('.cells[aria-valuetext^="Lamps: 12 of 14"]').waitFor();
  assert.ok(await other.locator(".rail.white .turn-lamp[data-verdict=asked]").isVisible());
  await other.getByText("White's turn light blinks").waitFor();
  await other.getByText("another lamp blinks").waitFor();
});

test("Where no button does anything, the wizard says how to leave the test, and that the report is kept", async () => {
  const page = await connect();
  const dead = { fault: "dead", button: "referee", message: "the referee button never closes" };
  await page.evaluate(
    ({ REFEREE, REPORT, dead }) => {
      const { answers, say } = window.fakeBoard;
      answers["selftest"] = [{ selftest: "fault", ...dead }, { selftest: "report", ...REPORT, complete: false }];
      const result = { event: "selftest", step: "result", offers: false, agreed: { white: false, black: false }, message: "the test is done; any button ends it" };
      say(REFEREE, { event: "selftest-found", ...dead }, { event: "selftest-done", ...REPORT, complete: false }, result);
    },
    { REFEREE, REPORT, dead },
  );
  await page.locator('.faults li[data-part="referee"]').waitFor();
  await page.getByText("If no button ends it, it ends by itself in a minute; the report is kept.").waitFor();
});
