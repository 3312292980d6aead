import { BoardClock } from "./board-clock.js";
import type { Board, Button, Light } from "./board.js";
import { CardPlay } from "./card-play.js";
import { EmulatedBoard, type Kit } from "./emulated-board.js";
import { isConnection, ISLANDS, LINES, type Connection } from "./map.js";
import { retrace } from "./past.js";
import { Proving } from "./proving.js";
import { PLAYERS, type Language, type Player, type State } from "./protocol.js";
import { readGame, RecordError } from "./record.js";
import { askedBy, type Asked } from "./self-test/asked.js";
import { Bench } from "./self-test/bench.js";
import { hasSerial, SerialBoard } from "./serial-board.js";
import { Session } from "./session.js";
import { believed, bridges, Table } from "./table.js";
import { Archipelago, type Mark } from "./view/archipelago.js";
import { BenchView } from "./view/bench.js";
import { Cards } from "./view/cards.js";
import { Controls } from "./view/controls.js";
import { attribute, download, h, write } from "./view/dom.js";
import { Fingers } from "./view/fingers.js";
import { glow, OFF } from "./view/glow.js";
import { Log } from "./view/log.js";
import { Now, type Absence } from "./view/now.js";
import { Rail } from "./view/rail.js";
import { RefereeButton } from "./view/referee-button.js";
import { Scoreboard } from "./view/scoreboard.js";
import { SetUp } from "./view/set-up.js";
import { Timeline } from "./view/timeline.js";
import { marksOf, Verdicts } from "./view/verdicts.js";
import { Wizard } from "./view/wizard.js";
import { keepLanguage, WORDS, type Words } from "./words.js";

/** Lamps of a board whose waveform the page cannot see: who controls what, at the levels that a real one has at rest. */
const CONTROL: Readonly<Record<Player, Light>> = { white: [60, 44, 32], black: [17, 2, 63] };

/** The whole page: one board, one table, and everything that shows them. */
export class App {
  private readonly session: Session;
  private readonly table: Table;
  private readonly map = new Archipelago();
  private readonly fingers: Fingers;
  private readonly rails: Readonly<Record<Player, Rail>>;
  private readonly referee: RefereeButton;
  private readonly now: Now;
  private readonly scoreboard = new Scoreboard();
  private readonly timeline: Timeline;
  private readonly log: Log;
  private readonly setUp: SetUp;
  private readonly controls: Controls;
  private readonly cards: Cards;
  private readonly play: CardPlay;
  private readonly proving: Proving;
  private readonly wizard: Wizard;
  private readonly verdicts: Verdicts;
  private readonly benchView = new BenchView(() => this.wire());
  private readonly past = h("p", { class: "past-banner", role: "status" });

  private board: Board | null = null;
  private source: "emulated" | "serial" = "emulated";
  private isPowered = true;
  private speed = 1;
  private readonly clock = new BoardClock();
  /** The step that is looked at; null for the present. */
  private look: number | null = null;
  private isRetracing = false;

  /** What the emulated board is made from; null without one, undefined while it is being fetched. */
  private kit: Kit | null | undefined = undefined;
  /** What is soldered to the emulated chip. */
  private bench: Bench | null = null;

