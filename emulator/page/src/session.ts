import type { Board, BoardListener, Lamps } from "./board.js";
import { decode, DecodeError } from "./decode.js";
import type { BoardEvent, Hello, Language, Message, State } from "./protocol.js";
import { readGame, type GameText } from "./record.js";
import type { Fault, SelfTestMessage } from "./self-test/messages.js";
import { SelfTest, type Report } from "./self-test/model.js";

/** Something that is written in the log. */
export interface LogEntry {
  readonly tone: "played" | "refused" | "noted" | "trouble";
  readonly text: string;
  /** The rule that a refusal names. */
  readonly rule: string | null;
  /** After how many actions the game stood as this left it; null for what changed nothing. */
  readonly step: number | null;
}

export type LoadOutcome =
  | { readonly kind: "loaded" }
  | { readonly kind: "refused"; readonly line: number; readonly message: string }
  | { readonly kind: "lost" };

type BoardError = Extract<Message, { kind: "error" }>;

interface Question<T> {
  readonly hear: (message: Message) => T | undefined;
  readonly resolve: (answer: T | null) => void;
  timer: ReturnType<typeof setTimeout>;
}

const PATIENCE = 4000;
const LOG_LENGTH = 600;
/** Events that change the position. */
const PLAYED: ReadonlySet<string> = new Set(["placed", "removed", "replaced", "handicap", "discarded", "drew", "passed"]);
/** Events that say nothing a log needs. */
const SILENT: ReadonlySet<string> = new Set(["ignored", "menu", "menu-left", "review", "review-left", "asks"]);

/**
 * The conversation with one board: what it said last, and questions with their answers.
 *
 * Every event is followed by a question for the state, so the page never works out a state of its own.
 */
export class Session implements BoardListener {
  hello: Hello | null = null;
  state: State | null = null;
  lamps: Lamps = {};
  isOpen = false;
  trouble: string | null = null;
  readonly log: LogEntry[] = [];
  /** The state after so many actions, as far as the board has told. */
  readonly snapshots = new Map<number, State>();
  readonly selfTest = new SelfTest();

  onChange: () => void = () => {};
  onLampsChange: () => void = () => {};
  onEvent: (event: BoardEvent) => void = () => {};

  private board: Board | null = null;
  private asked = 0;
  private isAsking = false;
  private mustAskAgain = false;
  private reading: Promise<string | null> | null = null;
  private reporting: Promise<void> = Promise.resolve();
  private questions: Question<unknown>[] = [];
  private watch: ReturnType<typeof setTimeout> | null = null;

  constructor(private language: Language) {}

  /** Turns to another board; what the last one said is forgotten. */
  attach(board: Board): void {
    this.board?.dispose();
    this.board = board;
    this.forget();
    this.selfTest.reset();
    this.log.length = 0;
    this.lamps = {};
    this.onChange();
    this.onLampsChange();
  }

  setLanguage(language: Language): void {
    this.language = language;
    this.send(`lang ${language}`);
    this.askState();
  }

  send(line: string): void {
    this.board?.send(line);
  }

  newGame(setUp: readonly string[]): void {
    this.send(["new", ...setUp].join(" "));
  }

  undo(): void {
    this.send("undo");
  }

  /** The text of the game that is being played; null if the board does not say it, or not all of it. */
  record(): Promise<string | null> {
    // Whoever asks while the lines are coming gets the same answer: who listens from the middle has half a game.
    this.reading ??= this.readRecord().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async readRecord(): Promise<string | null> {
    const lines: string[] = [];
    this.send("record");
    return this.question((message) => {
      switch (message.kind) {
        case "record-line":
          lines.push(message.text);
          return undefined;
        case "record-end":
          return message.lines === lines.length ? `${lines.join("\n")}\n` : null;
        case "error":
          return null;
        default:
          return undefined;
      }
    });
  }

