import { GPIOPinState } from "rp2040js";
import type { BoardDescription } from "./board.js";
import { SimClock } from "./clock.js";
import { Contacts } from "./contacts.js";
import type { Crash } from "./crash.js";
import type { Symbol } from "./elf.js";
import { checkFault, type Fault } from "./faults.js";
import { Flash, TYPICAL_FLASH, type FlashOperation, type FlashTiming } from "./flash.js";
import { readImage } from "./image.js";
import { Lights } from "./lights.js";
import { Matrix } from "./matrix.js";
import { Mcu, type Remains, type ResetKind } from "./mcu.js";
import { leaveUnconnected } from "./pins.js";
import { ShiftChain } from "./shift.js";
import { Timeline } from "./timeline.js";
import { UsbBus } from "./usb-bus.js";
import { ControlPipe } from "./usb-control.js";
import { UsbHost } from "./usb-host.js";
import { Watch, type Span, type Watched } from "./watch.js";
import { Ws2812Decoder, type Frame, type Rgb } from "./ws2812.js";

export interface ChipOptions {
  /** Decides everything that looks random: half done flash operations, the ring oscillator's bits. */
  seed?: number;
  flashSize?: number;
  flashTiming?: Partial<FlashTiming>;
}

const SRAM = 0x20000000;

/** The board's power came, went, or the chip reset itself. */
export interface PowerEvent {
  at: number;
  kind: "power-on" | "power-off" | ResetKind;
}

/** Bytes that the board sent over USB in one packet. */
export interface Received {
  at: number;
  bytes: Uint8Array;
}

/** A light frame and, after it, what an observer sees of each lamp. */
export interface LightFrame extends Frame {
  seen: Record<string, Rgb>;
}

/** Where to cut the power within the flash operations to come. */
export interface FlashCut {
  /** Operations to let pass first. */
  after: number;
  /** Share of the next one that is done when the power goes, 0 to 1. */
  share: number;
}

/**
 * The board: an RP2040 with contacts, lights and a USB cable, in simulated time.
 *
 * Time is in microseconds since the chip was made and runs only in `runUntil` and `runFor`. The same calls give the
 * same trace, to the cycle.
 */
export class Chip {
  /** The computer at the other end of the cable. */
  readonly usb: UsbHost;
  readonly flash: Flash;
  /** What has happened, oldest first; the owner may empty these. */
  readonly frames: LightFrame[] = [];
  readonly received: Received[] = [];
  readonly powerEvents: PowerEvent[] = [];
  readonly crashes: Crash[] = [];
  /** Accesses that rp2040js does not model, each once. */
  readonly warnings = new Set<string>();
  /** Called when the firmware asks for the bootloader; the chip then rests until its power is cycled. */
  onBootloader: () => void = () => {};

  private readonly clock = new SimClock();
  private readonly contacts: Contacts;
  private readonly lights: Lights;
  private readonly timeline = new Timeline();
  private readonly seed: number;
  private decoder: Ws2812Decoder;
  private symbols: Symbol[] = [];
  private mcu: Mcu | null = null;
  private wires: Matrix | ShiftChain | null = null;
  private isPowered = false;
  private watched: Watch | null = null;
  private flashCut: (FlashCut & { counted: number }) | null = null;
  private past = { awake: 0, asleep: 0 };

  constructor(
    readonly board: BoardDescription,
    options: ChipOptions = {},
  ) {
    this.seed = options.seed ?? 1;
    this.flash = new Flash(options.flashSize ?? 2 << 20, { ...TYPICAL_FLASH, ...options.flashTiming }, this.seed);
    this.contacts = new Contacts(board.wiring.contacts.map((contact) => contact.name));
    this.contacts.onChange = () => this.wires?.update();
    this.lights = new Lights(board.lights.order);
    this.decoder = this.makeDecoder();
    this.usb = new UsbHost(this.clock, (bus) => new ControlPipe(bus, this.clock));
    this.usb.onReceive = (bytes) => this.received.push({ at: this.now, bytes });
  }

  /** Microseconds of simulated time. */
  get now(): number {
    return this.clock.nanos / 1000;
  }