  constructor(
    private readonly root: HTMLElement,
    private language: Language,
  ) {
    this.session = new Session(language);
    this.table = new Table(() => this.board?.hands ?? null);
    this.fingers = new Fingers(this.map, this.table, {
      colourFor: (line) => this.likelyOwner(line),
      mayTouch: () => this.board?.hands != null && this.look === null,
      onChoice: () => this.show(),
    });
    const onHold = (button: Button, down: boolean): void => this.board?.hands?.setButton(button, down);
    const rail = (player: Player): Rail =>
      new Rail(player, onHold, (who, event) => this.fingers.take(who, event), (who) => {
        this.fingers.choose(this.fingers.chosen === who ? null : who);
      });
    this.rails = { white: rail("white"), black: rail("black") };
    this.referee = new RefereeButton(onHold, () => this.clock.now);
    this.now = new Now(() => this.openSetUp(), () => this.doAsk());
    this.timeline = new Timeline((step) => this.lookAt(step));
    this.log = new Log((step) => this.lookAt(step));
    this.setUp = new SetUp((words) => this.session.newGame(words));
    this.play = new CardPlay({
      state: () => this.session.state,
      hands: () => this.board?.hands ?? null,
      speed: () => this.speed,
      onChange: () => this.show(),
    });
    this.cards = new Cards({
      onTake: (from) => this.play.take(from),
      onGive: (player, index) => this.play.give(player, index),
      onDiscard: (player, indices) => void this.play.discard(player, indices),
      onAway: () => this.play.use(false),
    });
    this.proving = new Proving({
      session: this.session,
      table: this.table,
      clock: this.clock,
      hands: () => this.board?.hands ?? null,
      words: () => this.words,
      language: () => this.language,
      colourFor: (line) => this.likelyOwner(line),
      onChange: () => this.show(),
    });
    this.wizard = new Wizard({
      onBegin: () => {
        this.proving.start();
        this.wizard.focus();
      },
      onBack: () => {
        this.proving.close();
        this.controls.focusSelfTest();
      },
      onDo: () => this.proving.doIt(),
      onNothing: () => void this.proving.nothingHappens(),
      onTap: (button) => void this.proving.tap(button),
      onGiveUp: () => void this.proving.giveUp(),
      onPutBack: () => this.proving.putBack(),
      onSave: (kind) => this.proving.save(kind),
      onCopy: () => void this.proving.copy(),
      onForget: () => void this.proving.forget(),
    });
    const caps = [...this.rails.white.caps, ...this.rails.black.caps, ["referee", this.referee.cap] as const];
    this.verdicts = new Verdicts(this.map.overlay, caps, { "turn white": this.rails.white.lamp, "turn black": this.rails.black.lamp });
    this.controls = new Controls({
      onNew: () => this.openSetUp(),
      onUndo: () => this.session.undo(),
      onSave: () => void this.save(),
      onOpen: (text, name) => void this.open(text, name),
      onPower: (on) => this.setPower(on),
      onSpeed: (factor) => this.setSpeed(factor),
      onLanguage: (next) => this.setLanguage(next),
      onConnect: () => void this.connect(),
      onDeck: (on) => this.play.use(on),
      onSelfTest: () => {
        this.proving.open();
        this.wizard.focus();
      },
    });
    this.table.onChange = () => this.show();
    this.session.onChange = () => {
      this.proving.follow();
      this.show();
    };
    this.session.onLampsChange = () => this.showLamps();
    this.session.onEvent = (event) => {
      if (event.event === "started") this.look = null;
      this.play.follow(event);
    };
    this.assemble();
    this.show();
    performance.mark("board-drawn");
  }

  /** Takes what was fetched for the emulated board. */
  setKit(kit: Kit | null): void {
    this.kit = kit;
    this.bench = kit === null ? null : new Bench(kit.description);
    this.show();
  }

  /** Switches the emulated board on, if there is one. */
  startEmulated(): void {
    if (this.kit == null) return;
    const board = new EmulatedBoard(this.kit, this.session);
    board.hands.onRate = (reached) => this.controls.showRate(this.words, reached);
    board.hands.onTime = (now) => {
      this.clock.tick(now);
      this.root.dataset["time"] = now.toFixed(0);
    };
    this.use(board, "emulated");
    this.clock.restart();
    this.wire();
    board.hands.setSpeed(this.speed);
    board.hands.setPower(true);
    this.isPowered = true;
    this.show();
  }

  /** Turns to a real board that was allowed before; for shops, where nobody presses Connect after a power cut. */
  async startSerial(): Promise<boolean> {
    const board = await SerialBoard.again(this.session);
    if (board !== null) this.use(board, "serial");
    return board !== null;
  }

  /** Plays a record on the board and lays the sticks as it leaves them. */
  async open(text: string, name: string): Promise<void> {
    const { words } = this;
    let game;
    try {
      game = readGame(text);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      this.controls.notify(`${name}: ${words.loadUnreadable(error.line, error.found)}`);
      return;
    }
    this.controls.notify(words.loading);
    this.look = null;
    this.table.clear();
    await this.untilOpen();
    const outcome = await this.session.load(game);
    const { state } = this.session;
    if (state !== null && this.board?.hands != null) this.table.follow(state.bridges);
    switch (outcome.kind) {
      case "loaded":
        return this.controls.notify("");
      case "refused":
        return this.controls.notify(`${name}: ${words.loadRefused(outcome.line, outcome.message)}`);
      case "lost":
        return this.controls.notify(words.loadLost);
      default:
        return outcome satisfies never;
    }
  }

  private get words(): Words {
    return WORDS[this.language];
  }

  private use(board: Board, source: "emulated" | "serial"): void {
    this.board = board;
    this.source = source;
    this.look = null;
    this.table.clear();
    this.session.attach(board);
    this.play.use(false);
    this.show();
  }

  private async connect(): Promise<void> {
    if (this.source === "serial") {
      this.startEmulated();
      return;
    }
    if (!hasSerial()) {
      this.controls.notify(this.words.noSerial);
      return;
    }
    const board = await SerialBoard.choose(this.session);
    if (board !== null) this.use(board, "serial");
  }

