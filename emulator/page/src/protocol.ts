import type { Connection, Island } from "./map.js";
import type { SelfTestMessage } from "./self-test/messages.js";

/** What the board says over the link, after decoding. Nothing else in the page looks at JSON. */

export const PLAYERS = ["white", "black"] as const;
export type Player = (typeof PLAYERS)[number];
export type ByPlayer<T> = Readonly<Record<Player, T>>;

export const EDITIONS = ["english-2014", "french-kosmos", "french-1999"] as const;
export type Edition = (typeof EDITIONS)[number];

export const LANGUAGES = ["en", "fr", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

export const PHASES = ["set-up", "handicap", "play", "last-turns", "over"] as const;
export type Phase = (typeof PHASES)[number];

export const END_REASONS = ["points", "third-scoring", "bridges", "no-bridges-left-on-board", "draw"] as const;
export type EndReason = (typeof END_REASONS)[number];

export interface Settings {
  readonly edition: Edition;
  readonly calm: boolean;
  readonly open: boolean;
  readonly first: Player;
  readonly handicap: { readonly player: Player; readonly bridges: number } | null;
}

export interface Hello {
  readonly kind: "hello";
  readonly protocol: number;
  readonly firmware: string;
  readonly board: string;
  readonly language: Language;
}

export type Ask =
  | { readonly ask: "lift"; readonly connection: Connection; readonly message: string }
  | { readonly ask: "owner"; readonly connection: Connection; readonly message: string }
  | { readonly ask: "place"; readonly connection: Connection; readonly player: Player; readonly message: string };

export interface Refusal {
  readonly error: string;
  readonly rule: string;
  readonly connection: Connection | null;
  readonly message: string;
}

export interface End {
  readonly winner: Player | null;
  readonly reason: EndReason;
  readonly total: ByPlayer<number>;
}

export interface Score {
  readonly round: number;
  readonly islands: ByPlayer<number>;
  readonly points: ByPlayer<number>;
}

export interface State {
  readonly kind: "state";
  readonly round: number;
  readonly turn: Player | null;
  readonly phase: Phase;
  readonly bridges: ByPlayer<readonly Connection[]>;
  readonly control: ByPlayer<readonly Island[]>;
  readonly hands: ByPlayer<number>;
  readonly toDraw: number;
  readonly score: ByPlayer<number>;
  readonly settings: Settings;
  readonly asks: Ask | null;
  readonly refuses: Refusal | null;
  readonly end: End | null;
  readonly scores: readonly Score[];
  readonly menu: { readonly settings: Settings; readonly agreed: ByPlayer<boolean> } | null;
  readonly review: { readonly step: number; readonly of: number } | null;
  /** A new game waits for an empty board. */
  readonly clearing: boolean;
  readonly disbelieved: readonly Connection[];
  /** How many actions were accepted so far. */
  readonly actions: number;
  /** What the question that this answers was marked with. */
  readonly id: string | null;
}

export type Effect =
  | { readonly effect: "control"; readonly island: Island; readonly player: Player }
  | { readonly effect: "return"; readonly connection: Connection; readonly player: Player }
  | { readonly effect: "lose"; readonly island: Island; readonly player: Player }
  | ({ readonly effect: "score" } & Score)
  | ({ readonly effect: "end" } & End);

export const EVENTS = [
  "placed", "removed", "replaced", "handicap", "discarded", "drew", "passed", "refused", "undone", "nothing-to-undo",
  "corrected", "owner-asked", "owner-withdrawn", "disbelieved", "believed", "chatters", "started", "ready", "menu",
  "menu-left", "review", "review-left", "ignored", "asks",
] as const;
export type EventName = (typeof EVENTS)[number];

export interface BoardEvent {
  readonly kind: "event";
  readonly event: EventName;
  readonly player: Player | null;
  readonly connection: Connection | null;
  /** What a refusal is called, and the rule that it names. */
  readonly error: string | null;
  readonly rule: string | null;
  /** How many cards were discarded. */
  readonly cards: number | null;
  readonly effects: readonly Effect[];
  readonly message: string;
}

export type Message =
  | Hello
  | State
  | BoardEvent
  | SelfTestMessage
  /** So many lines before this one were lost on the way, because the page did not read in time. */
  | { readonly kind: "lost"; readonly lines: number; readonly message: string }
  | { readonly kind: "record-line"; readonly record: number; readonly line: number; readonly text: string }
  | { readonly kind: "record-end"; readonly record: number; readonly lines: number }
  | { readonly kind: "language"; readonly language: Language }
  /** The board did not understand a line, or could not do what it says. */
  | { readonly kind: "error"; readonly error: string; readonly message: string }
  /** Something this page does not know; a newer board may say it. */
  | { readonly kind: "other"; readonly text: string };
