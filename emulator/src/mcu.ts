import { RP2040, type BasePeripheral } from "rp2040js";
import { buildBootRom, ROM_SIZE, romFunction } from "./bootrom.js";
import { ChipClock, type SimClock } from "./clock.js";
import { CoreFixes } from "./core-fixes.js";
import { reportCrash, type Crash, type CrashKind } from "./crash.js";
import type { Symbol } from "./elf.js";
import type { Flash } from "./flash.js";
import { FastCore } from "./fast-core.js";
import { FLASH_BASE } from "./image.js";
import { clockPio } from "./pio-clock.js";
import { ReadOnlyFlash, RegisterFile, ringOscillator } from "./registers.js";
import { callRom } from "./rom-calls.js";
import { answerFlashIdentity } from "./ssi.js";
import { ExactTimer } from "./timer.js";
import type { Watch } from "./watch.js";
import { XipAux, XipControl } from "./xip.js";

/** Why one boot of the chip ended by itself. */
export type ResetKind = "watchdog" | "forced" | "system" | "bootloader";

/** What outlives a reset that is no power cut. */
export interface Remains {
  sram: Uint8Array;
  scratch: Uint32Array;
  /** The watchdog's REASON register. */
  reason: number;
}

export interface McuOptions {
  clock: SimClock;
  flash: Flash;
  symbols: readonly Symbol[];
  seed: number;
  remains: Remains | null;
  /** When the power goes because of the flash operation under way, in nanoseconds. */
  flashCutAt: () => number;
  onCrash: (crash: Crash) => void;
  onWarning: (message: string) => void;
}

const VECTOR_TABLE = FLASH_BASE + 0x100;
const SRAM_PATTERN = 0xa5c3_5a3c;
const AIRCR = 0xd0c;
const AIRCR_KEY = 0x05fa;
const SYSRESETREQ = 4;

interface Watchdog {
  scratchData: Uint32Array;
  reason: number;
  onWatchdogTrigger: () => void;
  alarm: { enable: boolean };
}

/** One boot of the RP2040: from reset to the next reset or power cut. */
export class Mcu {
  readonly rp2040: RP2040;
  readonly clock: ChipClock;
  /** Set when the chip has reset itself; the owner boots the next one. */
  ended: ResetKind | null = null;
  /** Cycles in which the core was not asleep. */
  awake = 0;
  /** Time asleep in nanoseconds, and in cycles of the clock it had then. */
  asleep = 0;

  /** A function whose calls are timed, instruction by instruction; null costs nothing. */
  watch: Watch | null = null;

  private readonly fixes: CoreFixes;
  private readonly fast: FastCore;
  private readonly watchdog: Watchdog;
  private nanosPerCycle: number;
  private attention = false;
  private isLockedUp = false;
  private fault: { kind: CrashKind; message: string; pc: number } | null = null;

  constructor(private readonly options: McuOptions) {
    this.clock = new ChipClock(options.clock);
    this.rp2040 = new RP2040(this.clock);
    this.fixes = new CoreFixes(this.rp2040.core);
    this.nanosPerCycle = 1e9 / this.rp2040.clkSys;
    this.rp2040.addClockListener((hertz) => (this.nanosPerCycle = 1e9 / hertz));
    this.fitMemories();
    this.fast = new FastCore(this.rp2040, (cycles) => this.pass(cycles));
    this.watchdog = this.fitPeripherals();
    this.listen();
    clockPio(this.rp2040, this.clock);
    const { core } = this.rp2040;
    core.VTOR = VECTOR_TABLE;
    core.SP = this.rp2040.readUint32(VECTOR_TABLE);
    core.PC = (this.rp2040.readUint32(VECTOR_TABLE + 4) & ~1) >>> 0;
  }

  /** What a reset would leave. */
  remains(): Remains {
    const { scratchData, reason } = this.watchdog;
    return { sram: this.rp2040.sram.slice(), scratch: scratchData.slice(), reason };
  }

  /** Nothing of this boot happens any more. */
  dispose(): void {
    this.clock.dispose();
  }

  /** Runs until `stop` (nanoseconds), until the chip resets itself or until `flashCutAt`, whichever is first. */
  runTo(stop: number): void {
    const { clock, flash } = this.options;
    const { core } = this.rp2040;
    while (clock.nanos < stop && this.ended === null) {
      if (flash.busy) {
        this.waitForFlash(Math.min(stop, this.options.flashCutAt()));
        if (clock.nanos >= this.options.flashCutAt()) return;
      } else if (core.waiting || this.isLockedUp) this.sleep(stop);
      else this.execute(stop);
      if (this.attention) this.attend();
    }
  }

  private execute(stop: number): void {
    const { clock } = this.options;
    const { core } = this.rp2040;
    const { fixes, fast } = this;
    do {
      this.watch?.look(core, this.awake, clock.nanos);
      const nanosLeft = Math.min(stop, clock.nextAt) - clock.nanos;
      this.pass(fast.run(this.watch === null ? Math.ceil(nanosLeft / this.nanosPerCycle) : 1));
      if (fixes.hasExtraCycles) this.pass(fixes.takeExtraCycles());
      if (clock.nanos >= clock.nextAt) clock.fireDue();
      if (core.waiting) {
        fixes.settleSleep();
        return;
      }
    } while (clock.nanos < stop && !this.attention);
  }

  private pass(cycles: number): void {
    this.awake += cycles;
    this.options.clock.nanos += cycles * this.nanosPerCycle;
  }

  private sleep(stop: number): void {
    const { clock } = this.options;
    const from = clock.nanos;
    clock.advanceTo(Math.min(clock.nextAt, stop));
    this.asleep += (clock.nanos - from) / this.nanosPerCycle;
  }

