import type { Button, Lamp, PlayerButton } from "../board.js";
import type { Connection } from "../map.js";
import type { ByPlayer } from "../protocol.js";

/** What the board says about a self-test, after decoding. */

/** What is read at a pin: a line's contact or a button. */
export type Contact = Connection | Button;

/** What is tested. */
export type Part =
  | { readonly kind: "line"; readonly name: Connection }
  | { readonly kind: "button"; readonly name: Button }
  | { readonly kind: "lamp"; readonly name: Lamp };

/** What was seen where a stick was put or a button pressed; `doubtful` is asked for again. */
export const SEEN = ["right", "doubtful", "wrong"] as const;
export type Seen = (typeof SEEN)[number];

/** What the board wants done, in its own words and for the drawing. */
export type Step = { readonly message: string } & (
  | { readonly step: "release" | "referee" | "walk" | "lights" }
  | { readonly step: "instead"; readonly button: Button }
  | { readonly step: "lamp"; readonly lamp: Lamp }
  | { readonly step: "answer"; readonly answer: PlayerButton }
  | { readonly step: "empty"; readonly closed: readonly Contact[] }
  | { readonly step: "line"; readonly connection: Connection; readonly again: boolean }
  | { readonly step: "lift"; readonly connection: Connection; readonly seen: Seen; readonly found: Contact | null }
  | { readonly step: "button"; readonly button: Button; readonly again: boolean }
  | { readonly step: "let-go"; readonly button: Button; readonly seen: Seen; readonly found: Contact | null }
  | { readonly step: "result"; readonly offers: boolean; readonly agreed: ByPlayer<boolean> }
  /** One that a newer board has; its sentence says enough. */
  | { readonly step: "unknown" }
);

/** A fault and what to do about it. */
export interface Fault {
  /** Its name in the protocol; a newer board may know more of them. */
  readonly fault: string;
  readonly part: Part;
  /** The contact that closes in its place, or with it; the lamp with which it is exchanged. */
  readonly found: Contact | null;
  readonly with: Contact | null;
  readonly withLamp: Lamp | null;
  readonly message: string;
}

/** What a test comes to. */
export interface Summary {
  readonly passed: boolean;
  /** Whether everything was tested. */
  readonly complete: boolean;
  readonly faults: number;
  /** Whether the board uses an order of its contacts that it learnt. */
  readonly learnt: boolean;
  readonly message: string;
}

export type SelfTestMessage =
  | { readonly kind: "test-step"; readonly step: Step }
  /** Without a part: all lamps. */
  | { readonly kind: "test-good"; readonly part: Part | null; readonly message: string }
  | { readonly kind: "test-found"; readonly fault: Fault }
  | { readonly kind: "test-done"; readonly summary: Summary }
  | { readonly kind: "test-learnt"; readonly learnt: boolean; readonly message: string }
  | { readonly kind: "test-end"; readonly passed: boolean; readonly message: string }
  | { readonly kind: "report-fault"; readonly fault: Fault }
  /** The last line of a report. */
  | { readonly kind: "report-end"; readonly summary: Summary }
  | { readonly kind: "report-none"; readonly message: string }
  | { readonly kind: "order-forgotten"; readonly message: string };
