import type { Fault } from "../../src/faults.js";
import type { Lamps } from "./board.js";

/** From the page to the worker in which the chip runs. */
export type ToWorker =
  | { readonly kind: "load"; readonly image: Uint8Array; readonly board: unknown }
  | { readonly kind: "contact"; readonly name: string; readonly closed: boolean }
  | { readonly kind: "button"; readonly name: string; readonly down: boolean }
  | { readonly kind: "faults"; readonly faults: readonly Fault[] }
  | { readonly kind: "power"; readonly on: boolean }
  | { readonly kind: "send"; readonly text: string }
  | { readonly kind: "speed"; readonly factor: number };

/** And back. */
export type FromWorker =
  | { readonly kind: "open" }
  | { readonly kind: "closed" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "lamps"; readonly lamps: Lamps }
  | { readonly kind: "rate"; readonly reached: number }
  /** Milliseconds that have passed for the board. */
  | { readonly kind: "time"; readonly now: number }
  | { readonly kind: "trouble"; readonly message: string };
