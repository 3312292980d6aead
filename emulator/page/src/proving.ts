import type { BoardClock } from "./board-clock.js";
import type { Button, Hands } from "./board.js";
import type { Language, Player } from "./protocol.js";
import { reportJson, reportName, reportText, type Exported } from "./self-test/export.js";
import type { Session } from "./session.js";
import type { Table } from "./table.js";
import type { Connection } from "./map.js";
import { download } from "./view/dom.js";
import type { Words } from "./words.js";

/** How long a button is tapped, in milliseconds for the board. */
const TAP = 150;
/** And for how long it is up before the next press. */
const APART = 100;
/** The board takes a hold of five seconds for giving up; a broken button is not held for ever. */
const GIVE_UP = 7000;

/** What the wizard needs of the page. */
export interface ProvingTable {
  readonly session: Session;
  readonly table: Table;
  readonly clock: BoardClock;
  readonly hands: () => Hands | null;
  readonly words: () => Words;
  readonly language: () => Language;
  readonly colourFor: (line: Connection) => Player;
  readonly onChange: () => void;
}

/** Joins the self-test to the page: begins it, does on the emulated board what it asks for, keeps its report. */
export class Proving {
  /** Whether the wizard stands in place of the game. */
  isOpen = false;
  isGivingUp = false;
  /** What the page has to say about what somebody just pressed. */
  notice = "";
  /** Whether this board was asked for its report since it is there. */
  private hasAsked = false;
  private tapping: Promise<void> = Promise.resolve();

  constructor(private readonly page: ProvingTable) {}

  open(): void {
    this.isOpen = true;
    this.notice = "";
    this.page.session.selfTest.refusal = null;
    this.hasAsked = true;
    void this.page.session.readReport();
    this.page.onChange();
  }

  /** Back to the game; not while a test is under way, for there is no game then. */
  close(): void {
    if (this.isBusy) return;
    this.isOpen = false;
    this.notice = "";
    this.page.onChange();
  }

  /** Follows the board: a test that was begun at the table opens the wizard by itself. */
  follow(): void {
    const { session } = this.page;
    if (this.isBusy) this.isOpen = true;
    if (!session.isOpen) this.hasAsked = false;
    // Another board, or the same one come back.
    if (!this.isOpen || this.isBusy || !session.isOpen || this.hasAsked || session.selfTest.report.kind !== "unknown") return;
    this.hasAsked = true;
    void session.readReport();
  }

  /** Whether the board is testing, as far as the page knows. */
  get isBusy(): boolean {
    return this.page.session.selfTest.phase === "running";
  }

  start(): void {
    this.notice = "";
    void this.page.session.startSelfTest(this.page.words().loadLost);
  }

  /** Another language: the board says its step again by itself, but not its report. */
  speak(): void {
    if (this.isOpen) void this.page.session.readReport();
  }

  /** Presses a button of the emulated board, long enough for it to count; one after the other, as a finger does. */
  tap(button: Button): Promise<void> {
    this.tapping = this.tapping.then(() => this.tapNow(button));
    return this.tapping;
  }

  private async tapNow(button: Button): Promise<void> {
    const hands = this.page.hands();
    if (hands === null) return;
    hands.setButton(button, true);
    await this.page.clock.pass(TAP);
    hands.setButton(button, false);
    await this.page.clock.pass(APART);
  }

  /** Does on the emulated board what the step asks for. */
  doIt(): void {
    const { table, session, colourFor } = this.page;
    const { step } = session.selfTest;
    switch (step?.step) {
      case "referee":
        return void this.tap("referee");
      case "instead":
      case "button":
        return void this.tap(step.button);
      case "answer":
        return void this.tap(`white ${step.answer}`);
      case "line":
        return table.put(step.connection, colourFor(step.connection));
      case "lift":
        return table.lift(step.connection);
      case "empty":
        return table.clear();
      default:
        return;
    }
  }

  /** Tells the board that it was done and nothing came of it. */
  async nothingHappens(): Promise<void> {
    const { table, session } = this.page;
    const { step } = session.selfTest;
    await this.tap("referee");
    if (step?.step === "line") table.lift(step.connection);
  }

  async giveUp(): Promise<void> {
    const { clock, onChange, words } = this.page;
    const hands = this.page.hands();
    if (hands === null || this.isGivingUp) return;
    this.isGivingUp = true;
    onChange();
    const end = clock.now + GIVE_UP;
    hands.setButton("referee", true);
    while (this.isBusy && clock.now < end) await clock.pass(TAP);
    hands.setButton("referee", false);
    this.isGivingUp = false;
    this.notice = this.isBusy ? words().selfTest.giveUpFailed : "";
    onChange();
  }

  async forget(): Promise<void> {
    this.notice = (await this.page.session.forgetOrder()) ?? this.page.words().loadLost;
    await this.page.session.readReport();
  }

  /** Lays the sticks as the game has them. */
  putBack(): void {
    const { session, table } = this.page;
    if (session.state !== null) table.follow(session.state.bridges);
  }

  save(kind: "json" | "text"): void {
    const exported = this.exported();
    if (exported === null) return;
    const name = reportName(exported);
    if (kind === "json") download(reportJson(exported), `${name}.json`, "application/json");
    else download(reportText(exported, this.page.words()), `${name}.md`, "text/markdown");
  }

  async copy(): Promise<void> {
    const exported = this.exported();
    if (exported === null) return;
    const { words } = this.page;
    try {
      await navigator.clipboard.writeText(reportText(exported, words()));
      this.notice = words().selfTest.copied;
    } catch {
      // Without a permission, or away from localhost and https.
      this.notice = words().selfTest.copyFailed;
    }
    this.page.onChange();
  }

  private exported(): Exported | null {
    const { session, language, hands } = this.page;
    const { report } = session.selfTest;
    if (report.kind !== "made") return null;
    return { report, hello: session.hello, isVirtual: hands() !== null, language: language(), at: new Date() };
  }
}
