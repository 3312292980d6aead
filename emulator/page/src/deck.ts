import { ISLANDS, type Connection, type Island } from "./map.js";
import { PLAYERS, type BoardEvent, type ByPlayer, type Player, type State } from "./protocol.js";

/** A card; `isOpen` if its owner took it in everybody's sight and the game is played so (V2). */
export interface Card {
  readonly island: Island;
  readonly isOpen: boolean;
}

/** What the deck waits for. */
export type Due =
  | { readonly kind: "pay"; readonly player: Player; readonly cards: number; readonly line: Connection }
  | { readonly kind: "take"; readonly player: Player }
  | { readonly kind: "discard"; readonly player: Player; readonly cards: number }
  | { readonly kind: "shuffle" };

/** Where every card lies. */
export interface Layout {
  readonly pile: readonly Card[];
  readonly row: readonly Card[];
  readonly discards: readonly Card[];
  readonly hands: ByPlayer<readonly Card[]>;
  /** Oldest first. */
  readonly due: readonly Due[];
}

export type Random = () => number;

function shuffled<T>(cards: readonly T[], random: Random): T[] {
  const result = [...cards];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [result[last], result[other]];
    if (a !== undefined && b !== undefined) [result[last], result[other]] = [b, a];
  }
  return result;
}

const withHand = (hands: ByPlayer<readonly Card[]>, player: Player, hand: readonly Card[]): ByPlayer<readonly Card[]> => ({
  ...hands,
  [player]: hand,
});

/**
 * A deck for people without the box: it deals, and follows what the board says was played.
 *
 * The board counts cards but sees none, so this is where a wrong card would go unseen: a play is paid only with cards
 * that name an end of its line. Everything else about cards (when, how many) is the board's ruling.
 */
export class Deck {
  layout: Layout;
  private readonly past: Layout[] = [];

  private constructor(layout: Layout, private readonly random: Random) {
    this.layout = layout;
  }

  /** Deals so that every count is what the board holds it to be. */
  static deal(state: Pick<State, "hands" | "toDraw">, random: Random): Deck {
    const both = [...ISLANDS, ...ISLANDS].map((island): Card => ({ island, isOpen: false }));
    const cards = shuffled(both, random);
    const take = (count: number): Card[] => cards.splice(0, count);
    const hands = { white: take(state.hands.white), black: take(state.hands.black) };
    const row = take(Math.min(3, state.toDraw));
    const pile = take(state.toDraw - row.length);
    return new Deck({ pile, row, hands, discards: cards, due: [] }, random);
  }

  get due(): Due | null {
    return this.layout.due[0] ?? null;
  }

  /** Follows an event of the board. */
  follow({ event, player, connection, cards, effects }: BoardEvent): void {
    if (event === "undone") {
      this.layout = this.past.pop() ?? this.layout;
      return;
    }
    const due: Due[] = [];
    if (player !== null && connection !== null && event === "placed") due.push({ kind: "pay", player, cards: 1, line: connection });
    if (player !== null && connection !== null && event === "removed") due.push({ kind: "pay", player, cards: 2, line: connection });
    if (player !== null && event === "drew") due.push({ kind: "take", player });
    if (player !== null && event === "discarded") due.push({ kind: "discard", player, cards: cards ?? 1 });
    if (effects.some((effect) => effect.effect === "score" && effect.round < 3)) due.push({ kind: "shuffle" });
    const counts = ["placed", "removed", "replaced", "handicap", "discarded", "drew", "passed"].some((name) => name === event);
    if (!counts) return;
    this.past.push(this.layout);
    this.layout = { ...this.layout, due: [...this.layout.due, ...due] };
    this.settle();
  }

  /** Whether a card in hand may be given for what is due. */
  fits(card: Card): boolean {
    const { due } = this;
    if (due?.kind === "discard") return true;
    return due?.kind === "pay" && due.line.split("-").includes(card.island);
  }

  /** Gives a card for what is due. */
  give(player: Player, index: number): void {
    const { due } = this;
    const card = this.layout.hands[player][index];
    if (card === undefined || due === null || due.kind === "take" || due.kind === "shuffle") return;
    if (due.player !== player || !this.fits(card)) return;
    const rest = this.layout.due.slice(1);
    this.layout = {
      ...this.layout,
      hands: withHand(this.layout.hands, player, this.layout.hands[player].filter((_, at) => at !== index)),
      discards: [...this.layout.discards, { ...card, isOpen: false }],
      due: due.cards > 1 ? [{ ...due, cards: due.cards - 1 }, ...rest] : rest,
    };
    this.settle();
  }

  /** Takes a card from the pile (null) or from the row, for the player who is to take one. */
  take(from: number | null, staysOpen: boolean): void {
    const { due, layout } = this;
    if (due?.kind !== "take") return;
    const [top, ...pile] = layout.pile;
    const card = from === null ? top : layout.row[from];
    if (card === undefined) return;
    const hand = [...layout.hands[due.player], { ...card, isOpen: from !== null && staysOpen }];
    const row = from === null ? layout.row : layout.row.flatMap((other, at) => (at === from ? (top ?? []) : other));
    this.layout = {
      ...layout,
      pile: from === null || top !== undefined ? pile : layout.pile,
      row,
      hands: withHand(layout.hands, due.player, hand),
      due: layout.due.slice(1),
    };
    this.settle();
  }

  /** A shuffle needs nobody's decision. */
  private settle(): void {
    while (this.due?.kind === "shuffle") {
      const cards = shuffled(this.layout.discards, this.random);
      this.layout = {
        ...this.layout,
        discards: [],
        row: cards.slice(0, 3),
        pile: cards.slice(3),
        due: this.layout.due.slice(1),
      };
    }
  }

  /** Whether a player holds nothing that could pay for what is due. */
  get isStuck(): boolean {
    const { due } = this;
    return due?.kind === "pay" && !this.layout.hands[due.player].some((card) => this.fits(card));
  }
}

/** Every card, wherever it lies; for tests. */
export const allCards = ({ pile, row, discards, hands }: Layout): Card[] => [
  ...pile,
  ...row,
  ...discards,
  ...PLAYERS.flatMap((player) => hands[player]),
];
