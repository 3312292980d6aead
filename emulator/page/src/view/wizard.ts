import type { Button } from "../board.js";
import { askedBy, choicesOf, type Choice } from "../self-test/asked.js";
import type { Step } from "../self-test/messages.js";
import { stageOf, type Finding, type SelfTest } from "../self-test/model.js";
import { nameOf } from "../self-test/names.js";
import type { Words } from "../words.js";
import { attribute, h, write } from "./dom.js";
import { Meters } from "./meters.js";
import { sentence } from "./now.js";
import { ReportCard, type ReportWishes } from "./report.js";

export interface WizardWishes extends ReportWishes {
  onBegin(): void;
  onBack(): void;
  onDo(): void;
  onNothing(): void;
  onTap(button: Button): void;
  onGiveUp(): void;
  onPutBack(): void;
}

export interface WizardState {
  readonly words: Words;
  readonly test: SelfTest;
  readonly isShown: boolean;
  /** Whether the link is open. */
  readonly isOpen: boolean;
  readonly hasHands: boolean;
  readonly isGivingUp: boolean;
  readonly canPutBack: boolean;
  readonly notice: string;
}

/** The most buttons that answer one step. */
const MOST_CHOICES = 3;

/** The self-test, led from step to step. It stands where the game stands otherwise. */
export class Wizard {
  readonly element: HTMLElement;
  private readonly meters = new Meters();
  private readonly report: ReportCard;
  private readonly kicker = h("p", { class: "kicker" });
  private readonly headline = h("h2", { class: "proof-headline", tabindex: -1 });
  private readonly detail = h("p", { class: "proof-detail" });
  private readonly ask = h("div", { class: "callout wish", role: "status" });
  private readonly askTitle = h("p", { class: "callout-title" });
  private readonly askText = h("p", { class: "asked" });
  private readonly seen = h("p", { class: "seen" });
  private readonly choices: readonly { element: HTMLButtonElement; cap: HTMLElement; meaning: HTMLElement }[];
  private readonly choiceList = h("div", { class: "choices" });
  private readonly doIt = h("button", { type: "button", class: "small", "data-do": "do-it" });
  private readonly nothing = h("button", { type: "button", class: "small", "data-do": "nothing" });
  private readonly notice = h("p", { class: "notice", role: "status" });
  private readonly gaps = h("p", { class: "quiet gaps" });
  private readonly giveUp = h("button", { type: "button", class: "small", "data-do": "give-up" });
  private readonly giveUpHelp = h("p", { class: "quiet" });
  private readonly findings = h("section", { class: "findings" });
  private readonly findingsTitle = h("h3");
  private readonly list = h("ol", { class: "log-list", tabindex: 0 });
  private readonly begin = h("button", { type: "button", class: "primary", "data-do": "begin-test" });
  private readonly putBack = h("button", { type: "button", "data-do": "put-back" });
  private readonly back = h("button", { type: "button", "data-do": "back" });
  private shown: readonly Finding[] = [];
  private offered: readonly Choice[] = [];

  constructor(wishes: WizardWishes) {
    this.report = new ReportCard(wishes);
    this.choices = Array.from({ length: MOST_CHOICES }, (_, index) => {
      const cap = h("span", { class: "choice-cap" });
      const meaning = h("span", { class: "choice-meaning" });
      const element = h("button", { type: "button", class: "choice" }, cap, meaning);
      element.addEventListener("click", () => {
        const choice = this.offered[index];
        if (choice !== undefined) wishes.onTap(choice.button);
      });
      return { element, cap, meaning };
    });
    this.choiceList.append(...this.choices.map(({ element }) => element));
    this.doIt.addEventListener("click", () => wishes.onDo());
    this.nothing.addEventListener("click", () => wishes.onNothing());
    this.giveUp.addEventListener("click", () => wishes.onGiveUp());
    this.begin.addEventListener("click", () => wishes.onBegin());
    this.putBack.addEventListener("click", () => wishes.onPutBack());
    this.back.addEventListener("click", () => wishes.onBack());
    this.ask.append(this.askTitle, this.askText, this.seen);
    this.findings.append(this.findingsTitle, this.list);
    this.element = h(
      "section",
      { class: "proof" },
      h("div", { class: "proof-now" }, this.kicker, this.headline, this.detail, this.ask, this.choiceList, h("div", { class: "proof-actions" }, this.doIt, this.nothing, this.begin, this.putBack, this.back)),
      this.notice,
      this.meters.element,
      this.gaps,
      this.findings,
      this.report.element,
      h("div", { class: "proof-actions" }, this.giveUp),
      this.giveUpHelp,
    );
  }

  /** Takes the reader here: what was pressed to come here is gone. */
  focus(): void {
    this.headline.focus();
  }

  show(state: WizardState): void {
    const { words, test } = state;
    this.element.hidden = !state.isShown;
    const isRunning = test.phase === "running";
    const step = isRunning && !test.isAway ? test.step : null;
    write(this.kicker, words.selfTest.title);
    write(this.headline, headline(words, test));
    write(this.detail, detail(words, test));
    this.showAsk(words, step, state.hasHands);
    write(this.notice, sentence(test.refusal ?? state.notice));
    this.meters.show(words, test, new Set(tested(words, step)));
    this.gaps.hidden = !isRunning || !test.hasGaps;
    write(this.gaps, words.selfTest.gaps);
    this.showFindings(words, test);
    this.report.element.hidden = isRunning && step?.step !== "result";
    const isOld = test.phase === "idle" || test.phase === "asked" || test.phase === "broken" || !test.isDone;
    this.report.show(words, test.report, isOld ? words.selfTest.last : words.selfTest.made);
    this.showActions(state);
  }