  /** Cycles in which the core ran or waited for the flash, and all cycles while powered. */
  get cycles(): { awake: number; total: number } {
    const awake = this.past.awake + (this.mcu?.awake ?? 0);
    const asleep = this.past.asleep + (this.mcu?.asleep ?? 0);
    return { awake: Math.round(awake), total: Math.round(awake + asleep) };
  }

  /** Pulses too short for the shift registers, since the last power-on; 0 on a matrix board. */
  get shortPulses(): number {
    return this.wires instanceof ShiftChain ? this.wires.shortPulses : 0;
  }

  /** Flash operations begun so far, oldest first. */
  get flashOperations(): readonly FlashOperation[] {
    return this.flash.operations;
  }

  /** Whether it has power. */
  get isOn(): boolean {
    return this.mcu !== null;
  }

  /** Puts an ELF, UF2 or raw image into the flash, whose other sectors stay as they are. */
  load(file: Uint8Array): void {
    const image = readImage(file);
    this.flash.load(image);
    // A UF2 file has no names; those of the image before are most likely right.
    if (image.symbols.length > 0) this.symbols = image.symbols;
  }

  /** Makes the flash as it comes from the shop. */
  erase(): void {
    this.flash.memory.fill(0xff);
  }

  /** Puts a stick on a line (or takes it away), as its contact feels it. */
  setContact(name: string, closed: boolean): void {
    this.contacts.set(name, closed);
  }

  /** Presses or releases a button. */
  setButton(name: string, down: boolean): void {
    this.contacts.set(name, down);
  }

  hasContact(name: string): boolean {
    return this.contacts.names.includes(name);
  }

  /** Throws if a fault is about something that the board does not have. */
  checkFaults(faults: readonly Fault[]): void {
    for (const fault of faults) checkFault(fault, this.board);
  }

  /** Replaces the faults of the board; see `checkFaults`. */
  setFaults(faults: readonly Fault[]): void {
    this.checkFaults(faults);
    this.contacts.setFaults(faults);
    this.lights.setFaults(faults);
  }

  /** What each lamp shows now. */
  get seen(): Record<string, Rgb> {
    return this.lights.seen();
  }

  /** Does something at a point of simulated time (microseconds), between two instructions. */
  at(micros: number, action: () => void): void {
    this.timeline.add(micros * 1000, action);
  }

  /** Switches the board on or off. Flash stays; an operation under way stays half done. */
  power(on: boolean): void {
    if (on === this.isPowered) return;
    this.isPowered = on;
    this.powerEvents.push({ at: this.now, kind: on ? "power-on" : "power-off" });
    if (on) {
      this.wake();
      return;
    }
    this.flash.cutPower(this.now);
    this.stop();
    this.lights.darken();
    this.decoder.stop();
    this.decoder = this.makeDecoder();
  }

  /** Cuts the power in the middle of a flash operation to come; null takes that back. */
  cutDuringFlash(cut: FlashCut | null): void {
    this.flashCut = cut && { ...cut, counted: this.flash.operations.length };
  }

  runFor(micros: number): void {
    this.runUntil(this.now + micros);
  }

  /** Runs until that time; things scheduled for exactly then have happened. */
  runUntil(micros: number): void {
    const target = micros * 1000;
    for (;;) {
      this.timeline.runDue(this.clock.nanos);
      if (this.clock.nanos >= target) return;
      this.runTo(Math.min(target, this.timeline.nextAt));
    }
  }

  /** Reads the chip's memory as the core would; for debugging. Empty while it has no power. */
  readMemory(address: number, length: number): Uint8Array {
    const { mcu } = this;
    if (mcu === null) return new Uint8Array();
    return Uint8Array.from({ length }, (_, i) => mcu.rp2040.readUint8(address + i));
  }

  /** The address of a function or static of the image. */
  symbol(name: string): Symbol | undefined {
    return this.symbols.find((symbol) => symbol.name === name);
  }

  /**
   * Times calls; everything then runs several times slower. Null ends it. Throws if the image has no such function, or
   * not just one such static.
   */
  watch(watched: Watched | null): void {
    this.watched = watched && this.makeWatch(watched);
    if (this.mcu) this.mcu.watch = this.watched;
  }

