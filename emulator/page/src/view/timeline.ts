import type { Words } from "../words.js";
import { attribute, h, write } from "./dom.js";

/** The way back through the game: a slider, and a step to either side. */
export class Timeline {
  readonly element: HTMLElement;
  private readonly title = h("label", { for: "timeline" });
  private readonly where = h("output", { for: "timeline" });
  private readonly slider = h("input", { type: "range", id: "timeline", min: 0, max: 0, step: 1 });
  private readonly back = h("button", { type: "button", class: "round-button" }, "‹");
  private readonly forward = h("button", { type: "button", class: "round-button" }, "›");
  private readonly live = h("button", { type: "button", class: "small" });

  /** `onStep` gets null for the present. */
  constructor(private readonly onStep: (step: number | null) => void) {
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.back.addEventListener("click", () => this.go(Number(this.slider.value) - 1));
    this.forward.addEventListener("click", () => this.go(Number(this.slider.value) + 1));
    this.live.addEventListener("click", () => onStep(null));
    this.element = h(
      "section",
      { class: "timeline" },
      h("div", { class: "timeline-head" }, this.title, this.where, this.live),
      h("div", { class: "timeline-row" }, this.back, this.slider, this.forward),
    );
  }

  show(words: Words, step: number | null, of: number): void {
    const at = step ?? of;
    write(this.title, words.timeline);
    const text = step === null ? words.timelineNow : step === 0 ? words.timelineStart : words.timelineStep(step, of);
    write(this.where, text);
    this.element.classList.toggle("past", step !== null);
    attribute(this.slider, "max", String(of));
    attribute(this.slider, "aria-valuetext", text);
    this.slider.value = String(at);
    this.slider.disabled = of === 0;
    this.back.disabled = at === 0;
    this.forward.disabled = step === null;
    this.live.hidden = step === null;
    write(this.live, words.timelineLive);
    attribute(this.back, "aria-label", words.timelineBack);
    attribute(this.forward, "aria-label", words.timelineForward);
    this.slider.style.setProperty("--share", of === 0 ? "1" : String(at / of));
  }

  private go(step: number): void {
    this.onStep(step >= Number(this.slider.max) ? null : Math.max(0, step));
  }
}
