import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** Hands at the page's board: everything through what a person sees and touches. */
export class TableHands {
  constructor(readonly page: Page) {}

  /** Waits for the board to wake up and begins a game with these settings. */
  async begin({ edition, handicap, first, calm }: { edition?: string; handicap?: string; first?: string; calm?: boolean } = {}): Promise<void> {
    const { page } = this;
    await page.locator("[data-do=new]:enabled").click();
    if (edition !== undefined) await page.locator("select[name=edition]").selectOption(edition);
    if (handicap !== undefined) await page.locator("select[name=handicap]").selectOption(handicap);
    if (first !== undefined) await page.locator("select[name=first]").selectOption(first);
    if (calm === true) await page.locator("input[name=calm]").check();
    await page.locator(".sheet button.primary").click();
    await page.locator(".rail.turn").waitFor();
  }

  /** Presses a line: a stick is put down there, or lifted. */
  async press(line: string): Promise<void> {
    const target = this.page.locator(`[data-line="${line}"]`);
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    assert.ok(box !== null, `${line} is not on the screen`);
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** Holds a button, by the board's clock: the computer may be too busy for its own to mean anything. */
  async button(name: string, ms = 130): Promise<void> {
    const cap = this.page.locator(`[data-button="${name}"]`);
    await cap.scrollIntoViewIfNeeded();
    const box = await cap.boundingBox();
    assert.ok(box !== null, `${name} is not on the screen`);
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.page.mouse.down();
    await this.pass(ms);
    await this.page.mouse.up();
  }

  /** Lets time pass for the board. */
  async pass(ms: number): Promise<void> {
    await this.page.evaluate(
      (ms) =>
        new Promise<void>((resolve) => {
          const now = (): number => Number(document.getElementById("page")?.dataset["time"]);
          const end = now() + ms;
          const look = setInterval(() => {
            if (now() < end) return;
            clearInterval(look);
            resolve();
          }, 5);
        }),
      ms,
    );
  }

  /** How many actions the board has accepted, as the timeline says. */
  async steps(): Promise<number> {
    return Number(await this.page.locator("#timeline").getAttribute("max"));
  }

  async untilSteps(count: number): Promise<void> {
    try {
      await this.page.locator(`#timeline[max="${count}"]`).waitFor({ state: "attached" });
    } catch (error) {
      const text = (selector: string): Promise<string[]> => this.page.locator(selector).allInnerTexts();
      const log = (await text(".log-list li")).slice(0, 6);
      const seen = { steps: await this.steps(), headline: await text(".headline"), refusal: await text(".refusal"), log };
      throw new Error(`the board did not come to ${count} actions: ${JSON.stringify(seen)}`, { cause: error });
    }
  }

  /** What the board asks for now: `lift ALOA-BARI`, or null. */
  async asked(): Promise<string | null> {
    return this.page.locator(".ask").getAttribute("data-ask");
  }

  /** Lifts what the board wants lifted, by pressing each line, until it asks for nothing more. */
  async liftAsked(): Promise<void> {
    for (let ask = await this.asked(); ask?.startsWith("lift ") === true; ask = await this.asked()) {
      await this.press(ask.slice("lift ".length));
      await this.page.waitForFunction((old) => document.querySelector(".ask")?.getAttribute("data-ask") !== old, ask);
    }
  }

  /** Does a record's actions with sticks and buttons. */
  async play(actions: readonly string[]): Promise<void> {
    let steps = await this.steps();
    for (const action of actions) {
      const [player, verb, what = ""] = action.split(" ");
      switch (verb) {
        case "place":
        case "handicap":
        case "remove":
          await this.press(what);
          await this.untilSteps(++steps);
          await this.liftAsked();
          break;
        case "discard":
          for (let count = Number(what); count > 0; count--) {
            await this.button(`${player} discard`);
            await this.untilSteps(++steps);
          }
          break;
        case "draw":
        case "pass":
          await this.button(`${player} ${verb}`);
          await this.untilSteps(++steps);
          break;
        default:
          throw new Error(`no hand can do this: ${action}`);
      }
    }
  }

  /** Everything that the page shows of the game, to compare two boards. */
  async seen(): Promise<object> {
    const text = (selector: string): Promise<string | null> => this.page.locator(selector).textContent();
    const sticks = await this.page.locator(".line").evaluateAll((lines) => lines.map((line) => line.getAttribute("aria-label")));
    return { headline: await text(".headline"), round: await text(".now .round"), score: await text(".scoreboard"), sticks };
  }

  refusal(): Promise<string | null> {
    return this.page.locator(".refusal").getAttribute("data-error");
  }
}

/** The actions of a record. */
export const actionsOf = (record: string): string[] =>
  record.split(/\r?\n/).map((line) => line.replace(/#.*/, "").trim()).filter((line) => /^(white|black) /.test(line));
