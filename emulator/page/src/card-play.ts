import type { Button, Hands } from "./board.js";
import { Deck } from "./deck.js";
import type { Island } from "./map.js";
import type { BoardEvent, Player, State } from "./protocol.js";

/** How long a button is tapped, in milliseconds for the board. */
const TAP = 150;

/** Cards that a player has chosen before the board has agreed. */
type Meant = { kind: "take"; from: number | null } | { kind: "discard"; player: Player; islands: Island[] };

/** What playing with the page's cards needs of the page. */
export interface CardTable {
  readonly state: () => State | null;
  readonly hands: () => Hands | null;
  /** Board seconds a second. */
  readonly speed: () => number;
  readonly onChange: () => void;
}

/** Joins the page's deck to the board: a card that is taken presses the button, and what the board rules moves cards. */
export class CardPlay {
  /** Null while people play with their own cards. */
  deck: Deck | null = null;
  private meant: Meant | null = null;

  constructor(private readonly table: CardTable) {}

  /** Deals the page's cards, or puts them away. */
  use(on: boolean): void {
    const state = this.table.state();
    this.deck = on && state !== null ? Deck.deal(state, Math.random) : null;
    this.meant = null;
    this.table.onChange();
  }

  /** Follows an event of the board. */
  follow(event: BoardEvent): void {
    if (this.deck === null) return;
    if (event.event === "started") this.deck = Deck.deal({ hands: { white: 3, black: 3 }, toDraw: 18 }, Math.random);
    const { deck, meant } = this;
    deck.follow(event);
    if (event.event === "drew" && meant?.kind === "take") {
      deck.take(meant.from, this.staysOpen);
      this.meant = null;
    }
    if (event.event === "discarded" && meant?.kind === "discard") {
      const island = meant.islands.shift();
      const index = deck.layout.hands[meant.player].findIndex((card) => card.island === island);
      if (index >= 0) deck.give(meant.player, index);
      if (meant.islands.length === 0) this.meant = null;
    }
    if (event.event === "refused") this.meant = null;
  }

  /** Takes the card that is due, or asks the board for it. */
  take(from: number | null): void {
    const { deck } = this;
    const turn = this.table.state()?.turn;
    if (deck === null || turn == null) return;
    if (deck.due?.kind === "take") {
      deck.take(from, this.staysOpen);
      this.table.onChange();
      return;
    }
    this.meant = { kind: "take", from };
    void this.tap(`${turn} draw`);
  }

  give(player: Player, index: number): void {
    this.deck?.give(player, index);
    this.table.onChange();
  }

  async discard(player: Player, indices: readonly number[]): Promise<void> {
    const hand = this.deck?.layout.hands[player] ?? [];
    const islands = indices.flatMap((index) => hand[index]?.island ?? []);
    this.meant = { kind: "discard", player, islands };
    for (let count = islands.length; count > 0; count--) {
      await this.tap(`${player} discard`);
      await this.wait();
    }
  }

  private get staysOpen(): boolean {
    return this.table.state()?.settings.open ?? false;
  }

  private async tap(button: Button): Promise<void> {
    const hands = this.table.hands();
    if (hands === null) return;
    hands.setButton(button, true);
    await this.wait();
    hands.setButton(button, false);
  }

  private wait(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, TAP / this.table.speed()));
  }
}
