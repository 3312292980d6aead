import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { open, seriousFaults } from "./harness.js";
import { TestHands } from "./proof.js";

/** What a download holds. */
async function saved(page: Page, what: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`[data-do=${what}]`).click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

test("A sound board passes: every lamp, line and button, as the wizard asks for them", async () => {
  const page = await open();
  const hands = new TestHands(page);
  await page.locator("[data-do=self-test]:enabled").click();
  await page.getByText("No self-test has been made yet").waitFor();
  await page.locator("[data-do=begin-test]").click();
  await hands.until("referee");
  await hands.proveLamps();
  await hands.proveLines();
  await hands.proveButtons();
  await hands.until("result");
  assert.deepEqual(await hands.progress(), [
    "Lamps: 14 of 14 tested, 0 faults",
    "Lines: 27 of 27 tested, 0 faults",
    "Buttons: 7 of 7 tested, 0 faults",
  ]);
  await hands.button("white draw");
  await hands.headline("Passed");
  await page.locator('.stamp[data-passed="true"]').waitFor();
  assert.equal(await page.locator(".verdict[data-verdict=good]").count(), 27);
  assert.equal(await page.locator(".verdict-ring[data-verdict=good]").count(), 12);
  assert.equal(await page.locator(".turn-lamp[data-verdict=good]").count(), 2);
  await page.locator("[data-do=back]").click();
  await page.getByText("No game yet").waitFor();
});

test("Exchanged lines are found, learnt with both players' draw, and forgotten again", async () => {
  const page = await open();
  const hands = new TestHands(page);
  await hands.wire("swapped", "BARI-DUDA", "ELAI-FAAA");
  await hands.start();
  await hands.proveLamps();
  await hands.proveLines({ upTo: "BARI-DUDA" });
  await hands.press("BARI-DUDA");
  await hands.until("lift");
  await page.getByText("Closed instead: ELAI-FAAA").waitFor();
  await page.locator(".mark.refused").waitFor({ state: "attached" });
  await hands.answer(() => hands.press("BARI-DUDA"));
  await hands.proveLines();
  await hands.proveButtons();
  await hands.until("result");
  await page.locator(".faults li").nth(1).waitFor();
  assert.deepEqual(await hands.faults(), ["swapped BARI-DUDA", "swapped ELAI-FAAA"]);
  await hands.button("white draw");
  await page.locator('[data-choice="white draw"]:disabled', { hasText: "agreed" }).waitFor();
  await page.locator('[data-choice="black draw"]').click();
  await hands.headline("Passed");
  await page.locator(".proof-detail", { hasText: "The board has learnt the order of its contacts" }).waitFor();
  await page.locator('.stamp[data-passed="true"]').waitFor();
  await page.locator(".report", { hasText: "all is well with the order that was learnt" }).waitFor();
  const learnt = "BARI-DUDA closes in the place of ELAI-FAAA; the board has learnt that, so it does no harm";
  assert.equal(await page.locator(".faults .harmless", { hasText: learnt }).count(), 1);
  await page.locator("[data-do=forget]").click();
  await page.getByText("in the order of the board's description").waitFor();
  // What was passed with that order is not passed without it.
  await page.locator('.stamp[data-passed="false"]').waitFor();
  await hands.headline("The board tests itself");
  assert.equal(await page.locator(".faults .harmless").count(), 0);
  assert.ok(await page.locator("[data-do=forget]").isHidden());
});

test("A turn light that was left out is found by looking at every lamp, and named in the report", async () => {
  const page = await open({ height: 1100 });
  const hands = new TestHands(page);
  await hands.wire("missing-light", "turn black");
  await hands.start();
  const said = await hands.proveEachLamp();
  assert.deepEqual(Object.keys(said).slice(-3), ["LALE", "turn white", "turn black"]);
  // It is the first of the chain: each shows what belongs to the one before, and nothing is left for the last.
  assert.deepEqual(Object.entries(said).filter(([, answer]) => answer !== "pass"), [["turn white", "discard"]]);
  await page.locator('.findings .fault[data-part="turn black"]', { hasText: "The lamp of black was left out" }).waitFor();
  assert.equal(await page.locator(".rail.black .turn-lamp").getAttribute("data-verdict"), "fault");
  await hands.proveLines();
  await hands.proveButtons();
  await hands.until("result");
  assert.equal((await hands.progress())[0], "Lamps: 14 of 14 tested, 1 fault");
  await hands.button("white draw");
  await hands.headline("Not passed");
  assert.deepEqual(await hands.faults(), ["missing turn black"]);
  await page.locator(".faults strong", { hasText: "Black's turn light" }).waitFor();
});

