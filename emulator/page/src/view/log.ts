import type { LogEntry } from "../session.js";
import type { Words } from "../words.js";
import { attribute, h, write } from "./dom.js";
import { sentence } from "./now.js";

/** The log of the game, newest first. A line that stands for an action leads back to it. */
export class Log {
  readonly element: HTMLElement;
  private readonly title = h("h2");
  private readonly list = h("ol", { class: "log-list", tabindex: 0 });
  private readonly empty = h("p", { class: "quiet" });
  private shown: readonly LogEntry[] = [];

  constructor(private readonly onStep: (step: number) => void) {
    this.element = h("section", { class: "log" }, this.title, this.empty, this.list);
  }

  show(words: Words, entries: readonly LogEntry[]): void {
    write(this.title, words.logTitle);
    write(this.empty, words.logEmpty);
    attribute(this.list, "aria-label", words.logTitle);
    this.empty.hidden = entries.length > 0;
    this.list.hidden = entries.length === 0;
    const same = (entry: LogEntry, index: number): boolean => entry === entries[index];
    if (this.shown.length <= entries.length && this.shown.every(same)) {
      for (const entry of entries.slice(this.shown.length)) this.list.prepend(this.item(words, entry));
    } else {
      this.list.replaceChildren(...entries.map((entry) => this.item(words, entry)).reverse());
    }
    this.shown = [...entries];
  }

  private item(words: Words, { tone, text, rule, step }: LogEntry): HTMLElement {
    const said = sentence(text);
    const body = step === null ? h("span", {}, said) : h("button", { type: "button", class: "plain" }, said);
    if (step !== null) body.addEventListener("click", () => this.onStep(step));
    return h(
      "li",
      { class: tone },
      step === null ? null : h("span", { class: "step", "aria-hidden": "true" }, String(step)),
      body,
      rule === null ? null : h("span", { class: "rule" }, words.rule(rule)),
    );
  }
}
