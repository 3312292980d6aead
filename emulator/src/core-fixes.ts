import type { RP2040 } from "rp2040js";

/** Cycles that an exception entry takes on a Cortex-M0+ with no wait states. */
const EXCEPTION_ENTRY_CYCLES = 15;
const BRANCH_TO_SELF = 0xe7fe;
const HARD_FAULT = 3;

type Core = RP2040["core"];
interface FlagMethods {
  addUpdateFlags(a: number, b: number): number;
  substractUpdateFlags(a: number, b: number): number;
}

/**
 * Repairs of rp2040js's core, each for a behaviour that real firmware relies on. The README lists them.
 */
export class CoreFixes {
  /** Cycles spent outside of instructions since last asked: exception entries, and what `spend` adds. */
  private extra = 0;

  constructor(private readonly core: Core) {
    this.countExceptionEntries();
    this.wakeWithoutEntryWhenMasked();
    this.repairCarryFlags();
  }

  /** Adds cycles that some routine took. */
  spend(cycles: number): void {
    this.extra += cycles;
  }

  takeExtraCycles(): number {
    const extra = this.extra;
    this.extra = 0;
    return extra;
  }

  get hasExtraCycles(): boolean {
    return this.extra !== 0;
  }

  /** `SEV` sets the event register, so that the next `WFE` does not sleep: embassy's executor wakes itself so. */
  sendEvent(): void {
    this.core.eventRegistered = true;
    this.core.waiting = false;
  }

  /**
   * Whether the core, just gone to sleep, may stay asleep. An interrupt that is already pending ends `WFI` even if
   * PRIMASK keeps its handler from running.
   */
  settleSleep(): void {
    const { core } = this;
    if (core.PM && core.pendingInterrupts & core.enabledInterrupts) core.waiting = false;
  }

  /** Enters the HardFault handler; false if the core is in one already, which locks it up. */
  enterHardFault(): boolean {
    const { core } = this;
    if (core.IPSR === HARD_FAULT || core.IPSR === 2) return false;
    core.waiting = false;
    core.exceptionEntry(HARD_FAULT);
    return true;
  }

  /** Whether the core runs `b .` in a HardFault handler: nothing but a reset ends that. */
  get isHopeless(): boolean {
    const { core } = this;
    return core.IPSR === HARD_FAULT && core.readUint16(core.PC & ~1) === BRANCH_TO_SELF;
  }

  private countExceptionEntries(): void {
    const { core } = this;
    const enter = core.exceptionEntry.bind(core);
    core.exceptionEntry = (number) => {
      this.extra += EXCEPTION_ENTRY_CYCLES;
      enter(number);
    };
  }

  private wakeWithoutEntryWhenMasked(): void {
    const { core } = this;
    const set = core.setInterrupt.bind(core);
    core.setInterrupt = (irq, value) => {
      if (core.waiting && core.PM && value) {
        const bit = 1 << irq;
        core.pendingInterrupts |= bit;
        core.interruptsUpdated = true;
        if (core.enabledInterrupts & bit) core.waiting = false;
      } else {
        set(irq, value);
      }
    };
  }

  /** `ADCS` and `SBCS` add the carry before the flags are computed, which loses V when that crosses the sign. */
  private repairCarryFlags(): void {
    const { core } = this;
    const flags = core as unknown as FlagMethods;
    const add = flags.addUpdateFlags.bind(core);
    const subtract = flags.substractUpdateFlags.bind(core);
    const crossesSign = (value: number): boolean => value === 0x80000000 || value === 0x100000000;
    const opcode = (): number => core.readUint16((core.PC - 2) & ~1) >> 6;
    flags.addUpdateFlags = (a, b) => {
      const carried = crossesSign(b) && core.C && opcode() === 0b0100000101;
      const result = add(a, b);
      if (carried) core.V = overflows(a, (b - 1) >>> 0, result);
      return result;
    };
    flags.substractUpdateFlags = (a, b) => {
      const borrowed = crossesSign(b) && !core.C && opcode() === 0b0100000110;
      const result = subtract(a, b);
      if (borrowed) core.V = overflows(a, ~(b - 1) >>> 0, result);
      return result;
    };
  }
}

/** Two operands of one sign gave a result of the other. */
function overflows(a: number, b: number, result: number): boolean {
  return ((~(a ^ b) & (a ^ result)) >>> 31) === 1;
}
