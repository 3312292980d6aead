import { isTurnLight } from "../board.js";
import type { Fault, Part, SelfTestMessage, Step, Summary } from "./messages.js";
import { KINDS, keyOf, PARTS } from "./parts.js";

/** What the page knows of a part. `unseen`: it was tested while the page was not listening. */
export type Verdict = "good" | "fault" | "unseen";

/** The report of the last test, as the board keeps it. */
export type Report =
  /** The board has not been asked, or has not answered. */
  | { readonly kind: "unknown" }
  | { readonly kind: "none"; readonly message: string }
  | { readonly kind: "made"; readonly faults: readonly Fault[]; readonly summary: Summary };

/** Where a test stands. */
export type Phase =
  | "idle"
  /** The board was asked to begin one. */
  | "asked"
  | "running"
  | "over"
  /** It was under way, and when the board came back it was not. */
  | "broken";

/** A result, in the order of arrival. */
export interface Finding {
  readonly tone: "good" | "fault" | "noted";
  readonly part: Part | null;
  readonly text: string;
}

export type Stage = "referee" | "lamps" | "empty" | "lines" | "buttons" | "result";

export function stageOf(step: Step): Stage | null {
  switch (step.step) {
    case "release":
    case "referee":
    case "instead":
      return "referee";
    case "walk":
    case "lights":
    case "lamp":
    case "answer":
      return "lamps";
    case "empty":
      return "empty";
    case "line":
    case "lift":
      return "lines";
    case "button":
    case "let-go":
      return "buttons";
    case "result":
      return "result";
    case "unknown":
      return null;
    default:
      return step satisfies never;
  }
}

const ISLANDS_ALONE = PARTS.lamp.filter(({ name }) => !isTurnLight(name));

/** The lamps that a message names. */
function lampsIn(message: SelfTestMessage): string[] {
  switch (message.kind) {
    case "test-step":
      return message.step.step === "lamp" ? [message.step.lamp] : [];
    case "test-good":
      return message.part === null ? [] : [message.part.name];
    case "test-found":
    case "report-fault":
      return [message.fault.part.name, message.fault.withLamp ?? ""];
    default:
      return [];
  }
}

/**
 * A self-test as the link tells it, and the last report.
 *
 * It works nothing out that the board could say: what it missed stays `unseen` until the report tells.
 */
export class SelfTest {
  phase: Phase = "idle";
  step: Step | null = null;
  findings: readonly Finding[] = [];
  /** The board's last word on it. */
  ended: { readonly passed: boolean; readonly message: string } | null = null;
  /** What the board said about the order of its contacts. */
  learnt: string | null = null;
  /** Whether everything was tested that could be: a test that ends without it was given up. */
  isDone = false;
  /** Why the board did not begin one. */
  refusal: string | null = null;
  /** The link is closed, or was and nothing has been heard of the test since. */
  isAway = false;
  /** Something was said that the page has not heard. */
  hasGaps = false;
  report: Report = { kind: "unknown" };
  /** Whether the board has turn lights, as far as the page knows. */
  private hasTurnLights = false;
  /** Lines were lost, and nothing has been heard of the test since. */
  private isUnsure = false;
  private verdicts = new Map<string, Verdict>();

  /** Somebody wants one. */
  ask(): void {
    this.phase = "asked";
    this.refusal = null;
  }

  /** The board does not begin one, or says nothing at all. */
  refuse(message: string): void {
    this.refusal = message;
    if (this.phase === "asked") this.phase = "idle";
  }

  /** The lamps that the board's description has. */
  expect(lamps: readonly string[]): void {
    if (lamps.some(isTurnLight)) this.hasTurnLights = true;
  }

  /** Another board: nothing is known. */
  reset(): void {
    this.hasTurnLights = false;
    this.begin();
    this.phase = "idle";
    this.report = { kind: "unknown" };
  }

  hear(message: SelfTestMessage): void {
    // Over the link nobody tells which lamps there are: a board that names one of the players' has both.
    this.expect(lampsIn(message));
    switch (message.kind) {
      case "test-step":
        return this.go(message.step);
      case "test-good":
        for (const part of message.part === null ? PARTS.lamp : [message.part]) this.verdicts.set(keyOf(part), "good");
        return this.note("good", message.part, message.message);
      case "test-found":
        this.verdicts.set(keyOf(message.fault.part), "fault");
        return this.note("fault", message.fault.part, message.fault.message);
      case "test-done":
        // What the board kept until now is of an earlier test.
        this.report = { kind: "unknown" };
        this.isDone = true;
        return this.note("noted", null, message.summary.message);
      case "test-learnt":
        this.learnt = message.message;
        return this.note("noted", null, message.message);
      case "test-end":
        this.finish({ passed: message.passed, message: message.message });
        return;
      case "report-fault":
      case "report-end":
      case "report-none":
        // Whoever asked for it gathers the lines.
        return;
      case "order-forgotten":
        // What the test came to with that order is not so any more; what it comes to without, the report says.
        if (this.phase === "over") this.phase = "idle";
        return;
      default:
        return message satisfies never;
    }
  }

