import type { RP2040 } from "rp2040js";
import type { Symbol } from "./elf.js";
import { describeAddress } from "./image.js";

/** Why the core faulted. */
export type CrashKind =
  | "udf" // how a panic usually ends
  | "bkpt" // a breakpoint with no debugger attached
  | "bus-fault" // an address that nothing answers
  | "unaligned"
  | "undefined-instruction"
  | "flash-misuse"; // a flash routine called in a way that fails on the chip

/** What the chip was doing when it faulted; the HardFault handler runs next. */
export interface Crash {
  kind: CrashKind;
  /** Microseconds of simulated time. */
  at: number;
  message: string;
  pc: number;
  /** r0 to r12, sp, lr, pc. */
  registers: number[];
  /** Function and offset of pc and lr, where the image has symbols. */
  where?: string;
  caller?: string;
}

/** A crash report of the core's present state. */
export function reportCrash(
  mcu: RP2040,
  symbols: readonly Symbol[],
  what: { kind: CrashKind; message: string; pc: number; at: number },
): Crash {
  const registers = [...mcu.core.registers];
  registers[15] = what.pc;
  const where = describeAddress(symbols, what.pc);
  const caller = describeAddress(symbols, registers[14]! & ~1);
  return { ...what, registers, ...(where && { where }), ...(caller && { caller }) };
}
