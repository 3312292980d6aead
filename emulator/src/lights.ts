import type { Fault } from "./faults.js";
import type { Frame, Rgb } from "./ws2812.js";

export const DARK: Rgb = [0, 0, 0];

/** The chain of lights: which lamp takes which colour of a frame, and what each shows. */
export class Lights {
  private chain: string[];
  private readonly dead = new Set<string>();
  private colours = new Map<string, Rgb>();

  constructor(private readonly order: readonly string[]) {
    this.chain = [...order];
    this.darken();
  }

  setFaults(faults: readonly Fault[]): void {
    this.dead.clear();
    this.chain = [...this.order];
    for (const fault of faults) {
      if (fault.kind === "light-order") this.chain = [...fault.order];
    }
    for (const fault of faults) {
      if (fault.kind === "missing-light") this.chain = this.chain.filter((name) => name !== fault.light);
      if (fault.kind === "dead-light") this.dead.add(fault.light);
    }
  }

  /** Takes a frame over. Lights beyond its end keep their colour. */
  show(frame: Frame): void {
    for (const [place, name] of this.chain.entries()) {
      const colour = frame.wire[place];
      if (colour === undefined || this.dead.has(name)) break;
      this.colours.set(name, colour);
    }
  }

  /** The power is gone. */
  darken(): void {
    this.colours = new Map(this.order.map((name) => [name, DARK]));
  }

  /** What an observer sees, by name. A light that is missing or dead is dark. */
  seen(): Record<string, Rgb> {
    const result: Record<string, Rgb> = {};
    for (const name of this.order) {
      const isLit = this.chain.includes(name) && !this.dead.has(name);
      result[name] = isLit ? (this.colours.get(name) ?? DARK) : DARK;
    }
    return result;
  }
}
