import { GPIOPinState, type GPIOPin, type RP2040 } from "rp2040js";
import type { MatrixWiring } from "./board.js";
import type { Alarm, Clock } from "./clock.js";
import type { Contacts } from "./contacts.js";
import { drive, leaveUnconnected, restingLevel } from "./pins.js";

/** How long a row takes to fall through its pull-down once nothing drives it, in nanoseconds. */
export const ROW_FALL_NS = 1000;

/** One row: rises at once through a diode, falls slowly through its pull-down, and floats without one. */
class Row {
  readonly pin: GPIOPin;
  readonly contacts: { name: string; column: GPIOPin }[] = [];
  private readonly fall: Alarm;

  constructor(
    mcu: RP2040,
    number: number,
    clock: Clock,
    private readonly fallNanos: number,
  ) {
    this.pin = mcu.gpio[number]!;
    this.fall = clock.createAlarm(() => drive(this.pin, false));
  }

  update(isDriven: boolean): void {
    if (isDriven) {
      this.fall.cancel();
      drive(this.pin, true);
      return;
    }
    const level = restingLevel(this.pin.value);
    if (level === false) {
      if (!this.fall.armed && this.pin.inputValue) this.fall.schedule(this.fallNanos);
      else if (!this.pin.inputValue) drive(this.pin, false);
    } else if (level === true) {
      drive(this.pin, true);
    }
    // Floating: whatever charge there was stays, so firmware that forgot the pull sees contacts that are not there.
  }
}

/** Solders the diode matrix to the pins of one chip. */
export class Matrix {
  private readonly rows: Row[];

  constructor(
    mcu: RP2040,
    clock: Clock,
    wiring: MatrixWiring,
    private readonly contacts: Contacts,
    fallNanos = ROW_FALL_NS,
  ) {
    this.rows = wiring.rows.map((number) => new Row(mcu, number, clock, fallNanos));
    for (const { name, column, row } of wiring.contacts) {
      this.rows[row]!.contacts.push({ name, column: mcu.gpio[wiring.columns[column]!]! });
    }
    for (const row of this.rows) row.pin.addListener(() => this.update());
    for (const number of wiring.columns) {
      leaveUnconnected(mcu.gpio[number]!);
      mcu.gpio[number]!.addListener(() => this.update());
    }
    this.update();
  }

  update(): void {
    for (const row of this.rows) row.update(this.isDriven(row));
  }

  /** High through some diode, unless a reversed one drags the row down to a column that is low. */
  private isDriven(row: Row): boolean {
    let isHigh = false;
    for (const { name, column } of row.contacts) {
      if (!this.contacts.isClosed(name)) continue;
      const level = column.value;
      if (this.contacts.isReversed(name)) {
        if (level === GPIOPinState.Low) return false;
      } else if (level === GPIOPinState.High) {
        isHigh = true;
      }
    }
    return isHigh;
  }
}
