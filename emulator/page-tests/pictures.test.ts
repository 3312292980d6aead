import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { open, PICTURES } from "./harness.js";
import { encode } from "./png.js";
import { TestHands } from "./proof.js";
import { TableHands } from "./table.js";

/** Pictures for the documentation, made from the page as the tests play on it. */

mkdirSync(PICTURES, { recursive: true });

const WIDEST = 1280;
const LARGEST = 300_000;

async function picture(page: Page, name: string): Promise<void> {
  // The mouse stands for nobody in a picture.
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) && document.activeElement.blur());
  await page.waitForTimeout(300);
  const shot = (await page.screenshot()).toString("base64");
  // The browser itself knows how to read it, and to make the picture of a big screen smaller.
  const { width, height, rgba } = await page.evaluate(
    async ({ shot, widest }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${shot}`)).blob());
      const scale = Math.min(1, widest / image.width);
      const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
      const brush = new OffscreenCanvas(width, height).getContext("2d");
      if (brush === null) throw new Error("no canvas");
      brush.imageSmoothingQuality = "high";
      brush.drawImage(image, 0, 0, width, height);
      const reader = new FileReader();
      const read = new Promise((resolve) => (reader.onload = resolve));
      reader.readAsDataURL(new Blob([brush.getImageData(0, 0, width, height).data]));
      await read;
      return { width, height, rgba: String(reader.result).split(",")[1] ?? "" };
    },
    { shot, widest: WIDEST },
  );
  const file = encode({ width, height, rgba: Buffer.from(rgba, "base64") });
  writeFileSync(join(PICTURES, `${name}.png`), file);
  console.log(`${name}.png: ${(file.length / 1024).toFixed(0)} KiB`);
  assert.ok(file.length < LARGEST, `${name}.png is too large to be kept`);
}

/** Two rounds' worth of bridges, enough to look like a game. */
const OPENING = [
  "white place BARI-DUDA", "white place ALOA-BARI", "white place BARI-ELAI", "white draw",
  "black place KAHU-LALE", "black place IFFI-KAHU", "black place JOJO-KAHU", "black draw",
  "white draw", "black draw", "white place COCO-GOLA", "white draw", "black place HUNA-LALE", "black draw",
  "white draw", "black draw",
] as const;

test("Pictures of the board: start, play, a refusal, looking back, with cards", async () => {
  const page = await open({ height: 860 });
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
  const end = await open({ height: 860 });
  const count = game.split("\n").filter((line) => /^(white|black) /i.test(line)).length;
  await load(end, game, count);
  await picture(end, "end");
});

test("Pictures of the self-test: the bench, a line that is asked for, a report with a dead line", async () => {
  const page = await open({ height: 860 });
  const hands = new TestHands(page);
  await hands.wire("open", "COCO-GOLA");
  // The first second is slower than the rest, and what it says of that takes a line.
  await hands.pass(3000);
  await page.locator(".panel").evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
  await picture(page, "selftest-bench");
  await page.locator(".bench summary").click();
  await hands.start();
  await hands.proveLamps();
  await hands.proveLines({ dead: ["COCO-GOLA"], upTo: "DUDA-ELAI" });
  await hands.press("DUDA-ELAI");
  await hands.until("lift");
  await picture(page, "selftest");
  await hands.answer(() => hands.press("DUDA-ELAI"));
  await hands.proveLines();
  await hands.proveButtons();
  await hands.until("result");
  await hands.button("white draw");
  await hands.headline("Not passed");
  await picture(page, "selftest-dead");
});

test("Pictures of the self-test: an order is offered and learnt, then a board that passes, on a phone as well", async () => {
  const page = await open({ height: 860 });
  const hands = new TestHands(page);
  await hands.wire("swapped", "BARI-DUDA", "ELAI-FAAA");
  await page.locator(".bench summary").click();
  await hands.start();
  await hands.proveLamps();
  await hands.proveLines();
  await hands.proveButtons();
  await hands.until("result");
  await page.locator(".faults li").nth(1).waitFor();
  await picture(page, "selftest-offer");
  await hands.button("white draw");
  await hands.button("black draw");
  await hands.headline("Passed");
  await picture(page, "selftest-learnt");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator("[data-do=begin-test]").click();
  await hands.until("referee");
  await hands.answer(() => hands.button("referee"));
  await hands.until("lights");
  await page.locator(".proof").scrollIntoViewIfNeeded();
  await picture(page, "selftest-phone");
});

test("Pictures of the self-test: a turn light is asked for, and a sound board has passed", async () => {
  const page = await open({ height: 860 });
  const hands = new TestHands(page);
  await hands.start();
  await hands.answer(() => hands.button("referee"));
  await hands.until("lights");
  await hands.answer(() => hands.button("white pass"));
  while ((await hands.line()) !== "turn white") await hands.answer(() => hands.button("white draw"));
  // As soon as it lights up again, for it blinks.
  for (const is of ["dark", "lit"]) {
    await page.waitForFunction((is) => {
      const lamp = document.querySelector<HTMLElement>(".rail.white .turn-lamp");
      return Number(lamp?.style.getPropertyValue("--strength")) > 0 === (is === "lit");
    }, is);
  }
  await picture(page, "selftest-lamp");
  for (let lamp = 0; lamp < 2; lamp++) await hands.answer(() => hands.button("white draw"));
  await hands.proveLines();
  await hands.proveButtons();
  await hands.until("result");
  await hands.button("black pass");
  await hands.headline("Passed");
  await picture(page, "selftest-good");
});
