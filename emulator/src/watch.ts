import type { RP2040 } from "rp2040js";

/** One call of a watched function: when it began (microseconds) and the cycles until it returned. */
export interface Span {
  at: number;
  cycles: number;
}

/** Which calls are timed: those of any function with this in its name whose first argument points into such a static. */
export interface Watched {
  function: string;
  static: string;
}

/**
 * Times the calls of a function, such as an executor's poll of one task. What it calls counts; interrupts that come between call and return do not.
 */
export class Watch {
  readonly spans: Span[] = [];
  private call: { at: number; cycles: number; back: number; stack: number; exception: number } | null = null;
  private before = 0;

  /** `addresses` are where the functions begin; the argument points to `from` or beyond, below `to`. */
  constructor(
    private readonly addresses: ReadonlySet<number>,
    private readonly from: number,
    private readonly to: number,
  ) {}

  /** Looks at the core between two instructions. */
  look(core: RP2040["core"], awake: number, nanos: number): void {
    const pc = core.PC;
    const passed = awake - this.before;
    this.before = awake;
    if (this.call === null) {
      if (!this.addresses.has(pc)) return;
      const argument = core.registers[0]!;
      if (argument < this.from || argument >= this.to) return;
      this.call = { at: nanos / 1000, cycles: 0, back: (core.LR & ~1) >>> 0, stack: core.SP, exception: core.IPSR };
      return;
    }
    if (core.IPSR !== this.call.exception) return;
    this.call.cycles += passed;
    if (pc === this.call.back && core.SP === this.call.stack) {
      this.spans.push({ at: this.call.at, cycles: Math.round(this.call.cycles) });
      this.call = null;
    }
  }

  /** The chip has stopped: a call under way never returns. */
  stop(): void {
    this.call = null;
  }
}
