import type { Button } from "../board.js";
import type { Words } from "../words.js";
import { attribute, h, write } from "./dom.js";
import { holdButton } from "./rail.js";

/** What the board takes a hold of so many seconds for; only to tell people when to let go. */
const HOLDS = [
  { until: 0.5, word: "holdTap" },
  { until: 1, word: "holdNothing" },
  { until: 3, word: "holdUndo" },
  { until: 5, word: "holdNothing" },
  { until: Infinity, word: "holdMenu" },
] as const;
/** And during a self-test. */
const TEST_HOLDS = [
  { until: 2, word: "holdTap" },
  { until: 5, word: "holdNothing" },
  { until: Infinity, word: "holdGiveUp" },
] as const;
const FULL = 5;

/** The button between the players, with a ring that shows how long it has been held, by the board's own clock. */
export class RefereeButton {
  readonly element: HTMLElement;
  readonly cap: HTMLButtonElement;
  private readonly label = h("span", { class: "cap-label" });
  private readonly hint = h("span", { class: "hold-hint", "aria-hidden": "true" });
  private since: number | null = null;
  private words: Words | null = null;
  private isTesting = false;

  constructor(onHold: (button: Button, down: boolean) => void, private readonly now: () => number) {
    this.cap = holdButton("referee", (button, down) => {
      this.since = down ? this.now() : null;
      if (down) requestAnimationFrame(() => this.tick());
      onHold(button, down);
    });
    this.cap.append(this.label);
    this.element = h("div", { class: "referee" }, this.cap, this.hint);
    this.tick();
  }

  show(words: Words, hasHands: boolean, isTesting: boolean): void {
    this.words = words;
    this.isTesting = isTesting;
    const help = isTesting ? words.selfTest.refereeHelp : words.refereeHelp;
    write(this.label, words.referee);
    attribute(this.cap, "title", help);
    attribute(this.cap, "aria-label", `${words.referee}. ${help}`);
    this.cap.disabled = !hasHands;
    this.element.classList.toggle("no-hands", !hasHands);
  }

  /** What letting go after so many seconds does. */
  private meaning(words: Words, held: number): string {
    if (!this.isTesting) return words[HOLDS.find(({ until }) => held < until)?.word ?? "holdNothing"];
    const word = TEST_HOLDS.find(({ until }) => held < until)?.word ?? "holdNothing";
    return word === "holdNothing" ? words.holdNothing : words.selfTest[word];
  }

  private tick(): void {
    const held = this.since === null ? 0 : (this.now() - this.since) / 1000;
    this.element.style.setProperty("--held", Math.min(1, held / FULL).toFixed(3));
    this.element.classList.toggle("held", this.since !== null);
    write(this.hint, this.since === null || this.words === null ? "" : this.meaning(this.words, held));
    if (this.since !== null) requestAnimationFrame(() => this.tick());
  }
}
