import type { Alarm, Clock } from "./clock.js";

/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [number, number, number];

/** The shortest and longest of some pulses, in nanoseconds. */
export interface Range {
  min: number;
  max: number;
}

/** How long the line was high and low within the bits of a frame; absent where no such bit was sent. */
export interface PulseWidths {
  t0h?: Range;
  t1h?: Range;
  t0l?: Range;
  t1l?: Range;
}

/** One transmission along the chain, as the data pin showed it. */
export interface Frame {
  /** First rising edge and the moment the lights take the colours over, in microseconds. */
  at: number;
  latched: number;
  /** The system cycle of the first rising edge, counted from the first power-on. */
  cycle: number;
  /** Colours in the order sent: the first is for the first light of the chain. */
  wire: Rgb[];
  /** Bits sent; anything but a multiple of 24 means that a transmission broke off. */
  bits: number;
  pulses: PulseWidths;
  /** How long the line had been low before, in microseconds; null before the first frame. */
  gap: number | null;
}

/** What the data sheet allows: high times of a zero and a one in nanoseconds, low time between frames in microseconds. */
const ZERO_HIGH = { min: 220, max: 380 };
const ONE_HIGH = { min: 580, max: 1000 };
const RESET_US = 280;

/** What is wrong with a frame for a chain of so many lights, by the data sheet. */
export function frameFaults({ pulses, gap, bits }: Frame, lights: number): string[] {
  const faults: string[] = [];
  const check = (name: string, seen: Range | undefined, { min, max }: Range): void => {
    if (seen === undefined || (seen.min >= min && seen.max <= max)) return;
    faults.push(`${name} of ${Math.round(seen.min)} to ${Math.round(seen.max)} ns, not ${min} to ${max}`);
  };
  check("T0H", pulses.t0h, ZERO_HIGH);
  check("T1H", pulses.t1h, ONE_HIGH);
  if (gap !== null && gap < RESET_US) faults.push(`a gap of ${gap.toFixed(1)} µs before it, not ${RESET_US}`);
  if (bits !== lights * 24) faults.push(`${bits} bits for ${lights} lights`);
  return faults;
}

/** A high pulse longer than this is a one. */
const ONE_NS = 550;
/** A low pulse longer than this latches the frame. Newer parts want 280 µs: look at `gap` for that. */
const LATCH_NS = 50_000;

/** Decodes the waveform on the data pin. */
export class Ws2812Decoder {
  private readonly latch: Alarm;
  private isHigh = false;
  private edge = 0;
  private startNanos = 0;
  private startCycle = 0;
  private gap: number | null = null;
  private hasSentBefore = false;
  private bits: boolean[] = [];
  private pulses: PulseWidths = {};

  constructor(
    private readonly clock: Clock,
    private readonly cycle: () => number,
    private readonly onFrame: (frame: Frame) => void,
  ) {
    this.latch = clock.createAlarm(() => this.tryLatch());
  }

  /** The data pin changed just now. */
  change(isHigh: boolean): void {
    if (isHigh === this.isHigh) return;
    const now = this.clock.nanos;
    const width = now - this.edge;
    if (isHigh) {
      if (this.bits.length === 0) this.start(now, width);
      else widen(this.pulses, this.bits[this.bits.length - 1] ? "t1l" : "t0l", width);
    } else {
      const isOne = width > ONE_NS;
      widen(this.pulses, isOne ? "t1h" : "t0h", width);
      this.bits.push(isOne);
      if (!this.latch.armed) this.latch.schedule(LATCH_NS);
    }
    this.isHigh = isHigh;
    this.edge = now;
  }

  /** The lights have lost their power; a frame under way is never shown. */
  stop(): void {
    this.latch.cancel();
  }

  private start(now: number, low: number): void {
    this.startNanos = now;
    this.startCycle = this.cycle();
    this.gap = this.hasSentBefore ? low / 1000 : null;
    this.pulses = {};
    this.hasSentBefore = true;
  }

  /** Armed once a frame rather than at every bit; looks whether the line has really been quiet. */
  private tryLatch(): void {
    if (this.isHigh) return; // the falling edge arms it again
    // The sum, as it was scheduled: times have fractions, and the difference may come out a hair shorter for ever.
    const due = this.edge + LATCH_NS;
    if (this.clock.nanos < due) {
      this.latch.scheduleAt(due);
      return;
    }
    const { bits } = this;
    this.bits = [];
    this.onFrame({
      at: this.startNanos / 1000,
      latched: (this.edge + LATCH_NS) / 1000,
      cycle: this.startCycle,
      wire: colours(bits),
      bits: bits.length,
      pulses: this.pulses,
      gap: this.gap,
    });
  }
}

function widen(pulses: PulseWidths, key: keyof PulseWidths, width: number): void {
  const range = pulses[key];
  if (range === undefined) pulses[key] = { min: width, max: width };
  else {
    range.min = Math.min(range.min, width);
    range.max = Math.max(range.max, width);
  }
}

/** The wire carries green, red, blue, most significant bit first. */
function colours(bits: readonly boolean[]): Rgb[] {
  const result: Rgb[] = [];
  const byte = (from: number): number =>
    bits.slice(from, from + 8).reduce((value, bit) => value * 2 + (bit ? 1 : 0), 0);
  for (let at = 0; at + 24 <= bits.length; at += 24) result.push([byte(at + 8), byte(at), byte(at + 16)]);
  return result;
}
