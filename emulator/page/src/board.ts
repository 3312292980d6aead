import type { Fault } from "../../src/faults.js";
import { ISLANDS, type Connection, type Island } from "./map.js";
import type { Player } from "./protocol.js";

/** Red, green and blue as the lamp emits them, 0 to 255 each: linear light, not screen values. */
export type Light = readonly [number, number, number];

/** The lamps at the players' edges, which say whose turn it is. A board has both or neither. */
export const TURN_LIGHTS = ["turn white", "turn black"] as const;
export type TurnLight = (typeof TURN_LIGHTS)[number];
export const isTurnLight = (name: string): name is TurnLight => TURN_LIGHTS.some((light) => light === name);

export type Lamp = Island | TurnLight;
/** Every lamp that a board may have, in the order in which it goes through them. */
export const LAMPS: readonly Lamp[] = [...ISLANDS, ...TURN_LIGHTS];
export type Lamps = Readonly<Partial<Record<Lamp, Light>>>;

export const PLAYER_BUTTONS = ["draw", "pass", "discard"] as const;
export type PlayerButton = (typeof PLAYER_BUTTONS)[number];
export type Button = `${Player} ${PlayerButton}` | "referee";

/** What a board tells the page. */
export interface BoardListener {
  /** The link is open: lines go both ways. */
  onOpen(): void;
  /** The link is gone, for now or for good. */
  onClosed(): void;
  /** A whole line that the board sent. */
  onLine(line: string): void;
  /** The lamps changed, as the waveform on the data pin shows. */
  onLamps(lamps: Lamps): void;
  /** Something is wrong with the board itself: no image, a crash, a port that another program holds. */
  onTrouble(message: string): void;
}

/** The hands of the page on a board that has no hands of its own: only the emulated one. */
export interface Hands {
  setContact(line: Connection, closed: boolean): void;
  setButton(button: Button, down: boolean): void;
  setPower(on: boolean): void;
  /** Replaces everything that is soldered wrongly. */
  setFaults(faults: readonly Fault[]): void;
  /** Simulated seconds a second. */
  setSpeed(factor: number): void;
  /** Called about once a second: simulated seconds a second that were reached, while asked for `factor`. */
  onRate: (reached: number) => void;
  /** Called a few dozen times a second: milliseconds that have passed for the board. */
  onTime: (now: number) => void;
}

/** A board: the emulated one in a worker, or a real one at a serial port. */
export interface Board {
  /** Sends a line; it is lost while the link is closed. */
  send(line: string): void;
  /** Null on a real board, where people have hands. */
  readonly hands: Hands | null;
  /** Lets go of the worker or of the port. */
  dispose(): void;
}

/** Cuts what arrives into lines. */
export class LineCutter {
  private rest = "";

  constructor(private readonly onLine: (line: string) => void) {}

  push(text: string): void {
    this.rest += text;
    for (;;) {
      const end = this.rest.indexOf("\n");
      if (end < 0) break;
      const line = this.rest.slice(0, end).trim();
      this.rest = this.rest.slice(end + 1);
      if (line !== "") this.onLine(line);
    }
    // No line of the board is nearly as long; a stream without ends must not fill the memory.
    if (this.rest.length > 65536) this.rest = "";
  }

  reset(): void {
    this.rest = "";
  }
}
