import type { Player, State } from "../protocol.js";
import type { Words } from "../words.js";
import { attribute, h, write } from "./dom.js";

/** Why there is no state to show. */
export type Absence = "no-image" | "no-power" | "waking" | "reconnecting";

/** The most important card: whose turn it is, what the board asks for, what it refuses, who has won. */
export class Now {
  readonly element: HTMLElement;
  private readonly round = h("p", { class: "round" });
  private readonly headline = h("h2", { class: "headline" });
  private readonly detail = h("p", { class: "detail" });
  private readonly begin = h("button", { type: "button", class: "primary" });
  private readonly ask = h("div", { class: "callout ask", role: "status" });
  private readonly refusal = h("div", { class: "callout refusal", role: "alert" });

  constructor(onBegin: () => void, private readonly onDo: () => void) {
    this.begin.addEventListener("click", onBegin);
    this.element = h(
      "section",
      { class: "now", "aria-live": "polite" },
      this.round, this.headline, this.detail, this.begin, this.refusal, this.ask,
    );
  }

  show(words: Words, state: State | null, absence: Absence, hasHands: boolean): void {
    const turn = state?.end?.winner ?? state?.turn ?? null;
    this.element.dataset["player"] = turn ?? "";
    this.element.classList.toggle("over", state?.end != null);
    write(this.round, state === null || state.phase === "set-up" ? "" : roundText(words, state));
    write(this.headline, state === null ? absent(words, absence) : headline(words, state));
    write(this.detail, state === null ? absentDetail(words, absence) : detail(words, state));
    write(this.begin, words.begin);
    this.begin.hidden = state === null || !(state.phase === "set-up" || state.phase === "over");
    this.showRefusal(words, state);
    this.showAsk(words, state, hasHands);
  }

  private showRefusal(words: Words, state: State | null): void {
    const refusal = state?.refuses ?? null;
    this.refusal.hidden = refusal === null;
    const key = refusal === null ? "" : `${refusal.error} ${refusal.rule} ${refusal.message} ${words.refused}`;
    if (this.refusal.dataset["key"] === key) return;
    this.refusal.dataset["key"] = key;
    attribute(this.refusal, "data-error", refusal?.error ?? null);
    this.refusal.replaceChildren();
    if (refusal === null) return;
    this.refusal.append(
      h("p", { class: "callout-title" }, words.refused, h("span", { class: "rule" }, words.rule(refusal.rule))),
      h("p", {}, sentence(refusal.message)),
    );
  }

  private showAsk(words: Words, state: State | null, hasHands: boolean): void {
    const ask = state?.asks ?? null;
    this.ask.hidden = ask === null;
    const key = ask === null ? "" : `${ask.ask} ${ask.connection} ${ask.message}`;
    if (this.ask.dataset["key"] === key) return;
    this.ask.dataset["key"] = key;
    attribute(this.ask, "data-ask", ask === null ? null : `${ask.ask} ${ask.connection}`);
    this.ask.replaceChildren();
    if (ask === null) return;
    this.ask.append(h("p", { class: "callout-title" }, words.asks), h("p", {}, sentence(ask.message)));
    if (!hasHands || ask.ask === "owner") return;
    const button = h("button", { type: "button", class: "small" }, words.doIt);
    button.addEventListener("click", () => this.onDo());
    this.ask.append(button);
  }
}

/** The board's sentences may begin small and end without a full stop; on their own they are sentences. */
export function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) || first === "" ? first : `${first}.`;
}

function roundText(words: Words, state: State): string {
  if (state.phase === "over") return words.over;
  return state.phase === "last-turns" ? words.lastTurns : words.round(state.round);
}

function headline(words: Words, state: State): string {
  if (state.end !== null) return state.end.winner === null ? words.drawn : words.wins(words[state.end.winner]);
  if (state.phase === "set-up") return words.noGame;
  if (state.clearing) return words.clearing;
  if (state.turn === null) return "";
  const who = words[state.turn];
  return state.phase === "handicap" ? words.turnHandicap(who) : words.turn(who);
}

function detail(words: Words, state: State): string {
  if (state.menu !== null) {
    const agreed = (["white", "black"] as const).filter((player: Player) => state.menu?.agreed[player] === true);
    const who = agreed.map((player) => words.agreed(words[player])).join(", ");
    return [summary(words, state.menu.settings), who || words.noGameHelp].join(" — ");
  }
  if (state.end !== null) return words.reasons[state.end.reason];
  if (state.phase === "set-up") return words.noGameHelp;
  return words.toDraw(state.toDraw);
}

/** The settings of a game in a line. */
export function summary(words: Words, { edition, calm, open, handicap }: State["settings"]): string {
  const extras: string[] = [];
  if (calm) extras.push(words.calm.split(/\s*:/)[0] ?? "");
  if (open) extras.push(words.open.split(/\s*:/)[0] ?? "");
  if (handicap !== null) extras.push(words.handicapOf(words[handicap.player], handicap.bridges));
  return words.settingsSummary(words.editions[edition], extras);
}

function absent(words: Words, absence: Absence): string {
  switch (absence) {
    case "no-image":
      return words.noGame;
    case "no-power":
      return words.noPower;
    case "waking":
      return words.waking;
    case "reconnecting":
      return words.waiting;
    default:
      return absence satisfies never;
  }
}

function absentDetail(words: Words, absence: Absence): string {
  switch (absence) {
    case "no-image":
      return words.noImage;
    case "no-power":
      return words.noPowerHelp;
    case "waking":
      return "";
    case "reconnecting":
      return words.reconnecting;
    default:
      return absence satisfies never;
  }
}
