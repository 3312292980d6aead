import { readBoard } from "../../../src/board.js";
import type { Fault } from "../../../src/faults.js";

/** Faults that can be wired into the emulated board, for practice. */
export const WIRED_KINDS = [
  "open", "closed", "swapped", "double", "reversed", "bridged", "dead-light", "missing-light", "lights-exchanged",
] as const;
export type WiredKind = (typeof WIRED_KINDS)[number];

/** One of them: what, and where; `b` only for what joins or exchanges two. */
export interface Wired {
  readonly kind: WiredKind;
  readonly a: string;
  readonly b: string | null;
}

export const needsTwo = (kind: WiredKind): boolean => kind === "swapped" || kind === "double" || kind === "lights-exchanged";
export const isOfLights = (kind: WiredKind): boolean =>
  kind === "dead-light" || kind === "missing-light" || kind === "lights-exchanged";

const isOfDiodes = (kind: WiredKind): boolean => kind === "reversed" || kind === "bridged";

/** What is soldered to the emulated chip, and what is wrong with it. */
export class Bench {
  /** What the board calls itself that is built so. */
  readonly name: string;
  readonly contacts: readonly string[];
  readonly lights: readonly string[];
  readonly kinds: readonly WiredKind[];
  wired: readonly Wired[] = [];

  constructor(description: unknown) {
    const { name, wiring, lights } = readBoard(description);
    this.name = name;
    this.contacts = wiring.contacts.map(({ name }) => name);
    this.lights = lights.order;
    // Only a matrix has diodes.
    this.kinds = WIRED_KINDS.filter((kind) => !isOfDiodes(kind) || wiring.kind === "matrix");
  }

  /** Wires a fault in; one that is there already, or that joins a part to itself, changes nothing. */
  wire(fault: Wired): void {
    const isThere = this.wired.some(({ kind, a, b }) => kind === fault.kind && a === fault.a && b === fault.b);
    if (!isThere && fault.a !== fault.b) this.wired = [...this.wired, fault];
  }

  mend(fault: Wired): void {
    this.wired = this.wired.filter((other) => other !== fault);
  }

  mendAll(): void {
    this.wired = [];
  }

  /** As the emulated chip takes them. */
  faults(): Fault[] {
    const order = [...this.lights];
    const faults: Fault[] = [];
    for (const { kind, a, b } of this.wired) {
      switch (kind) {
        case "open":
        case "closed":
        case "reversed":
        case "bridged":
          faults.push({ kind, contact: a });
          break;
        case "swapped":
        case "double":
          if (b !== null) faults.push({ kind, a, b });
          break;
        case "dead-light":
        case "missing-light":
          faults.push({ kind, light: a });
          break;
        case "lights-exchanged": {
          const [first, second] = [order.indexOf(a), order.indexOf(b ?? a)];
          [order[first], order[second]] = [b ?? a, a];
          break;
        }
        default:
          kind satisfies never;
      }
    }
    if (order.some((name, place) => name !== this.lights[place])) faults.push({ kind: "light-order", order });
    return faults;
  }
}
