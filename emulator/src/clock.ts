/** What the parts of the board need of a clock. */
export interface Clock {
  /** Simulated time in nanoseconds since the first power-on. */
  readonly nanos: number;
  createAlarm(callback: () => void): Alarm;
}

/** A callback that the clock runs at a point of simulated time; the shape rp2040js asks of an alarm. */
export class Alarm {
  /** When it fires, in nanoseconds; meaningful while `armed`. */
  at = 0;
  armed = false;
  next: Alarm | null = null;

  constructor(
    private readonly clock: SimClock,
    readonly callback: () => void,
  ) {}

  /** Fires once, `deltaNanos` from now; replaces an earlier appointment. */
  schedule(deltaNanos: number): void {
    this.scheduleAt(this.clock.nanos + deltaNanos);
  }

  /** Fires once at `nanos` (at once, if that is past). */
  scheduleAt(nanos: number): void {
    if (this.armed) this.clock.remove(this);
    this.at = nanos;
    this.clock.insert(this);
  }

  cancel(): void {
    if (this.armed) this.clock.remove(this);
  }
}

/**
 * Simulated time in nanoseconds since the first power-on, and what is due when.
 *
 * Alarms of the same instant fire in the order in which they were armed, so that a script always gives the same trace.
 */
export class SimClock implements Clock {
  nanos = 0;
  /** When the first alarm is due; `Infinity` if there is none. The run loop compares with it after each instruction. */
  nextAt = Infinity;
  private first: Alarm | null = null;

  createAlarm(callback: () => void): Alarm {
    return new Alarm(this, callback);
  }

  insert(alarm: Alarm): void {
    let before: Alarm | null = null;
    let after = this.first;
    while (after !== null && after.at <= alarm.at) {
      before = after;
      after = after.next;
    }
    alarm.next = after;
    alarm.armed = true;
    if (before === null) {
      this.first = alarm;
      this.nextAt = alarm.at;
    } else {
      before.next = alarm;
    }
  }

  remove(alarm: Alarm): void {
    let before: Alarm | null = null;
    for (let item = this.first; item !== null; item = item.next) {
      if (item === alarm) {
        if (before === null) this.first = item.next;
        else before.next = item.next;
        break;
      }
      before = item;
    }
    alarm.armed = false;
    alarm.next = null;
    this.nextAt = this.first === null ? Infinity : this.first.at;
  }

  /** Moves to `nanos`, running on the way whatever falls due, each at its own time. */
  advanceTo(nanos: number): void {
    while (this.first !== null && this.first.at <= nanos) this.fireFirst();
    if (nanos > this.nanos) this.nanos = nanos;
  }

  /** Runs what is due by now without moving time. */
  fireDue(): void {
    const now = this.nanos;
    while (this.first !== null && this.first.at <= now) {
      this.fireFirst();
      // An alarm keeps its own time while it runs; the instruction that made it due has gone on since.
      this.nanos = now;
    }
  }

  private fireFirst(): void {
    const alarm = this.first!;
    this.first = alarm.next;
    this.nextAt = this.first === null ? Infinity : this.first.at;
    alarm.armed = false;
    alarm.next = null;
    // Due within the last instruction: a few cycles back, so that periodic things keep their period.
    this.nanos = alarm.at;
    alarm.callback();
  }
}

/** The clock as one boot of the chip sees it: its alarms go when the chip is reset, those of the board stay. */
export class ChipClock implements Clock {
  private readonly alarms: Alarm[] = [];

  constructor(private readonly clock: SimClock) {}

  get nanos(): number {
    return this.clock.nanos;
  }

  createAlarm(callback: () => void): Alarm {
    const alarm = this.clock.createAlarm(callback);
    this.alarms.push(alarm);
    return alarm;
  }

  dispose(): void {
    for (const alarm of this.alarms) alarm.cancel();
  }
}
