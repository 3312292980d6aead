import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { open } from "./harness.js";
import { actionsOf, TableHands } from "./table.js";

const record = (name: string): string => readFileSync(`../tests/records/${name}.kahuna`, "utf8");

test("A refusal is shown with its rule and sentence, and goes when it is put right", async () => {
  const hands = new TableHands(await open());
  await hands.begin();
  await hands.play(["white place ELAI-HUNA"]);
  await hands.press("ELAI-HUNA");
  await hands.page.locator('.refusal[data-error="own-bridge"]').waitFor();
  assert.match((await hands.page.locator(".refusal").textContent()) ?? "", /T3/);
  assert.equal(await hands.asked(), "place ELAI-HUNA");
  await hands.press("ELAI-HUNA");
  await hands.page.locator(".refusal").waitFor({ state: "hidden" });
  assert.equal(await hands.asked(), null);
});

test("A stick in the other colour can be put down at any time: a mistake the contacts cannot see", async () => {
  const hands = new TableHands(await open());
  await hands.begin();
  await hands.page.locator(".rail.black .supply").click();
  await hands.press("ALOA-BARI");
  await hands.untilSteps(1);
  assert.equal(await hands.page.locator(".stick.black").count(), 1);
  assert.match((await hands.page.locator(".log-list li").first().textContent()) ?? "", /white/i);
});

test("The referee button held for two seconds takes the last action back and asks for the stick", async () => {
  const hands = new TableHands(await open());
  await hands.begin();
  await hands.play(["white place ELAI-HUNA"]);
  await hands.button("referee", 2000);
  await hands.untilSteps(0);
  assert.equal(await hands.asked(), "lift ELAI-HUNA");
  await hands.liftAsked();
  await hands.play(["white place ALOA-BARI"]);
  await hands.page.locator("[data-do=undo]").click();
  await hands.untilSteps(0);
});

test("A power cut keeps the game; what was moved meanwhile is asked back", async () => {
  const hands = new TableHands(await open());
  await hands.begin();
  await hands.play(["white place ELAI-HUNA", "white draw", "black place ALOA-BARI"]);
  const power = hands.page.locator("[data-do=power]");
  await power.uncheck({ force: true });
  await hands.page.getByText("The board has no power").waitFor();
  await hands.press("ELAI-HUNA");
  await power.check({ force: true });
  await hands.untilSteps(3);
  await hands.page.locator('.ask[data-ask="place ELAI-HUNA"]').waitFor();
  await hands.press("ELAI-HUNA");
  await hands.page.locator(".ask").waitFor({ state: "hidden" });
  await hands.play(["black draw"]);
});

test("A whole game, from set-up to the winner, by pressing lines and buttons", async () => {
  const hands = new TableHands(await open());
  const text = record("end-points");
  await hands.begin();
  await hands.page.locator("[data-do=speed]").selectOption("4");
  await hands.play(actionsOf(text));
  await hands.page.locator(".now.over").waitFor();
  assert.match((await hands.page.locator(".headline").textContent()) ?? "", /wins/);
});

test("A saved record opened again gives the same game", async () => {
  const hands = new TableHands(await open());
  await hands.begin({ first: "black", edition: "french-kosmos" });
  await hands.play(actionsOf("black place ALOA-BARI\nblack place BARI-DUDA\nblack draw\nwhite place ELAI-HUNA\nwhite draw"));
  const before = await hands.seen();
  const downloading = hands.page.waitForEvent("download");
  await hands.page.locator("[data-do=save]").click();
  const download = await downloading;
  assert.match(download.suggestedFilename(), /\.kahuna$/);
  const text = readFileSync(await download.path(), "utf8");
  const other = new TableHands(await open());
  await other.page.locator("[data-do=new]:enabled").waitFor();
  await other.page.locator("input[type=file]").setInputFiles({ name: "game.kahuna", mimeType: "text/plain", buffer: Buffer.from(text) });
  await other.untilSteps(5);
  await other.page.locator(".ask").waitFor({ state: "hidden" });
  assert.deepEqual(await other.seen(), before);
});

test("A record that the board refuses says which line and why; one that is none says so", async () => {
  const hands = new TableHands(await open());
  const give = (text: string): Promise<void> =>
    hands.page.locator("input[type=file]").setInputFiles({ name: "x.kahuna", mimeType: "text/plain", buffer: Buffer.from(text) });
  await hands.page.locator("[data-do=new]:enabled").waitFor();
  await give("white place ALOA-BARI\nblack draw\n");
  await hands.page.locator(".notice", { hasText: "Line 2" }).waitFor();
  await give("this is a letter\n");
  await hands.page.locator(".notice", { hasText: "Line 1" }).waitFor();
});

test("The timeline shows the game as it stood after each action, and changes nothing", async () => {
  const hands = new TableHands(await open());
  await hands.begin();
  await hands.play(["white place ELAI-HUNA", "white draw", "black place ALOA-BARI"]);
  const now = await hands.seen();
  await hands.page.locator(".timeline .round-button").first().click();
  await hands.page.locator(".past-banner").waitFor();
  assert.equal(await hands.page.locator(".stick").count(), 1);
  await hands.page.locator(".timeline .round-button").first().click();
  await hands.page.locator(".timeline .round-button").first().click();
  assert.equal(await hands.page.locator(".stick").count(), 0);
  await hands.page.locator(".timeline .small").click();
  assert.deepEqual(await hands.seen(), now);
});

test("A step from before the page was there is found by playing the record again", async () => {
  const hands = new TableHands(await open());
  await hands.page.locator("[data-do=new]:enabled").waitFor();
  await hands.begin();
  await hands.play(["white place ELAI-HUNA", "white draw", "black place ALOA-BARI"]);
  const power = hands.page.locator("[data-do=power]");
  await power.uncheck({ force: true });
  await power.check({ force: true });
  await hands.untilSteps(3);
  await hands.page.locator("#timeline").fill("1");
  await hands.page.locator(".past-banner", { hasText: "past" }).waitFor();
  await hands.page.waitForFunction(() => document.querySelectorAll(".stick").length === 1);
});
