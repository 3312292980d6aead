import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { open, PICTURES } from "./harness.js";
import { TableHands } from "./table.js";

/** Pictures for the documentation, made from the page as the tests play on it. */

mkdirSync(PICTURES, { recursive: true });

async function picture(page: Page, name: string): Promise<void> {
  // The mouse stands for nobody in a picture.
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) && document.activeElement.blur());
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Two rounds' worth of bridges, enough to look like a game. */
const OPENING = [
  "white place BARI-DUDA", "white place ALOA-BARI", "white place BARI-ELAI", "white draw",
  "black place KAHU-LALE", "black place IFFI-KAHU", "black place JOJO-KAHU", "black draw",
  "white draw", "black draw", "white place COCO-GOLA", "white draw", "black place HUNA-LALE", "black draw",
  "white draw", "black draw",
] as const;

test("Pictures of the board: start, play, a refusal; with cards; on a phone", async () => {
  const page = await open();
  const hands = new TableHands(page);
  await page.locator("[data-do=new]:enabled").waitFor();
  await page.waitForTimeout(500);
  await picture(page, "start");
  await hands.begin();
  await hands.play(OPENING);
  await picture(page, "play");
  await page.locator(".timeline .round-button").first().click();
  for (let step = 0; step < 5; step++) await page.locator(".timeline .round-button").first().click();
  await picture(page, "look-back");
  await page.locator(".timeline .small").click();
  await hands.press("BARI-ELAI");
  await page.locator(".refusal[data-error]").waitFor();
  await picture(page, "refusal");
  await hands.press("BARI-ELAI");
  await page.locator(".refusal").waitFor({ state: "hidden" });
  await page.locator("[data-do=deck]").click();
  await page.locator(".hand.white .small").first().click();
  await picture(page, "cards");
});

test("Pictures of the board on a phone and on a shop's display, and of a game that is over", async () => {
  const { readFileSync } = await import("node:fs");
  const game = readFileSync("../tests/records/end-points.kahuna", "utf8");
  const load = async (page: Page, text: string, steps: number): Promise<void> => {
    await page.locator("[data-do=new]:enabled").waitFor({ state: "attached" });
    await page.locator("input[type=file]").setInputFiles({ name: "game.kahuna", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.locator(`#timeline[max="${steps}"]`).waitFor({ state: "attached", timeout: 60_000 });
    await page.locator(".ask").waitFor({ state: "hidden" });
    await page.waitForTimeout(800);
  };
  const phone = await open({ width: 360, height: 740 });
  await load(phone, OPENING.join("\n"), OPENING.length);
  await picture(phone, "phone");
  const display = await open({ width: 1920, height: 1080, query: "?display" });
  await load(display, OPENING.join("\n"), OPENING.length);
  await picture(display, "display");
  const end = await open();
  const count = game.split("\n").filter((line) => /^(white|black) /i.test(line)).length;
  await load(end, game, count);
  await picture(end, "end");
});
