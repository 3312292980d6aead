import type { Hands } from "./board.js";
import { LINES, type Connection } from "./map.js";
import { PLAYERS, type ByPlayer, type Player, type State } from "./protocol.js";

/** Sticks that each player owns. */
export const STICKS = 25;

/**
 * The sticks as they lie on the emulated table. A contact feels a stick, not its colour: only eyes see that.
 *
 * On a real board the sticks lie where people put them; the page then shows what the board believes.
 */
export class Table {
  private readonly sticks = new Map<Connection, Player>();
  onChange: () => void = () => {};

  constructor(private readonly hands: () => Hands | null) {}

  on(line: Connection): Player | null {
    return this.sticks.get(line) ?? null;
  }

  get lying(): ReadonlyMap<Connection, Player> {
    return this.sticks;
  }

  /** How many sticks a player has beside the board. */
  supply(player: Player): number {
    let lying = 0;
    for (const owner of this.sticks.values()) if (owner === player) lying++;
    return Math.max(0, STICKS - lying);
  }

  put(line: Connection, player: Player): void {
    if (this.sticks.has(line) || this.supply(player) === 0) return;
    this.sticks.set(line, player);
    this.hands()?.setContact(line, true);
    this.onChange();
  }

  lift(line: Connection): void {
    if (!this.sticks.delete(line)) return;
    this.hands()?.setContact(line, false);
    this.onChange();
  }

  /** Lays all sticks as the board has them. */
  follow(bridges: ByPlayer<readonly Connection[]>): void {
    const wanted = new Map<Connection, Player>();
    for (const player of PLAYERS) for (const line of bridges[player]) wanted.set(line, player);
    for (const { name } of LINES) {
      const player = wanted.get(name);
      if (this.sticks.get(name) === player) continue;
      if (this.sticks.has(name)) this.lift(name);
      if (player !== undefined) this.put(name, player);
    }
  }

  clear(): void {
    for (const line of [...this.sticks.keys()]) this.lift(line);
  }
}

/** The bridges of a position, whatever lies on the table. */
export function bridges(state: State): Map<Connection, Player | null> {
  const sticks = new Map<Connection, Player | null>();
  for (const player of PLAYERS) for (const line of state.bridges[player]) sticks.set(line, player);
  return sticks;
}

/** The sticks that a board without hands is taken to carry: its bridges but for what it asks for. */
export function believed(state: State): ReadonlyMap<Connection, Player | null> {
  const sticks = bridges(state);
  if (state.asks?.ask === "place") sticks.delete(state.asks.connection);
  if (state.asks !== null && state.asks.ask !== "place") sticks.set(state.asks.connection, null);
  return sticks;
}
