import { isConnection } from "../map.js";
import type { Fault } from "../self-test/messages.js";
import type { Report } from "../self-test/model.js";
import { nameOf } from "../self-test/names.js";
import type { Words } from "../words.js";
import { attribute, h, write } from "./dom.js";
import { sentence } from "./now.js";

export interface ReportWishes {
  onSave(kind: "json" | "text"): void;
  onCopy(): void;
  onForget(): void;
}

/** The report of the last self-test: what it comes to, every fault with its remedy, and ways to keep it. */
export class ReportCard {
  readonly element: HTMLElement;
  private readonly title = h("h3");
  private readonly verdict = h("span", { class: "stamp" });
  private readonly summary = h("p");
  private readonly faults = h("ol", { class: "faults" });
  private readonly json = h("button", { type: "button", class: "small", "data-do": "report-json" });
  private readonly text = h("button", { type: "button", class: "small", "data-do": "report-text" });
  private readonly copy = h("button", { type: "button", class: "small", "data-do": "report-copy" });
  private readonly forget = h("button", { type: "button", class: "small", "data-do": "forget" });
  private shown: Report | null = null;
  private spoken: Words["selfTest"] | null = null;

  constructor(wishes: ReportWishes) {
    this.json.addEventListener("click", () => wishes.onSave("json"));
    this.text.addEventListener("click", () => wishes.onSave("text"));
    this.copy.addEventListener("click", () => wishes.onCopy());
    this.forget.addEventListener("click", () => wishes.onForget());
    this.element = h(
      "section",
      { class: "report" },
      h("div", { class: "report-head" }, this.title, this.verdict),
      this.summary,
      this.faults,
      h("div", { class: "report-actions" }, this.json, this.text, this.copy, this.forget),
    );
  }

  /** `title` says of which test it is. */
  show(words: Words, report: Report, title: string): void {
    const { selfTest } = words;
    const isMade = report.kind === "made";
    const passed = isMade && report.summary.passed;
    write(this.title, title);
    this.verdict.hidden = !isMade;
    write(this.verdict, passed ? selfTest.passed : selfTest.failed);
    attribute(this.verdict, "data-passed", String(passed));
    write(this.summary, said(words, report));
    this.faults.hidden = !isMade || report.faults.length === 0;
    write(this.json, selfTest.save);
    write(this.text, selfTest.saveText);
    write(this.copy, selfTest.copy);
    write(this.forget, selfTest.forget);
    for (const button of [this.json, this.text, this.copy]) button.hidden = !isMade;
    this.forget.hidden = !isMade || !report.summary.learnt;
    if (report === this.shown && selfTest === this.spoken) return;
    [this.shown, this.spoken] = [report, selfTest];
    this.faults.replaceChildren();
    if (!isMade) return;
    for (const fault of report.faults) {
      const { part, message } = fault;
      const isHarmless = report.summary.learnt && isExchange(fault);
      this.faults.append(
        h(
          "li",
          { class: isHarmless ? "harmless" : null, "data-part": part.name, "data-fault": fault.fault },
          h("strong", {}, nameOf(words, part.name)),
          h("code", {}, fault.fault),
          h("p", {}, sentence(message)),
        ),
      );
    }
  }
}

/** Whether two lines are exchanged: that does no harm once the order is learnt. */
const isExchange = ({ fault, part, found }: Fault): boolean =>
  fault === "swapped" && part.kind === "line" && found !== null && isConnection(found);

function said(words: Words, report: Report): string {
  switch (report.kind) {
    case "unknown":
      return words.selfTest.reading;
    case "none":
      return sentence(report.message);
    case "made":
      return sentence(report.summary.message);
    default:
      return report satisfies never;
  }
}
