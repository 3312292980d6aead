import { GPIOPinState, type GPIOPin, type RP2040 } from "rp2040js";
import type { ShiftWiring } from "./board.js";
import type { Alarm, Clock } from "./clock.js";
import type { Contacts } from "./contacts.js";
import { drive } from "./pins.js";

/** From a clock edge to a steady QH, for a 74HC165 at 3.3 V, in nanoseconds. */
export const SHIFT_DELAY_NS = 40;
/** The shortest pulse that a 74HC165 is sure to notice at 3.3 V, in nanoseconds. */
export const SHIFT_PULSE_NS = 24;

/** The chain of 74HC165: while SH/LD is low it follows its inputs, each rising clock edge moves it one bit on. */
export class ShiftChain {
  private readonly load: GPIOPin;
  private readonly clockPin: GPIOPin;
  private readonly data: GPIOPin;
  private readonly names: (string | undefined)[];
  private readonly settle: Alarm;
  private bits: boolean[] = [];
  private readonly lastEdge = new Map<GPIOPin, number>();
  /** Pulses on SH/LD or CLK too short for the part; real ones might miss them. */
  shortPulses = 0;

  constructor(
    mcu: RP2040,
    private readonly clock: Clock,
    wiring: ShiftWiring,
    private readonly contacts: Contacts,
    private readonly delayNanos = SHIFT_DELAY_NS,
  ) {
    this.load = mcu.gpio[wiring.load]!;
    this.clockPin = mcu.gpio[wiring.clock]!;
    this.data = mcu.gpio[wiring.data]!;
    this.names = new Array<string | undefined>(wiring.registers * 8).fill(undefined);
    for (const { name, bit } of wiring.contacts) this.names[bit] = name;
    this.settle = clock.createAlarm(() => drive(this.data, this.bits[0]!));
    this.load.addListener((level, before) => this.onLoad(level, before));
    this.clockPin.addListener((level, before) => this.onClock(level, before));
    this.takeInputs();
  }

  /** Contacts changed: matters only while they are being loaded. */
  update(): void {
    if (this.load.value === GPIOPinState.Low) this.takeInputs();
  }

  private takeInputs(): void {
    this.bits = this.names.map((name) => name === undefined || !this.contacts.isClosed(name));
    this.show();
  }

  private onLoad(level: GPIOPinState, before: GPIOPinState): void {
    this.measure(this.load, before);
    if (level === GPIOPinState.Low) this.takeInputs();
  }

  private onClock(level: GPIOPinState, before: GPIOPinState): void {
    this.measure(this.clockPin, before);
    if (level !== GPIOPinState.High || before === GPIOPinState.High) return;
    if (this.load.value === GPIOPinState.Low) return;
    this.bits.shift();
    this.bits.push(true); // SER of the first register is tied high
    this.show();
  }

  private measure(pin: GPIOPin, before: GPIOPinState): void {
    const wasDriven = before === GPIOPinState.Low || before === GPIOPinState.High;
    const width = this.clock.nanos - (this.lastEdge.get(pin) ?? -Infinity);
    if (wasDriven && width < SHIFT_PULSE_NS) this.shortPulses++;
    this.lastEdge.set(pin, this.clock.nanos);
  }

  private show(): void {
    this.settle.schedule(this.delayNanos);
  }
}
