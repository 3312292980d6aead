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
