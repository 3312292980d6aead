import { LANGUAGES, type Hello, type Language, type Settings } from "../protocol.js";
import { LANGUAGE_NAMES, type Words } from "../words.js";
import { attribute, h, write } from "./dom.js";
import { summary } from "./now.js";

export interface ControlWishes {
  onNew(): void;
  onUndo(): void;
  onSave(): void;
  onOpen(text: string, name: string): void;
  onPower(on: boolean): void;
  onSpeed(factor: number): void;
  onLanguage(language: Language): void;
  onConnect(): void;
  onDeck(on: boolean): void;
  onSelfTest(): void;
}

export interface ControlState {
  readonly words: Words;
  readonly language: Language;
  readonly source: "emulated" | "serial";
  readonly isOpen: boolean;
  readonly hello: Hello | null;
  readonly settings: Settings | null;
  readonly isPowered: boolean;
  readonly speed: number;
  readonly hasKit: boolean;
  readonly hasDeck: boolean;
  readonly hasGame: boolean;
  readonly isProving: boolean;
}

const SPEEDS = [0.25, 1, 2, 4] as const;

/** Everything that is pressed beside the board: the game's actions, and the machine's switches. */
export class Controls {
  readonly skip = h("a", { class: "skip", href: "#board" });
  readonly header: HTMLElement;
  readonly actions: HTMLElement;
  readonly machine: HTMLElement;
  private readonly title = h("h1");
  private readonly tagline = h("p", { class: "tagline" });
  private readonly language = h("select", { class: "language" });
  private readonly languageLabel = h("span", { class: "unseen" });
  private readonly status = h("p", { class: "status" });
  private readonly settings = h("p", { class: "quiet settings" });
  private readonly fresh = h("button", { type: "button", "data-do": "new" });
  private readonly undo = h("button", { type: "button", "data-do": "undo" });
  private readonly save = h("button", { type: "button", "data-do": "save" });
  private readonly open = h("button", { type: "button", "data-do": "open" });
  private readonly file = h("input", { type: "file", accept: ".kahuna,text/plain", hidden: true, tabindex: -1 });
  private readonly deck = h("button", { type: "button", "data-do": "deck" });
  private readonly selfTest = h("button", { type: "button", "data-do": "self-test" });
  private readonly connect = h("button", { type: "button", "data-do": "connect" });
  private readonly notice = h("p", { class: "notice", role: "status" });
  private readonly power = h("input", { type: "checkbox", role: "switch", "data-do": "power" });
  private readonly powerName = h("span");
  private readonly speed = h("select", { "data-do": "speed" });
  private readonly speedName = h("span");
  private readonly rate = h("p", { class: "quiet rate" });

  constructor(wishes: ControlWishes) {
    for (const name of LANGUAGES) this.language.append(h("option", { value: name, lang: name }, LANGUAGE_NAMES[name]));
    for (const factor of SPEEDS) this.speed.append(h("option", { value: factor }, `${factor}×`));
    this.language.addEventListener("change", () => {
      const chosen = LANGUAGES.find((name) => name === this.language.value);
      if (chosen !== undefined) wishes.onLanguage(chosen);
    });
    this.fresh.addEventListener("click", () => wishes.onNew());
    this.undo.addEventListener("click", () => wishes.onUndo());
    this.save.addEventListener("click", () => wishes.onSave());
    this.open.addEventListener("click", () => this.file.click());
    this.file.addEventListener("change", () => {
      const file = this.file.files?.[0];
      this.file.value = "";
      if (file !== undefined) void file.text().then((text) => wishes.onOpen(text, file.name));
    });
    this.deck.addEventListener("click", () => wishes.onDeck(this.deck.getAttribute("aria-pressed") !== "true"));
    this.selfTest.addEventListener("click", () => wishes.onSelfTest());
    this.connect.addEventListener("click", () => wishes.onConnect());
    this.power.addEventListener("change", () => wishes.onPower(this.power.checked));
    this.speed.addEventListener("change", () => wishes.onSpeed(Number(this.speed.value)));
    this.header = h(
      "header",
      { class: "masthead" },
      h("div", {}, this.title, this.tagline),
      h("label", { class: "language-field" }, this.languageLabel, this.language),
    );
    this.actions = h(
      "section",
      { class: "actions" },
      h("div", { class: "action-row" }, this.fresh, this.undo, this.save, this.open, this.file),
      this.notice,
    );
    this.machine = h(
      "footer",
      { class: "machine" },
      this.settings,
      h(
        "div",
        { class: "switches" },
        h("label", { class: "switch emulated-only" }, this.power, h("span", { class: "slide", "aria-hidden": "true" }), this.powerName),
        h("label", { class: "speed emulated-only" }, this.speedName, this.speed),
        this.deck,
        this.selfTest,
        this.connect,
      ),
      this.status,
      this.rate,
    );
  }

  /** Takes the reader to where a self-test is opened. */
  focusSelfTest(): void {
    this.selfTest.focus();
  }

  notify(text: string): void {
    write(this.notice, text);
  }

  showRate(words: Words, reached: number): void {
    write(this.rate, words.rate(reached.toFixed(2)));
    this.rate.dataset["reached"] = reached.toFixed(3);
  }

  show(state: ControlState): void {
    const { words } = state;
    write(this.skip, words.skip);
    write(this.title, words.title);
    write(this.tagline, words.tagline);
    write(this.languageLabel, words.language);
    this.language.value = state.language;
    write(this.fresh, words.newGame);
    write(this.undo, words.undo);
    write(this.save, words.download);
    write(this.open, words.load);
    attribute(this.file, "aria-label", words.loadHint);
    attribute(this.fresh, "title", words.newGameHint);
    attribute(this.undo, "title", words.undoHint);
    attribute(this.save, "title", words.downloadHint);
    attribute(this.open, "title", words.loadHint);
    attribute(this.deck, "title", words.deckHint);
    attribute(this.connect, "title", state.source === "serial" && state.hasKit ? words.disconnectHint : words.connectHint);
    for (const button of [this.fresh, this.open]) button.disabled = !state.isOpen;
    for (const button of [this.undo, this.save, this.deck]) button.disabled = !state.isOpen || !state.hasGame;
    write(this.deck, state.hasDeck ? words.deckOff : words.deck);
    attribute(this.deck, "aria-pressed", String(state.hasDeck));
    write(this.connect, state.source === "serial" && state.hasKit ? words.disconnect : words.connect);
    write(this.selfTest, words.selfTest.open);
    attribute(this.selfTest, "title", words.selfTest.openHint);
    this.selfTest.disabled = !state.isOpen;
    this.selfTest.hidden = state.isProving;
    this.deck.hidden = state.isProving;
    this.power.checked = state.isPowered;
    write(this.powerName, `${words.power}: ${state.isPowered ? words.on : words.off}`);
    write(this.speedName, words.speed);
    this.speed.value = String(state.speed);
    for (const field of this.machine.querySelectorAll<HTMLElement>(".emulated-only")) {
      field.hidden = state.source !== "emulated" || !state.hasKit;
    }
    this.rate.hidden = state.source !== "emulated" || !state.hasKit;
    const kind = state.source === "serial" ? words.real : words.virtual;
    write(this.status, state.hello === null ? kind : `${kind} · ${words.connected(state.hello.board, state.hello.firmware)}`);
    attribute(this.status, "data-open", String(state.isOpen));
    write(this.settings, state.settings === null ? "" : summary(words, state.settings));
  }
}