  /** Plays a record on the board, action by action; stops at the first that the board refuses. */
  async load({ setUp, actions }: GameText): Promise<LoadOutcome> {
    this.newGame(setUp);
    const started = await this.question((message) => {
      if (message.kind === "event" && message.event === "started") return "started" as const;
      return message.kind === "error" ? message : undefined;
    });
    if (started === null) return { kind: "lost" };
    if (started !== "started") return { kind: "refused", line: 1, message: started.message };
    for (const { line, text } of actions) {
      const answer = await this.attempt(text);
      if (answer === null) return { kind: "lost" };
      if (answer.kind === "error" || answer.event === "refused") return { kind: "refused", line, message: answer.message };
    }
    await this.freshState();
    return { kind: "loaded" };
  }

  /** Says an action to the board; whether it was accepted. */
  async play(action: string): Promise<boolean> {
    const answer = await this.attempt(action);
    return answer?.kind === "event" && answer.event !== "refused";
  }

  private attempt(action: string): Promise<BoardEvent | BoardError | null> {
    this.send(`play ${action}`);
    return this.question((message) => {
      if (message.kind === "error") return message;
      if (message.kind !== "event") return undefined;
      return message.event === "refused" || PLAYED.has(message.event) ? message : undefined;
    });
  }

  /** Has the board begin a self-test; `unanswered` is shown if it says nothing. */
  async startSelfTest(unanswered: string): Promise<void> {
    this.selfTest.ask();
    this.onChange();
    this.send("selftest start");
    const refusal = await this.question((message) => {
      if (message.kind === "test-step") return "";
      return message.kind === "error" ? message.message : undefined;
    });
    if (refusal !== "") this.selfTest.refuse(refusal ?? unanswered);
    this.onChange();
  }

  /** Asks what the last self-test found. */
  readReport(): Promise<void> {
    // One at a time: who listens from the middle has half a report. What is asked meanwhile is asked afterwards.
    this.reporting = this.reporting.then(() => this.readOneReport());
    return this.reporting;
  }

  private async readOneReport(): Promise<void> {
    if (!this.isOpen) return;
    const faults: Fault[] = [];
    this.send("selftest");
    const report = await this.question((message): Report | undefined => {
      switch (message.kind) {
        case "report-fault":
          faults.push(message.fault);
          return undefined;
        case "report-end":
          // Half a report is none.
          return message.summary.faults === faults.length ? { kind: "made", faults, summary: message.summary } : { kind: "unknown" };
        case "report-none":
          return { kind: "none", message: message.message };
        case "error":
          return { kind: "none", message: message.message };
        default:
          return undefined;
      }
    });
    if (report !== null) this.selfTest.takeReport(report);
    this.onChange();
  }

  /** Has the board forget a learnt order of its contacts; what it says to that. */
  async forgetOrder(): Promise<string | null> {
    this.send("selftest forget");
    return this.question((message) =>
      message.kind === "order-forgotten" || message.kind === "error" ? message.message : undefined,
    );
  }

  /** The state, asked for now. */
  async freshState(): Promise<State | null> {
    const id = `fresh-${++this.asked}`;
    this.send(`state ${id}`);
    return this.question((message) => (message.kind === "state" && message.id === id ? message : undefined));
  }

  onOpen(): void {
    this.isOpen = true;
    this.trouble = null;
    this.send(`lang ${this.language}`);
    this.send("hello");
    this.askState();
    // If it is not testing any more, it says so by answering this before it has told a step.
    if (this.selfTest.phase === "running") void this.readReport();
    this.onChange();
  }

  onClosed(): void {
    this.isOpen = false;
    this.selfTest.close();
    this.forget();
    this.onChange();
  }

  onLamps(lamps: Lamps): void {
    this.lamps = lamps;
    this.onLampsChange();
  }

  onTrouble(message: string): void {
    this.trouble = message;
    this.write({ tone: "trouble", text: message, rule: null, step: null });
    this.onChange();
  }

  onLine(line: string): void {
    let message: Message;
    try {
      message = decode(line);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.write({ tone: "trouble", text: error.message, rule: null, step: null });
      // What cannot be read is as good as lost.
      this.selfTest.lose(error.message);
      this.onChange();
      return;
    }
    this.hear(message);
    for (const question of [...this.questions]) {
      const answer = question.hear(message);
      if (answer !== undefined) this.answer(question, answer);
    }
  }