  private waitForFlash(stop: number): void {
    const { clock, flash } = this.options;
    const from = clock.nanos;
    const end = flash.busyUntil * 1000;
    clock.advanceTo(Math.min(end, stop));
    this.awake += (clock.nanos - from) / this.nanosPerCycle;
    if (clock.nanos >= end && this.options.flashCutAt() > end) flash.finishOne();
  }

  private attend(): void {
    this.attention = false;
    const { fault } = this;
    this.fault = null;
    if (fault !== null) {
      const at = this.clock.nanos / 1000;
      this.options.onCrash(reportCrash(this.rp2040, this.options.symbols, { ...fault, at }));
      this.rp2040.core.PC = fault.pc;
      if (!this.fixes.enterHardFault() || this.fixes.isHopeless) this.isLockedUp = true;
    }
  }

  private fitMemories(): void {
    const { rp2040 } = this;
    const { memory } = this.options.flash;
    Object.assign(rp2040, {
      flash: memory,
      flash16: new Uint16Array(memory.buffer),
      flashView: new DataView(memory.buffer),
    });
    rp2040.bootrom.set(buildBootRom());
    const { remains } = this.options;
    if (remains !== null) rp2040.sram.set(remains.sram);
    else new Uint32Array(rp2040.sram.buffer).fill(SRAM_PATTERN);
  }

  private fitPeripherals(): Watchdog {
    const { rp2040 } = this;
    const { seed, remains } = this.options;
    const xip = new XipControl(rp2040);
    const fitted: Record<number, BasePeripheral> = {
      0x14000: xip,
      0x50400: new XipAux(rp2040, xip),
      0x40018: new RegisterFile(rp2040, "IO_QSPI"),
      0x40054: new ExactTimer(rp2040, this.clock, this.clock.nanos),
      0x40060: ringOscillator(rp2040, seed),
      0x40064: new RegisterFile(rp2040, "VREG_AND_CHIP_RESET", (offset) => (offset === 8 ? 0x100 : 0)),
    };
    const readOnly = new ReadOnlyFlash(rp2040, "FLASH");
    for (let offset = 0; offset < rp2040.flash.length; offset += 0x4000) {
      fitted[((FLASH_BASE + offset) >>> 14) << 2] = readOnly;
    }
    Object.assign(rp2040.peripherals, fitted);
    answerFlashIdentity(rp2040, [0xe6, 0x60, 0x58, 0x38, 0x83, 0x00, seed & 0xff, 0x2d]);

    const watchdog = rp2040.peripherals[0x40058] as unknown as Watchdog;
    if (remains !== null) {
      watchdog.scratchData.set(remains.scratch);
      watchdog.reason = remains.reason;
    }
    watchdog.onWatchdogTrigger = () => {
      watchdog.alarm.enable = false; // else it comes due again at once, for ever
      this.end(watchdog.reason === 2 ? "forced" : "watchdog");
    };
    const { ppb } = rp2040;
    const read = ppb.readUint32.bind(ppb);
    const write = ppb.writeUint32.bind(ppb);
    ppb.readUint32 = (offset) => (offset === AIRCR ? 0 : read(offset));
    ppb.writeUint32 = (offset, value) => {
      if (offset !== AIRCR) write(offset, value);
      else if (value >>> 16 === AIRCR_KEY && value & SYSRESETREQ) this.end("system");
    };
    return watchdog;
  }

  private listen(): void {
    const { rp2040 } = this;
    rp2040.onBreak = (code) => this.onBreak(code);
    rp2040.logger = {
      debug: () => {},
      info: (_, message) => {
        if (message === "SEV") this.fixes.sendEvent();
      },
      warn: (component, message) => this.onLog(component, message),
      error: (component, message) => this.onLog(component, message),
    };
  }

  private onBreak(code: number): void {
    const { core } = this.rp2040;
    const pc = (core.PC - 2) >>> 0;
    const name = pc < ROM_SIZE ? romFunction(code) : undefined;
    if (name === undefined) {
      const isBkpt = core.readUint16(pc) >>> 8 === 0xbe;
      this.raise(isBkpt ? "bkpt" : "udf", `${isBkpt ? "bkpt" : "udf"} #${code}`, pc);
      return;
    }
    callRom(name, this.rp2040, this.options.flash, {
      now: () => this.clock.nanos / 1000,
      spend: (cycles) => this.fixes.spend(cycles),
      misuse: (message) => this.raise("flash-misuse", message, (core.LR & ~1) >>> 0),
      bootloader: () => this.end("bootloader"),
    });
    if (this.options.flash.busy) this.attention = true;
  }

  private onLog(component: string, message: string): void {
    const pc = (this.rp2040.core.PC - 2) >>> 0;
    if (message.startsWith("Read from invalid") || message.startsWith("Write to undefined")) {
      this.raise("bus-fault", message, pc);
    } else if (message.includes("not 32 bit aligned")) {
      this.raise("unaligned", message, pc);
    } else if (message.includes("is not implemented yet")) {
      this.raise("undefined-instruction", message, pc);
    } else if (!message.endsWith(": 0x0")) {
      // Drivers clear whole blocks of registers; a zero in one that is not modelled says nothing.
      this.options.onWarning(`${component}: ${message}`);
    }
  }

  private raise(kind: CrashKind, message: string, pc: number): void {
    this.fault ??= { kind, message, pc };
    this.attention = true;
  }

  private end(kind: ResetKind): void {
    this.ended = kind;
    this.attention = true;
  }
}