  private showAsk(words: Words, step: Step | null, hasHands: boolean): void {
    this.ask.hidden = step === null;
    attribute(this.ask, "data-step", step?.step ?? null);
    write(this.askTitle, words.asks);
    write(this.askText, step === null ? "" : sentence(step.message));
    write(this.seen, step === null ? "" : seenText(words, step));
    this.seen.hidden = this.seen.textContent === "";
    this.offered = step === null ? [] : choicesOf(step, words);
    this.choiceList.hidden = this.offered.length === 0;
    this.choices.forEach(({ element, cap, meaning }, index) => {
      const choice = this.offered[index];
      element.hidden = choice === undefined;
      if (choice === undefined) return;
      // At a real board they only say what its own buttons mean.
      element.disabled = !hasHands || choice.isGiven;
      attribute(element, "data-choice", choice.button);
      write(cap, step?.step === "result" ? nameOf(words, choice.button) : bareName(words, choice.button));
      write(meaning, choice.isGiven ? `${choice.meaning} ✓ ${words.selfTest.agrees}` : choice.meaning);
    });
    const isDoable = ["referee", "instead", "button", "answer", "line", "lift", "empty"].includes(step?.step ?? "");
    this.doIt.hidden = !hasHands || !isDoable || (step?.step === "empty" && step.closed.length === 0);
    write(this.doIt, words.doIt);
    const isTappable = ["line", "lift", "button", "empty"].includes(step?.step ?? "");
    this.nothing.hidden = !hasHands || !isTappable || (step?.step === "empty" && step.closed.length === 0);
    write(this.nothing, words.selfTest.nothingHappens);
    attribute(this.nothing, "title", words.selfTest.nothingHint);
  }

  /** What came so far; in the end the report says it in order. */
  private showFindings(words: Words, { phase, step, findings }: SelfTest): void {
    this.findings.hidden = findings.length === 0 || phase !== "running" || step?.step === "result";
    write(this.findingsTitle, words.selfTest.findings);
    attribute(this.list, "aria-label", words.selfTest.findings);
    const isLonger = this.shown.every((finding, index) => finding === findings[index]);
    if (!isLonger) this.list.replaceChildren();
    for (const finding of findings.slice(isLonger ? this.shown.length : 0)) {
      this.list.prepend(h("li", { class: finding.tone, "data-part": finding.part?.name ?? null }, h("span", {}, sentence(finding.text))));
    }
    this.shown = findings;
  }

  private showActions({ words, test, isOpen, hasHands, isGivingUp, canPutBack }: WizardState): void {
    const { selfTest } = words;
    const isRunning = test.phase === "running";
    this.begin.hidden = isRunning;
    this.begin.disabled = !isOpen || test.phase === "asked";
    write(this.begin, test.phase === "idle" || test.phase === "asked" ? selfTest.begin : selfTest.again);
    this.back.hidden = isRunning;
    write(this.back, selfTest.back);
    this.putBack.hidden = isRunning || !canPutBack;
    write(this.putBack, selfTest.putBack);
    // At the result there is nothing left to give up: any button ends it, if one works.
    const isResult = test.step?.step === "result";
    const isStranded = isResult && test.verdict({ kind: "button", name: "referee" }) === "fault";
    this.giveUp.hidden = !isRunning || !hasHands || isResult;
    this.giveUp.disabled = isGivingUp || test.isAway;
    write(this.giveUp, isGivingUp ? selfTest.givingUp : selfTest.giveUp);
    this.giveUpHelp.hidden = !isRunning || (isResult ? !isStranded : hasHands);
    write(this.giveUpHelp, isResult ? selfTest.strandedHelp : selfTest.giveUpHelp);
  }
}

/** The parts that a step tests. A button that answers a question is not tested by that. */
function tested(words: Words, step: Step | null): string[] {
  if (step === null || ["lights", "answer", "result"].includes(step.step)) return [];
  const { put, lift, lamp } = askedBy(step, words);
  return lamp === null ? [...put, ...lift] : [lamp];
}

function headline(words: Words, test: SelfTest): string {
  const { selfTest } = words;
  switch (test.phase) {
    case "idle":
      return selfTest.idle;
    case "asked":
      return selfTest.asking;
    case "broken":
      return selfTest.broken;
    case "over":
      if (test.ended?.passed === true) return selfTest.passed;
      if (test.ended === null || (!test.isDone && test.hasGaps)) return selfTest.ended;
      return test.isDone ? selfTest.failed : selfTest.givenUp;
    case "running": {
      if (test.isAway) return selfTest.away;
      const stage = test.step && stageOf(test.step);
      return stage === null ? selfTest.title : selfTest.stages[stage];
    }
    default:
      return test.phase satisfies never;
  }
}

function detail(words: Words, test: SelfTest): string {
  const { selfTest } = words;
  switch (test.phase) {
    case "idle":
      return selfTest.about;
    case "asked":
      return "";
    case "broken":
      return selfTest.brokenHelp;
    case "over":
      return [test.learnt, test.ended?.message].map((said) => sentence(said ?? "")).join(" ").trim();
    case "running":
      return test.isAway ? selfTest.awayHelp : "";
    default:
      return test.phase satisfies never;
  }
}

/** What was seen, where it is not what was wanted. */
function seenText(words: Words, step: Step): string {
  if (step.step !== "lift" && step.step !== "let-go") return "";
  if (step.found !== null) return words.selfTest.instead(nameOf(words, step.found));
  return step.seen === "right" ? "" : words.selfTest.wrong;
}

/** What a button is called where it does not matter whose it is. */
function bareName(words: Words, button: Button): string {
  const [, kind] = button.split(" ");
  return kind === "draw" || kind === "pass" || kind === "discard" ? words[kind] : words.referee;
}
