import type { RP2040 } from "rp2040js";

/** One call of a watched function: when it began (microseconds) and the cycles until it returned. */
export interface Span {
  at: number;
  cycles: number;
}

/**
 * Times the calls of one function. Everything that runs between call and return counts: what it calls, and interrupts.
 */
export class Watch {
  readonly spans: Span[] = [];
  private call: { at: number; awake: number; back: number; stack: number } | null = null;

  constructor(private readonly address: number) {}

  /** Looks at the core between two instructions. */
  look(core: RP2040["core"], awake: number, nanos: number): void {
    const pc = core.PC;
    if (this.call === null) {
      if (pc === this.address) this.call = { at: nanos / 1000, awake, back: (core.LR & ~1) >>> 0, stack: core.SP };
    } else if (pc === this.call.back && core.SP === this.call.stack) {
      this.spans.push({ at: this.call.at, cycles: Math.round(awake - this.call.awake) });
      this.call = null;
    }
  }

  /** The chip has stopped: a call under way never returns. */
  stop(): void {
    this.call = null;
  }
}