test("An island's lamp and a turn light in each other's place are found, and kept with both names", async () => {
  const page = await open({ height: 1100 });
  const hands = new TestHands(page);
  await hands.wire("lights-exchanged", "ALOA", "turn white");
  await hands.start();
  const said = await hands.proveEachLamp();
  assert.deepEqual(Object.entries(said).filter(([, answer]) => answer !== "draw"), [["ALOA", "pass"], ["turn white", "pass"]]);
  await hands.proveLines();
  await hands.proveButtons();
  await hands.until("result");
  await hands.button("white draw");
  await hands.headline("Not passed");
  assert.deepEqual(await hands.faults(), ["misplaced ALOA", "misplaced turn white"]);
  const { faults } = JSON.parse((await saved(page, "report-json")).text) as { faults: Record<string, string>[] };
  assert.deepEqual(faults.map(({ lamp, with_lamp }) => [lamp, with_lamp]), [["ALOA", "turn white"], ["turn white", "ALOA"]]);
});

test("In another language the board says at once what it wants, and nothing is found twice", async () => {
  const page = await open();
  const hands = new TestHands(page);
  await hands.wire("bridged", "ALOA-BARI");
  await hands.start();
  await hands.proveLamps();
  await hands.until("line");
  await hands.press("ALOA-BARI");
  await page.locator('.findings .fault[data-part="ALOA-BARI"]').waitFor();
  await hands.until("lift");
  const found = await page.locator(".findings li").count();
  await page.locator(".language").selectOption("de");
  await page.locator(".asked", { hasText: "Nehmt das Stäbchen von ALOA-BARI" }).waitFor();
  await page.locator(".language").selectOption("fr");
  await page.locator(".asked", { hasText: "Retirez le bâtonnet de ALOA-BARI" }).waitFor();
  assert.equal(await page.locator(".findings li").count(), found);
  await hands.answer(() => hands.press("ALOA-BARI"));
  assert.equal(await page.locator(".findings li").count(), found);
});

test("A dead line is named with its remedy, and the report can be kept as JSON and as text", async () => {
  const page = await open({ height: 1100 });
  const hands = new TestHands(page);
  await hands.wire("open", "ALOA-DUDA");
  await hands.start();
  await hands.proveLamps();
  await hands.proveLines({ upTo: "ALOA-DUDA" });
  // What the wizard's own buttons do is what hands do.
  await page.locator("[data-do=do-it]").click();
  await page.locator(".stick").waitFor();
  await hands.pass(400);
  await hands.answer(() => page.locator("[data-do=nothing]").click());
  await page.waitForFunction(() => document.querySelectorAll(".stick").length === 0);
  await page.locator('.findings .fault[data-part="ALOA-DUDA"]').waitFor();
  await hands.proveLines();
  await hands.proveButtons();
  await hands.until("result");
  await page.locator('[data-choice="white draw"]').click();
  await hands.headline("Not passed");
  assert.deepEqual(await hands.faults(), ["dead ALOA-DUDA"]);

  const json = await saved(page, "report-json");
  assert.match(json.name, /^selftest-pico-matrix-\d{4}-\d\d-\d\d\.json$/);
  const { exported, board, ...rest } = JSON.parse(json.text) as { exported: string; board: Record<string, unknown> };
  assert.ok(!Number.isNaN(Date.parse(exported)));
  assert.match(String(board["firmware"]), /^\d+\.\d+\.\d+$/);
  assert.deepEqual({ ...board, firmware: null }, { name: "pico-matrix", firmware: null, protocol: 1, virtual: true });
  const message = "ALOA-DUDA never closes: look for a loose wire or joint, a broken contact, or a magnet too far away";
  assert.deepEqual(rest, {
    format: "kahuna-selftest",
    version: 1,
    language: "en",
    report: { passed: false, complete: true, faults: 1, learnt: false, message: "one fault was found" },
    faults: [{ fault: "dead", connection: "ALOA-DUDA", message }],
  });

  const text = await saved(page, "report-text");
  assert.match(text.name, /\.md$/);
  for (const line of ["# Self-test of a Kahuna board", "- Board: pico-matrix (virtual)", "- Result: **Not passed** – One fault was found.", `1. ALOA-DUDA (\`dead\`): ${message}.`]) {
    assert.ok(text.text.includes(line), `${line} is not in:\n${text.text}`);
  }

  // The board remembers it without power.
  const power = page.locator("[data-do=power]");
  await power.uncheck({ force: true });
  await power.check({ force: true });
  await page.locator(".status[data-open=true]").waitFor();
  await page.locator("[data-do=back]").click();
  await page.locator("[data-do=self-test]:enabled").click();
  await page.locator('.faults li[data-part="ALOA-DUDA"]').waitFor();
});