  /** The whole report has come. A test that was under way would have said its step before. */
  takeReport(report: Report): void {
    this.report = report;
    if (this.phase !== "running" || !this.isAway) return;
    this.finish(null);
    if (!this.isDone) this.phase = "broken";
  }

  /** Something happened in the game. During a test only what is said over the link does that, so an end may be among what was lost. */
  hearGame(): void {
    if (this.phase === "running" && !this.isAway && this.isUnsure) this.finish(null);
  }

  lose(message: string): void {
    if (this.phase !== "running") return;
    this.hasGaps = true;
    this.isUnsure = true;
    this.note("noted", null, message);
  }

  close(): void {
    if (this.phase === "asked") this.phase = "idle";
    if (this.phase === "running") this.isAway = true;
  }

  /** What is known of a part: from this test, or from the last report where none is under way. */
  verdict(part: Part): Verdict | null {
    const told = this.verdicts.get(keyOf(part));
    if (told !== undefined) return told;
    if (this.phase === "running" && this.step?.step !== "result") return this.isBehind(part) ? "unseen" : null;
    if (this.report.kind !== "made" || this.phase === "asked") return null;
    if (this.report.faults.some((fault) => keyOf(fault.part) === keyOf(part))) return "fault";
    // A dark lamp hides those behind it: only a board without a lamp's fault has all of them good.
    const isHidden = part.kind === "lamp" && this.report.faults.some((fault) => fault.part.kind === "lamp");
    return this.report.summary.complete ? (isHidden ? "unseen" : "good") : null;
  }

  /** The parts of a kind that the board has, as far as the page knows. */
  parts(kind: Part["kind"]): readonly Part[] {
    return kind === "lamp" && !this.hasTurnLights ? ISLANDS_ALONE : PARTS[kind];
  }

  /** How many parts of a kind were tested, and how many of them are wrong. */
  progress(kind: Part["kind"]): { tested: number; faults: number; of: number } {
    const verdicts = this.parts(kind).map((part) => this.verdict(part));
    return {
      tested: verdicts.filter((verdict) => verdict !== null).length,
      faults: verdicts.filter((verdict) => verdict === "fault").length,
      of: verdicts.length,
    };
  }

  private go(step: Step): void {
    const isNew = step.step === "release" || step.step === "referee";
    if (this.phase !== "running" || (this.isAway && isNew)) {
      this.begin();
      // The first thing that is heard of it is not its beginning.
      this.hasGaps = !isNew;
    } else if (this.isAway) {
      this.hasGaps = true;
    }
    this.isAway = false;
    this.isUnsure = false;
    this.step = step;
  }

  private begin(): void {
    this.phase = "running";
    this.step = null;
    this.findings = [];
    this.ended = null;
    this.isDone = false;
    this.learnt = null;
    this.refusal = null;
    this.isAway = false;
    this.hasGaps = false;
    this.isUnsure = false;
    this.verdicts = new Map();
  }

  private finish(ended: SelfTest["ended"]): void {
    this.phase = "over";
    this.step = null;
    this.ended = ended;
  }

  private note(tone: Finding["tone"], part: Part | null, text: string): void {
    // What is heard before any step belongs to a test that the page has not seen begin.
    if (this.phase !== "running") return;
    this.findings = [...this.findings, { tone, part, text }];
  }

  /** Whether the board has gone past it, for it goes through each kind in order. */
  private isBehind(part: Part): boolean {
    const { step } = this;
    const stage = step && stageOf(step);
    if (step === null || stage === null || stage === "referee" || stage === "result") return false;
    if (part.kind === "button" && part.name === "referee") return true;
    const asked = step.step === "lamp" ? step.lamp : "connection" in step ? step.connection : "button" in step ? step.button : null;
    const order: readonly Stage[] = ["lamps", "lines", "buttons"];
    const here = order.indexOf(stage === "empty" ? "lines" : stage);
    const there = KINDS.indexOf(part.kind);
    if (here !== there) return there < here;
    const list = PARTS[part.kind].map(keyOf);
    return asked !== null && list.indexOf(keyOf(part)) < list.indexOf(asked);
  }
}
