import type { Card, Deck } from "../deck.js";
import type { Player, State } from "../protocol.js";
import type { Words } from "../words.js";
import { portrait } from "./archipelago.js";
import { h } from "./dom.js";

export interface CardWishes {
  /** A player wants a card: from the pile (null) or from the row. */
  onTake(from: number | null): void;
  /** A card is given for what the deck waits for. */
  onGive(player: Player, index: number): void;
  /** Cards were chosen to be discarded. */
  onDiscard(player: Player, indices: readonly number[]): void;
  onAway(): void;
}

/** The cards on the table: two hands (each hidden until its owner shows it), pile, row and discards. */
export class Cards {
  readonly element = h("section", { class: "cards", hidden: true });
  private readonly shown: Record<Player, boolean> = { white: false, black: false };
  private readonly chosen = new Set<number>();
  private turn: Player | null = null;

  constructor(private readonly wishes: CardWishes) {}

  show(words: Words, deck: Deck | null, state: State | null): void {
    this.element.hidden = deck === null;
    if (deck === null) {
      this.element.replaceChildren();
      return;
    }
    const turn = deck.due !== null && deck.due.kind !== "shuffle" ? deck.due.player : (state?.turn ?? null);
    if (turn !== this.turn) {
      // Whoever's turn is over puts the cards down.
      if (this.turn !== null) this.shown[this.turn] = false;
      this.turn = turn;
      this.chosen.clear();
    }
    const away = h("button", { type: "button", class: "small" }, words.deckOff);
    away.addEventListener("click", () => this.wishes.onAway());
    this.element.replaceChildren(
      h("header", {}, h("h2", {}, words.deckTitle), away, h("p", { class: "due", role: "status" }, dueText(words, deck))),
      h(
        "div",
        { class: "felt" },
        this.hand(words, deck, "white", state),
        this.middle(words, deck, state),
        this.hand(words, deck, "black", state),
      ),
    );
  }

  private middle(words: Words, deck: Deck, state: State | null): HTMLElement {
    const { pile, row, discards } = deck.layout;
    const mayTake = deck.due?.kind === "take" || (deck.due === null && state?.turn != null);
    const button = (content: HTMLElement, label: string, from: number | null): HTMLElement => {
      const element = h("button", { type: "button", class: "card-button", "aria-label": label, disabled: !mayTake }, content);
      element.addEventListener("click", () => this.wishes.onTake(from));
      return element;
    };
    const pileView = h("div", { class: "slot" }, h("span", { class: "slot-name" }, `${words.pile} · ${pile.length}`));
    pileView.append(
      pile.length > 0 ? button(back(), words.pileAria(pile.length), null) : h("span", { class: "card none" }),
    );
    const rowView = h("div", { class: "slot row" });
    row.forEach((card, index) => rowView.append(button(face(card), words.faceUpAria(card.island), index)));
    const top = discards.at(-1);
    const discardView = h(
      "div",
      { class: "slot" },
      h("span", { class: "slot-name" }, `${words.discards} · ${discards.length}`),
      top === undefined ? h("span", { class: "card none" }) : back(),
    );
    return h("div", { class: "middle" }, pileView, rowView, discardView);
  }

  private hand(words: Words, deck: Deck, player: Player, state: State | null): HTMLElement {
    const isShown = this.shown[player];
    const isDue = deck.due !== null && deck.due.kind !== "shuffle" && deck.due.kind !== "take" && deck.due.player === player;
    const mayDiscard = deck.due === null && state?.turn === player;
    const toggle = h("button", { type: "button", class: "small", "aria-pressed": String(isShown) }, isShown ? words.hide : words.show);
    toggle.addEventListener("click", () => {
      this.shown[player] = !isShown;
      this.show(words, deck, state);
    });
    const cards = h("ul", { class: "fan" });
    deck.layout.hands[player].forEach((card, index) => {
      const isVisible = isShown || card.isOpen;
      const content = isVisible ? face(card) : back();
      const label = isVisible ? card.island : words.hidden;
      const mayGive = isVisible && isDue && deck.fits(card);
      const element = h(
        "button",
        {
          type: "button",
          class: `card-button${mayGive ? " fits" : ""}`,
          "aria-label": label,
          "aria-pressed": mayDiscard && isShown ? String(this.chosen.has(index)) : null,
          disabled: !(mayGive || (mayDiscard && isShown)),
        },
        content,
      );
      element.addEventListener("click", () => {
        if (mayGive) {
          this.wishes.onGive(player, index);
          return;
        }
        if (!this.chosen.delete(index)) this.chosen.add(index);
        this.show(words, deck, state);
      });
      cards.append(h("li", {}, element));
    });
    const discard = h("button", { type: "button", class: "small" }, words.discardChosen(this.chosen.size));
    discard.hidden = !mayDiscard || this.chosen.size === 0;
    discard.addEventListener("click", () => {
      const indices = [...this.chosen];
      this.chosen.clear();
      this.wishes.onDiscard(player, indices);
    });
    return h(
      "div",
      { class: `hand ${player}${this.turn === player ? " turn" : ""}` },
      h("div", { class: "hand-head" }, h("h3", {}, words.handOf(words[player])), toggle, discard),
      cards,
    );
  }
}

function dueText(words: Words, deck: Deck): string {
  const { due } = deck;
  switch (due?.kind) {
    case undefined:
    case "shuffle":
      return words.deckHelp;
    case "take":
      return words.takeOne(words[due.player]);
    case "discard":
      return `${words[due.player]}: ${words.discardChosen(due.cards)}`;
    case "pay":
      return deck.isStuck ? words.payNone : words.pay(words[due.player], due.cards, due.line);
    default:
      return due satisfies never;
  }
}

const face = ({ island }: Card): HTMLElement =>
  h("span", { class: "card face", "data-island": island }, h("b", {}, island), portrait(island));

const back = (): HTMLElement => h("span", { class: "card back" }, h("i"));

