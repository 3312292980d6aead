import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { open, readFile, seriousFaults, SITE } from "./harness.js";
import { TableHands } from "./table.js";

const MEGABYTE = 1024 * 1024;

test("The page weighs at most a megabyte, its firmware included", async () => {
  const files = readdirSync(SITE);
  const plain = files.reduce((sum, name) => sum + statSync(join(SITE, name)).size, 0);
  let packed = 0;
  for (const name of files) packed += gzipSync(await readFile(join(SITE, name))).length;
  console.log(`page weight: ${(plain / 1024).toFixed(0)} KiB as served, ${(packed / 1024).toFixed(0)} KiB compressed`);
  assert.ok(files.includes("firmware.bin"));
  assert.ok(plain <= MEGABYTE);
});

// How fast a computer is that does other things besides is no fault of the page: these print what they measure.
test("The board is drawn before its firmware has come", async () => {
  const page = await open({ before: "window.fetch = () => new Promise(() => {});" });
  const { drawn, painted } = await page.evaluate(() => ({
    drawn: performance.getEntriesByName("board-drawn")[0]?.startTime ?? NaN,
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
  }));
  console.log(`first board drawn after ${drawn.toFixed(0)} ms, painted after ${painted.toFixed(0)} ms`);
  assert.ok(await page.locator(".archipelago").isVisible());
  assert.ok(drawn >= 0);
});

test("The page goes on drawing while the firmware runs", async () => {
  const page = await open();
  await new TableHands(page).begin();
  const time = async (): Promise<number> => Number(await page.locator("#page").getAttribute("data-time"));
  const start = await time();
  // Where time stops for the page, a finger waits: the longest gap between two frames says how long.
  const gaps = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        let last = performance.now();
        const frame = (now: number): void => {
          seen.push(now - last);
          last = now;
          if (seen.length < 240) requestAnimationFrame(frame);
          else resolve(seen);
        };
        requestAnimationFrame(frame);
      }),
  );
  const reached = Number(await page.locator(".rate").getAttribute("data-reached"));
  const worst = Math.max(...gaps.slice(5));
  console.log(`simulated seconds a second: ${reached}; longest gap between frames: ${worst.toFixed(0)} ms`);
  assert.ok((await time()) > start, "the board stands still");
  // At four times the speed the chip runs as fast as this computer can, if that is less.
  await page.locator("[data-do=speed]").selectOption("4");
  await new TableHands(page).pass(8000);
  console.log(`asked for four: ${await page.locator(".rate").getAttribute("data-reached")}`);
});

test("The browser's language is taken, can be switched, and the board speaks it too", async () => {
  const page = await open({ locale: "de-AT" });
  const hands = new TableHands(page);
  await hands.begin();
  await page.getByText("Weiß ist am Zug").waitFor();
  await page.locator(".language").selectOption("fr");
  await page.getByText("À Blanc de jouer").waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "fr");
  await hands.button("black draw");
  await page.locator('.refusal[data-error="not-your-turn"]').waitFor();
  const french = await page.locator(".refusal").textContent();
  await page.locator(".language").selectOption("en");
  await page.waitForFunction((old) => document.querySelector(".refusal")?.textContent !== old, french);
  assert.match((await page.locator(".refusal").textContent()) ?? "", /Refused/);
  await page.reload();
  await page.locator("html[lang=en]").waitFor({ state: "attached" });
});