test("A dark lamp is found lamp by lamp; the test is given up, and nothing of it is kept", async () => {
  const page = await open({ locale: "de-DE" });
  const hands = new TestHands(page);
  await hands.wire("dead-light", "LALE");
  await hands.start();
  await hands.answer(() => hands.button("referee"));
  await hands.until("lights");
  await hands.answer(() => page.locator('[data-choice="white pass"]').click());
  // Three presses that reach the chip all at once, as from a page that was busy, are three answers.
  await page.locator(`.verdict-ring[data-verdict=asked][data-part="ALOA"]`).waitFor({ state: "attached" });
  await page.locator('[data-button="white draw"]').evaluate((cap) => {
    for (const kind of ["keydown", "keyup", "keydown", "keyup", "keydown", "keyup"]) {
      cap.dispatchEvent(new KeyboardEvent(kind, { key: " ", bubbles: true }));
    }
  });
  for (const island of ["DUDA", "ELAI", "FAAA", "GOLA", "HUNA", "IFFI", "JOJO", "KAHU"]) {
    await page.locator(`.verdict-ring[data-verdict=asked][data-part="${island}"]`).waitFor({ state: "attached" });
    await hands.answer(() => page.locator('[data-choice="white draw"]').click());
  }
  // It passes nothing on to white's turn light, which is behind it; black's is before it.
  for (const [lamp, answer] of [["LALE", "discard"], ["turn white", "discard"], ["turn black", "draw"]]) {
    await page.locator(`[data-verdict=asked][data-part="${lamp}"]`).waitFor({ state: "attached" });
    await hands.answer(() => page.locator(`[data-choice="white ${answer}"]`).click());
  }
  for (let answer = 0; answer < 3; answer++) {
    await hands.until("answer");
    await hands.answer(() => page.locator("[data-do=do-it]").click());
  }
  // The sentence is the board's, in its language.
  await page.locator('.findings .fault[data-part="LALE"]', { hasText: "Lampe von LALE bleibt dunkel" }).waitFor();
  await page.locator("[data-do=give-up]").click();
  await hands.headline("Aufgegeben");
  await page.locator(".report", { hasText: "noch keinen Selbsttest" }).waitFor();
});

test("A test that is begun at the board opens the wizard, and a power cut breaks it off", async () => {
  const page = await open();
  const hands = new TestHands(page);
  const power = page.locator("[data-do=power]");
  await page.locator("[data-do=new]:enabled").waitFor();
  await power.uncheck({ force: true });
  await page.locator('[data-button="referee"]').click({ modifiers: ["Shift"] });
  await power.check({ force: true });
  await hands.until("release");
  await page.locator('[data-button="referee"]').click();
  await hands.until("walk");
  await power.uncheck({ force: true });
  await hands.headline("The board is gone");
  await power.check({ force: true });
  await hands.headline("The test was broken off");
  await page.getByText("No self-test has been made yet").waitFor();
  await page.locator("[data-do=back]").click();
  await page.getByText("No game yet").waitFor();
});

test("A game waits while the board is tested, and its sticks are put back with a press", async () => {
  const page = await open();
  const hands = new TestHands(page);
  await hands.begin();
  await hands.play(["white place ALOA-BARI", "white draw", "black place KAHU-LALE"]);
  await hands.start();
  await hands.proveLamps();
  await page.locator(".mark.lift").nth(1).waitFor({ state: "attached" });
  await page.locator("[data-do=do-it]").click();
  await hands.until("line");
  await page.locator("[data-do=give-up]").click();
  await hands.headline("Given up");
  await page.locator("[data-do=put-back]").click();
  await page.locator("[data-do=back]").click();
  await page.getByText("Black to act").waitFor();
  await page.locator(".ask").waitFor({ state: "hidden" });
  assert.equal(await page.locator(".stick").count(), 2);
});

test("The wizard is used with the keyboard alone, and axe finds no serious fault in it", async () => {
  const page = await open();
  const hands = new TestHands(page);
  await page.locator("[data-do=self-test]:enabled").focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-do=begin-test]:enabled").focus();
  await page.keyboard.press("Enter");
  await hands.until("referee");
  await hands.answer(async () => {
    await page.locator("[data-do=do-it]").focus();
    await page.keyboard.press("Enter");
  });
  await hands.until("lights");
  assert.deepEqual(await seriousFaults(page), []);
  await hands.answer(async () => {
    await page.locator('[data-choice="white draw"]').focus();
    await page.keyboard.press("Enter");
  });
  await hands.until("line");
  await page.locator('[data-line="ALOA-BARI"]').focus();
  await page.keyboard.press("Enter");
  await hands.until("lift");
  await page.keyboard.press("Enter");
  await hands.until("line");
  await page.locator(".bench summary").click();
  assert.deepEqual(await seriousFaults(page), []);
});

test("Nothing of the wizard is cut off at 360 pixels", async () => {
  const page = await open({ width: 360, height: 740 });
  const hands = new TestHands(page);
  await hands.wire("swapped", "ALOA-BARI", "white discard");
  await hands.start();
  await hands.answer(() => hands.button("referee"));
  await hands.until("lights");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
});
