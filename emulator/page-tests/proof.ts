import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { TableHands } from "./table.js";

/** Hands at a self-test: they read what the wizard shows, and do it on the drawn board. */
export class TestHands extends TableHands {
  /** Opens the wizard and begins a test. */
  async start(): Promise<void> {
    await this.page.locator("[data-do=self-test]:enabled").click();
    await this.page.locator("[data-do=begin-test]:enabled").click();
    await this.until("referee");
  }

  /** Waits for a step. */
  async until(step: string): Promise<void> {
    await this.wait(`step ${step}`, this.page.locator(`.wish[data-step="${step}"]`));
  }

  /** Waits for the wizard's headline. */
  async headline(text: string): Promise<void> {
    await this.wait(`headline ${text}`, this.page.locator(".proof-headline", { hasText: text }));
  }

  /** Waits for something to be seen; if it does not come, says what there was instead. */
  private async wait(what: string, place: Locator): Promise<void> {
    try {
      await place.waitFor({ timeout: 60_000 });
    } catch (error) {
      const { page } = this;
      const time = (): Promise<string | undefined> => page.locator("#page").evaluate((root: HTMLElement) => root.dataset["time"]);
      const times = [await time()];
      await page.waitForTimeout(500);
      times.push(await time());
      const proof = await page.locator(".proof").innerText();
      const panel = await page.locator(".panel").innerText();
      throw new Error(`${what} did not come; the board's time is ${times.join(", then ")} ms\n${proof || panel}`, { cause: error });
    }
  }

  /** What the board asks for: its sentence. */
  async sentence(): Promise<string> {
    return (await this.page.locator(".proof .asked").textContent()) ?? "";
  }

  /** Does something and waits until the board asks for something else. */
  async answer(act: () => Promise<void>): Promise<void> {
    const before = await this.sentence();
    await act();
    await this.page.waitForFunction((old) => document.querySelector(".proof .asked")?.textContent !== old, before);
  }

  /** Wires a fault in, where the page has it. */
  async wire(kind: string, a: string, b?: string): Promise<void> {
    const { page } = this;
    if ((await page.locator(".bench[open]").count()) === 0) await page.locator(".bench summary").click();
    await page.locator("[name=wired-kind]").selectOption(kind);
    await page.locator("[name=wired-a]").selectOption(a);
    if (b !== undefined) await page.locator("[name=wired-b]").selectOption(b);
    await page.locator("[data-do=wire]").click();
    await page.locator(`.wired li[data-part="${a}"]`).waitFor();
  }

  /** The referee button, and every lamp where it should be. */
  async proveLamps(): Promise<void> {
    await this.answer(() => this.button("referee"));
    await this.until("lights");
    await this.answer(() => this.button("white draw"));
  }

  /** Which lamps shine on the drawing, within a blink: as many as somebody sees who looks at it. */
  async shining(): Promise<string[]> {
    return this.page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const now = (): number => Number(document.getElementById("page")?.dataset["time"]);
          const end = now() + 1300;
          const seen = new Set<string>();
          const look = setInterval(() => {
            for (const glow of document.querySelectorAll(".glow")) {
              if (Number(glow.getAttribute("opacity")) > 0) seen.add(glow.querySelector("[id]")?.id.slice("glow-".length) ?? "");
            }
            for (const lamp of document.querySelectorAll<HTMLElement>(".turn-lamp")) {
              if (Number(lamp.style.getPropertyValue("--strength")) > 0) seen.add(lamp.dataset["part"] ?? "");
            }
            if (now() < end) return;
            clearInterval(look);
            resolve([...seen]);
          }, 5);
        }),
    );
  }

  /** The referee button, then every lamp by itself, by what is to be seen of it; which were asked for, and the answers. */
  async proveEachLamp(): Promise<Record<string, string>> {
    const { page } = this;
    const said: Record<string, string> = {};
    await this.answer(() => this.button("referee"));
    await this.until("lights");
    await this.answer(() => this.button("white pass"));
    while ((await page.locator('.wish[data-step="lamp"]').count()) === 1) {
      const lamp = await this.line();
      assert.ok(lamp !== null, "no lamp is marked");
      assert.equal(await page.locator(".verdict-ring[data-verdict=asked], .turn-lamp[data-verdict=asked]").getAttribute("data-part"), lamp);
      const lit = await this.shining();
      assert.ok(lit.length <= 1, `${lit.join(" and ")} shine`);
      said[lamp] = lit.length === 0 ? "discard" : lit[0] === lamp ? "draw" : "pass";
      await this.answer(() => page.locator(`[data-choice="white ${said[lamp]}"]`).click());
    }
    while ((await page.locator('.wish[data-step="answer"]').count()) === 1) {
      await this.answer(() => page.locator("[data-do=do-it]").click());
    }
    return said;
  }

  /** What is asked for, or null. */
  async line(): Promise<string | null> {
    const cell = this.page.locator(".cells i[data-asked]");
    return (await cell.count()) === 1 ? cell.getAttribute("data-part") : null;
  }

  /** Puts the stick on one line after the other, as they are asked for, up to the buttons or to a line that is named. */
  async proveLines({ dead = [], upTo }: { dead?: readonly string[]; upTo?: string } = {}): Promise<void> {
    const { page } = this;
    await this.until("line");
    while ((await page.locator('.wish[data-step="line"]').count()) === 1) {
      const line = await this.line();
      if (line === upTo) return;
      assert.ok(line !== null, "no line is marked");
      await page.locator(".mark.place").waitFor({ state: "attached" });
      await this.press(line);
      if (dead.includes(line)) {
        await this.pass(400);
        await this.press(line);
        await this.answer(() => this.button("referee"));
        continue;
      }
      await this.until("lift");
      await this.answer(() => this.press(line));
    }
  }

  /** Presses each button that is asked for. */
  async proveButtons(): Promise<void> {
    const { page } = this;
    await this.until("button");
    while ((await page.locator('.wish[data-step="button"]').count()) === 1) {
      const button = await this.line();
      assert.ok(button !== null, "no button is marked");
      await this.answer(() => this.button(button));
      await page.waitForFunction(() => document.querySelector(".wish")?.getAttribute("data-step") !== "let-go");
    }
  }

  /** What a row of cells says: `Lines: 27 of 27 tested, 0 faults`. */
  async progress(): Promise<string[]> {
    return this.page.locator(".cells").evaluateAll((bars) => bars.map((bar) => bar.getAttribute("aria-valuetext") ?? ""));
  }

  /** The faults of the report: `dead ALOA-BARI`. */
  async faults(): Promise<string[]> {
    return this.page.locator(".faults li").evaluateAll((items) => items.map((item) => `${item.getAttribute("data-fault")} ${item.getAttribute("data-part")}`));
  }
}
