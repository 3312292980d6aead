import type { Fault } from "./faults.js";
import type { Frame, Rgb } from "./ws2812.js";

export const DARK: Rgb = [0, 0, 0];

/** The chain of lights: which lamp takes which colour of what was sent, and what each shows. */
export class Lights {
  private chain: string[];
  private readonly dead = new Set<string>();
  /** What was sent last to each place of the chain. */
  private sent: Rgb[] = [];

  constructor(private readonly order: readonly string[]) {
    this.chain = [...order];
  }

  /** Solders the chain anew: from now on each lamp shows what was sent to the place where it is. */
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
    this.sent.splice(0, frame.wire.length, ...frame.wire);
  }

  /** The power is gone. */
  darken(): void {
    this.sent = [];
  }

  /** What an observer sees, by name. A light that is missing is dark, and so are a dead one and all behind it. */
  seen(): Record<string, Rgb> {
    const result = Object.fromEntries(this.order.map((name): [string, Rgb] => [name, DARK]));
    for (const [place, name] of this.chain.entries()) {
      if (this.dead.has(name)) break;
      result[name] = this.sent[place] ?? DARK;
    }
    return result;
  }
}