  private hear(message: Message): void {
    switch (message.kind) {
      case "hello":
        this.hello = message;
        return this.onChange();
      case "state":
        return this.take(message);
      case "event":
        return this.happen(message);
      case "error":
        this.write({ tone: "trouble", text: message.message, rule: null, step: null });
        return this.onChange();
      case "lost":
        this.write({ tone: "trouble", text: message.message, rule: null, step: null });
        this.selfTest.lose(message.message);
        this.askState();
        return this.onChange();
      case "record-line":
      case "record-end":
      case "language":
      case "other":
        return;
      default:
        return this.test(message);
    }
  }

  private test(message: SelfTestMessage): void {
    this.selfTest.hear(message);
    if (message.kind === "test-done" || message.kind === "test-end") void this.readReport();
    if (message.kind === "test-end") {
      this.write({ tone: "noted", text: message.message, rule: null, step: null });
      // The game goes on from what the board remembers.
      this.askState();
    }
    this.onChange();
  }

  private take(state: State): void {
    const isFirst = this.state === null;
    this.state = state;
    this.isAsking = false;
    if (this.watch !== null) clearTimeout(this.watch);
    this.watch = null;
    for (const step of this.snapshots.keys()) if (step > state.actions) this.snapshots.delete(step);
    if (state.phase !== "set-up") this.snapshots.set(state.actions, state);
    if (this.mustAskAgain) this.askState();
    if (isFirst && state.actions > 0 && this.log.length === 0) void this.recall();
    this.onChange();
  }

  /** A game that was there before this page was: its log is in the board's record. */
  private async recall(): Promise<void> {
    const text = await this.record();
    if (text === null || this.log.length > 0) return;
    readGame(text).actions.forEach(({ text }, index) => {
      this.write({ tone: "played", text, rule: null, step: index + 1 });
    });
    this.onChange();
  }

  private happen(event: BoardEvent): void {
    this.selfTest.hearGame();
    if (event.event === "started") {
      this.log.length = 0;
      this.snapshots.clear();
    }
    if (event.event === "undone") this.forgetStepsFrom(this.steps());
    if (PLAYED.has(event.event)) {
      this.write({ tone: "played", text: event.message, rule: null, step: this.steps() + 1 });
    } else if (!SILENT.has(event.event) && event.message !== "") {
      const tone = event.event === "refused" ? "refused" : "noted";
      this.write({ tone, text: event.message, rule: event.rule, step: null });
    }
    this.onEvent(event);
    this.askState();
    this.onChange();
  }

  /** How many actions the log knows of. */
  private steps(): number {
    return this.log.reduce((most, { step }) => Math.max(most, step ?? 0), 0);
  }

  private forgetStepsFrom(step: number): void {
    this.log.forEach((entry, index) => {
      if (entry.step !== null && entry.step >= step) this.log[index] = { ...entry, step: null, tone: "noted" };
    });
  }

  private write(entry: LogEntry): void {
    this.log.push(entry);
    if (this.log.length > LOG_LENGTH) this.log.shift();
  }

  private askState(): void {
    if (this.isAsking) {
      this.mustAskAgain = true;
      return;
    }
    this.isAsking = true;
    this.mustAskAgain = false;
    this.send(`state ${++this.asked}`);
    this.watch = setTimeout(() => {
      // The answer was lost on the way.
      this.isAsking = false;
      if (this.isOpen) this.askState();
    }, PATIENCE);
  }

  private question<T>(hear: (message: Message) => T | undefined): Promise<T | null> {
    return new Promise((resolve) => {
      const question: Question<unknown> = {
        hear,
        resolve: (answer) => resolve(answer as T | null),
        timer: setTimeout(() => this.answer(question, null), PATIENCE * 2),
      };
      this.questions.push(question);
    });
  }

  private answer(question: Question<unknown>, answer: unknown): void {
    clearTimeout(question.timer);
    this.questions = this.questions.filter((other) => other !== question);
    question.resolve(answer);
  }

  private forget(): void {
    this.hello = null;
    this.state = null;
    this.isAsking = false;
    this.mustAskAgain = false;
    if (this.watch !== null) clearTimeout(this.watch);
    this.watch = null;
    this.snapshots.clear();
    for (const question of this.questions) this.answer(question, null);
  }
}