  private untilOpen(): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.session.state !== null) resolve();
        else setTimeout(look, 50);
      };
      look();
    });
  }

  private setLanguage(language: Language): void {
    this.language = language;
    keepLanguage(language);
    document.documentElement.lang = language;
    this.session.setLanguage(language);
    this.proving.speak();
    this.show();
  }

  private setPower(on: boolean): void {
    this.isPowered = on;
    this.board?.hands?.setPower(on);
    this.show();
  }

  private setSpeed(factor: number): void {
    this.speed = factor;
    this.board?.hands?.setSpeed(factor);
    this.show();
  }

  /** Solders the bench's faults to the emulated board. */
  private wire(): void {
    if (this.bench !== null) this.board?.hands?.setFaults(this.bench.faults());
    this.show();
  }

  private openSetUp(): void {
    this.setUp.open(this.words, this.session.state?.menu?.settings ?? this.session.state?.settings ?? null);
  }

  private async save(): Promise<void> {
    const text = await this.session.record();
    if (text === null) {
      this.controls.notify(this.words.loadLost);
      return;
    }
    download(text, "game.kahuna", "text/plain");
  }

  /** A stick that the board asks for is the one it asks for; any other is most likely the mover's. */
  private likelyOwner(line: Connection): Player {
    const { state } = this.session;
    if (state?.asks?.ask === "place" && state.asks.connection === line) return state.asks.player;
    return PLAYERS.find((player) => state?.bridges[player].includes(line)) ?? state?.turn ?? "white";
  }

  /** Does with the stick what the board asks for. */
  private doAsk(): void {
    const ask = this.session.state?.asks;
    if (ask?.ask === "lift") this.table.lift(ask.connection);
    if (ask?.ask === "place") this.table.put(ask.connection, ask.player);
  }

  private lookAt(step: number | null): void {
    this.look = step;
    const { state, snapshots } = this.session;
    if (step !== null && state !== null && !snapshots.has(step)) void this.retrace();
    this.show();
  }

  /** Fills in what the board did not tell because the page was not there. */
  private async retrace(): Promise<void> {
    if (this.isRetracing || this.kit == null) return;
    this.isRetracing = true;
    try {
      const text = await this.session.record();
      const { snapshots } = this.session;
      if (text === null) return;
      await retrace(this.kit, readGame(text), (state) => {
        if (!snapshots.has(state.actions)) snapshots.set(state.actions, state);
        this.show();
      });
    } finally {
      this.isRetracing = false;
      this.show();
    }
  }

  private absence(): Absence {
    if (this.source === "serial") return "reconnecting";
    if (this.kit === null) return "no-image";
    return this.isPowered ? "waking" : "no-power";
  }

  /** The state that is looked at: the present, or a step of the past. */
  private get looked(): State | null {
    const { state, snapshots } = this.session;
    return this.look === null ? state : (snapshots.get(this.look) ?? null);
  }

  /** What lies on the lines. The past is a position: what was asked for at that moment is no part of it. */
  private sticks(): ReadonlyMap<Connection, Player | null> {
    const { look, looked } = this;
    if (look === null && this.board?.hands != null) return this.table.lying;
    if (this.proving.isBusy) return this.lyingInTest();
    if (looked === null) return new Map();
    return look === null ? believed(looked) : bridges(looked);
  }

  /** What a board without hands is taken to carry during a self-test: what it wants lifted. */
  private lyingInTest(): ReadonlyMap<Connection, Player | null> {
    return new Map(this.asked().lift.filter(isConnection).map((line) => [line, null]));
  }

  /** What the self-test asks for. */
  private asked(): Asked {
    return askedBy(this.proving.isBusy ? this.session.selfTest.step : null, this.words);
  }

  private show(): void {
    const { words, session, proving } = this;
    const { state } = session;
    this.expectLamps();
    if (proving.isOpen) this.look = null;
    if (this.look !== null && (state === null || this.look >= state.actions)) this.look = null;
    const { looked } = this;
    const hasHands = this.board?.hands != null;
    const isPast = this.look !== null;
    document.title = words.title;
    this.root.dataset["source"] = this.source;
    this.root.classList.toggle("past", isPast);
    this.root.classList.toggle("proving", proving.isOpen);
    this.root.classList.toggle("dark", hasHands && !this.isPowered);
    attribute(this.map.element, "aria-label", `${words.board}. ${words.boardHelp}`);
    const sticks = this.sticks();
    this.map.setSticks(sticks);
    for (const { name } of LINES) attribute(this.map.target(name), "aria-label", lineLabel(words, name, sticks));
    this.map.setMarks(this.marks(looked));
    for (const player of PLAYERS) {
      const left = hasHands && !isPast ? this.table.supply(player) : 25 - (looked?.bridges[player].length ?? 0);
      this.rails[player].show(words, left, looked?.turn === player && !proving.isBusy, this.fingers.chosen === player, hasHands);
    }
    this.referee.show(words, hasHands, proving.isBusy);
    this.showSelfTest(hasHands);
    this.now.show(words, isPast ? (looked ?? state) : state, this.absence(), hasHands && !isPast);
    this.scoreboard.show(words, looked ?? state);
    this.timeline.show(words, this.look, state?.actions ?? 0);
    this.log.show(words, session.log);
    this.cards.show(words, this.play.deck, state);
    this.past.hidden = !isPast;
    write(this.past, looked === null ? words.timelineMissing : words.timelineShown);
    this.controls.show({
      words,
      language: this.language,
      source: this.source,
      isOpen: session.isOpen,
      hello: session.hello,
      settings: state === null || state.phase === "set-up" ? null : state.settings,
      isPowered: this.isPowered,
      speed: this.speed,
      hasKit: this.kit != null,
      hasDeck: this.play.deck !== null,
      hasGame: state !== null && state.phase !== "set-up",
      isProving: proving.isOpen,
    });
    this.showLamps();
  }

  /** A real board tells its name and not its lamps: one of the same name as the emulated board is built like it. */
  private expectLamps(): void {
    const { bench, session } = this;
    if (bench === null) return;
    if (this.source === "emulated" || session.hello?.board === bench.name) session.selfTest.expect(bench.lights);
  }

  private showSelfTest(hasHands: boolean): void {
    const { words, session, proving } = this;
    const { state, selfTest } = session;
    this.verdicts.show(proving.isOpen ? selfTest : null, this.asked());
    this.wizard.show({
      words,
      test: selfTest,
      isShown: proving.isOpen,
      isOpen: session.isOpen,
      hasHands,
      isGivingUp: proving.isGivingUp,
      canPutBack: hasHands && state !== null && PLAYERS.some((player) => state.bridges[player].some((line) => this.table.on(line) !== player)),
      notice: proving.notice,
    });
    this.benchView.show(words, this.source === "emulated" ? this.bench : null);
  }

  private showLamps(): void {
    const { look, looked, session } = this;
    const isSeen = look === null && this.board?.hands != null;
    for (const island of ISLANDS) {
      // What a test shows on a real board is not told over the link.
      const player = this.proving.isBusy ? undefined : PLAYERS.find((player) => looked?.control[player].includes(island));
      const light = isSeen ? session.lamps[island] : player && CONTROL[player];
      this.map.setLamp(island, light === undefined ? OFF : glow(light));
    }
    for (const player of PLAYERS) {
      const light = isSeen ? session.lamps[`turn ${player}`] : looked?.turn === player && !this.proving.isBusy ? CONTROL[player] : undefined;
      this.rails[player].setLamp(light === undefined ? OFF : glow(light));
    }
  }

  private marks(looked: State | null): Map<Connection, { mark: Mark; player: Player | null }> {
    if (this.proving.isBusy) return marksOf(this.asked());
    const marks = new Map<Connection, { mark: Mark; player: Player | null }>();
    if (looked === null || this.look !== null) return marks;
    if (looked.refuses?.connection != null) marks.set(looked.refuses.connection, { mark: "refused", player: null });
    const { asks } = looked;
    if (asks !== null && !marks.has(asks.connection)) {
      marks.set(asks.connection, { mark: asks.ask, player: asks.ask === "place" ? asks.player : null });
    }
    return marks;
  }

  private assemble(): void {
    const table = h(
      "main",
      { class: "table", id: "board" },
      this.rails.black.element,
      h("div", { class: "board" }, this.map.element, this.referee.element, this.past),
      this.rails.white.element,
    );
    const panel = h(
      "aside",
      { class: "panel" },
      this.controls.header,
      this.wizard.element,
      this.now.element,
      this.scoreboard.element,
      this.cards.element,
      this.timeline.element,
      this.controls.actions,
      this.log.element,
      this.controls.machine,
      this.benchView.element,
    );
    this.root.append(this.controls.skip, table, panel, this.setUp.element);
  }
}

function lineLabel(words: Words, name: Connection, sticks: ReadonlyMap<Connection, Player | null>): string {
  const player = sticks.get(name);
  if (player === undefined) return words.lineFree(name);
  return player === null ? words.lineUnknown(name) : words.lineTaken(name, words[player]);
}