  /** The calls that were timed since this was last asked, oldest first. */
  takeSpans(): Span[] {
    return this.watched?.spans.splice(0) ?? [];
  }

  private makeWatch(watched: Watched): Watch {
    const functions = this.symbols.filter(({ name, address }) => address < SRAM && name.includes(watched.function));
    const statics = this.symbols.filter(({ name, address }) => address >= SRAM && name.includes(watched.static));
    const [target] = statics;
    if (functions.length === 0 || target === undefined || statics.length > 1) {
      throw new Error(`the image has ${functions.length} functions and ${statics.length} statics with such names`);
    }
    const addresses = new Set(functions.map(({ address }) => address));
    return new Watch(addresses, target.address, target.address + target.size);
  }

  private runTo(stop: number): void {
    if (this.mcu === null) {
      this.clock.advanceTo(stop);
      return;
    }
    this.mcu.runTo(stop);
    if (this.clock.nanos >= this.flashCutNanos()) {
      this.flashCut = null;
      this.power(false);
    } else if (this.mcu.ended !== null) {
      this.restart(this.mcu.ended);
    }
  }

  /** When the operation that `cutDuringFlash` waits for reaches its share; `Infinity` while it has not begun. */
  private flashCutNanos(): number {
    if (this.flashCut === null) return Infinity;
    const operation = this.flash.operations[this.flashCut.counted + this.flashCut.after];
    if (operation === undefined) return Infinity;
    return (operation.at + operation.us * this.flashCut.share) * 1000;
  }

  /** What the boot ROM does: it starts what is in the flash, or becomes the drive that takes firmware. */
  private wake(): void {
    if (this.flash.isBootable) {
      this.boot(null);
    } else {
      this.powerEvents.push({ at: this.now, kind: "bootloader" });
      this.onBootloader();
    }
  }

  private boot(remains: Remains | null): void {
    const mcu = new Mcu({
      clock: this.clock,
      flash: this.flash,
      symbols: this.symbols,
      seed: this.seed,
      remains,
      flashCutAt: () => this.flashCutNanos(),
      onCrash: (crash) => this.crashes.push(crash),
      onWarning: (message) => this.warnings.add(message),
    });
    this.mcu = mcu;
    mcu.watch = this.watched;
    this.solder(mcu);
    this.usb.connect(new UsbBus(mcu.rp2040));
  }

  private solder(mcu: Mcu): void {
    const { wiring, lights } = this.board;
    const used = new Set([lights.pin]);
    if (wiring.kind === "matrix") {
      this.wires = new Matrix(mcu.rp2040, mcu.clock, wiring, this.contacts);
      for (const number of [...wiring.rows, ...wiring.columns]) used.add(number);
    } else {
      this.wires = new ShiftChain(mcu.rp2040, mcu.clock, wiring, this.contacts);
      used.add(wiring.data);
    }
    for (const pin of mcu.rp2040.gpio) if (!used.has(pin.index)) leaveUnconnected(pin);
    mcu.rp2040.gpio[lights.pin]!.addListener((level) => this.decoder.change(level === GPIOPinState.High));
  }

  private restart(kind: ResetKind): void {
    this.powerEvents.push({ at: this.now, kind });
    const remains = this.mcu!.remains();
    this.stop();
    // The flash chip has its own supply line and finishes what it has begun.
    while (this.flash.busy) this.flash.finishOne();
    this.decoder.change(false);
    if (kind === "bootloader") this.onBootloader();
    else this.boot(remains);
  }

  private stop(): void {
    if (this.mcu === null) return;
    this.watched?.stop();
    this.past.awake += this.mcu.awake;
    this.past.asleep += this.mcu.asleep;
    this.mcu.dispose();
    this.mcu = null;
    this.wires = null;
    this.usb.connect(null);
  }

  private makeDecoder(): Ws2812Decoder {
    return new Ws2812Decoder(
      this.clock,
      () => this.cycles.total,
      (frame) => {
        this.lights.show(frame);
        this.frames.push({ ...frame, seen: this.lights.seen() });
      },
    );
  }
}