test("The board is played with the keyboard alone", async () => {
  const page = await open();
  await page.locator("[data-do=new]:enabled").focus();
  await page.keyboard.press("Enter");
  await page.locator(".sheet button.primary").focus();
  await page.keyboard.press("Enter");
  await page.getByText("White to act").waitFor();
  await page.locator('[data-line="ALOA-BARI"]').focus();
  await page.keyboard.press("ArrowRight");
  const line = await page.evaluate(() => document.activeElement?.getAttribute("data-line"));
  assert.notEqual(line, "ALOA-BARI");
  await page.keyboard.press("Enter");
  await new TableHands(page).untilSteps(1);
  assert.match((await page.locator(`[data-line="${line}"]`).getAttribute("aria-label")) ?? "", /White's stick/);
  await page.keyboard.press("b");
  assert.equal(await page.locator(".rail.black .supply").getAttribute("aria-pressed"), "true");
  await page.locator('[data-button="white draw"]').focus();
  await page.keyboard.down("Space");
  await new TableHands(page).pass(150);
  await page.keyboard.up("Space");
  await page.getByText("Black to act").waitFor();
});

test("Presses that reach the chip all at once are still as many presses", async () => {
  const page = await open();
  await new TableHands(page).begin();
  await page.locator('[data-button="black draw"]').evaluate((cap) => {
    for (const kind of ["keydown", "keyup", "keydown", "keyup", "keydown", "keyup"]) {
      cap.dispatchEvent(new KeyboardEvent(kind, { key: " ", bubbles: true }));
    }
  });
  await page.locator(".log-list .refused").nth(2).waitFor();
});

test("A stick can be carried from the supply to a line, to another line, and away", async () => {
  const page = await open();
  const hands = new TableHands(page);
  await hands.begin();
  const middle = async (selector: string): Promise<{ x: number; y: number }> => {
    const box = await page.locator(selector).boundingBox();
    assert.ok(box !== null);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const carry = async (from: string, to: string): Promise<void> => {
    const [a, b] = [await middle(from), await middle(to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
    await page.mouse.move(b.x, b.y, { steps: 4 });
    await page.mouse.up();
  };
  await carry(".rail.white .supply", '[data-line="KAHU-LALE"]');
  await hands.untilSteps(1);
  assert.equal(await page.locator(".stick.white").count(), 1);
  await carry('[data-line="KAHU-LALE"]', ".rail.white .supply");
  await page.waitForFunction(() => document.querySelectorAll(".stick").length === 0);
  await page.locator('.refusal[data-error="own-bridge"]').waitFor();
});

test("Two play a turn each with the page's cards: hands hidden, plays paid, draws from the row", async () => {
  const page = await open();
  const hands = new TableHands(page);
  await hands.begin();
  await page.locator("[data-do=deck]").click();
  assert.equal(await page.locator(".hand .card.face").count(), 0, "hands are hidden");
  await page.locator(".hand.white .small").first().click();
  const islands = await page.locator(".hand.white .card.face b").allTextContents();
  assert.equal(islands.length, 3);
  const line = await page.locator(".line").evaluateAll(
    (lines, island) => lines.map((line) => line.getAttribute("data-line") ?? "").find((name) => name.includes(island ?? "?")),
    islands[0],
  );
  assert.ok(line !== undefined);
  await hands.press(line);
  await hands.untilSteps(1);
  await page.locator(".hand.white .fits").first().click();
  assert.equal(await page.locator(".hand.white .card").count(), 2);
  await page.locator(".slot.row .card-button").first().click();
  await page.getByText("Black to act").waitFor();
  assert.equal(await page.locator(".hand.white .card").count(), 3);
  assert.equal(await page.locator(".slot.row .card").count(), 3);
  assert.equal(await page.locator(".hand .card.face").count(), 0, "white's hand is hidden again");
  await page.locator("[data-do=undo]").click();
  await page.getByText("White to act").waitFor();
  assert.equal(await page.locator(".hand.white .card").count(), 2);
});

for (const [what, opening, deck] of [
  ["on a computer", {}, true],
  ["on a phone", { width: 360, height: 740 }, false],
  ["on a display", { width: 1920, height: 1080, query: "?display" }, false],
] as const) {
  test(`axe finds no serious fault ${what}`, async () => {
    const page = await open(opening);
    const hands = new TableHands(page);
    if (what === "on a display") await page.waitForTimeout(1000);
    else await hands.begin();
    if (deck) await page.locator("[data-do=deck]").click();
    assert.deepEqual(await seriousFaults(page), []);
  });
}

test("Nothing moves by itself where reduced motion is asked for", async () => {
  const page = await open({ reducedMotion: "reduce" });
  const hands = new TableHands(page);
  await hands.begin();
  await hands.play(["white place ELAI-HUNA"]);
  await hands.press("ELAI-HUNA");
  await page.locator(".mark").first().waitFor({ state: "attached" });
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

test("Nothing is cut off at 360 pixels", async () => {
  const page = await open({ width: 360, height: 740 });
  await new TableHands(page).begin();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
});
