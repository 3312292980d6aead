import { GPIOPinState, type GPIOPin, type RP2040 } from "rp2040js";
import type { MatrixWiring } from "./board.js";
import type { Alarm, Clock } from "./clock.js";
import type { Contacts } from "./contacts.js";
import { drive, restingLevel } from "./pins.js";

/** How long a wire takes to fall through its pin's pull-down once nothing drives it, in nanoseconds: 50 kΩ and 200 pF. */
export const WIRE_FALL_NS = 10_000;

/** A column or a row: follows what drives it at once, falls slowly through a pull-down, and floats without a pull. */
class Wire {
  readonly pin: GPIOPin;
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

  /** The level that its own pin drives it to; undefined for an input. */
  get driven(): boolean | undefined {
    switch (this.pin.value) {
      case GPIOPinState.High:
        return true;
      case GPIOPinState.Low:
        return false;
      default:
        return undefined;
    }
  }

  /** Takes the level that something drives it to; undefined if nothing does. */
  follow(level: boolean | undefined): void {
    if (level !== undefined) {
      this.fall.cancel();
      drive(this.pin, level);
      return;
    }
    const resting = restingLevel(this.pin.value);
    if (resting === true) drive(this.pin, true);
    else if (resting === false && this.pin.inputValue && !this.fall.armed) this.fall.schedule(this.fallNanos);
    // Floating: whatever charge there was stays, so firmware that forgot the pull sees contacts that are not there.
  }
}

/** A way for current: from a wire through a closed contact and its diode to another one. */
type Way = readonly [from: Wire, to: Wire];

/** Solders the diode matrix to the pins of one chip. */
export class Matrix {
  private readonly wires: Wire[];
  private readonly places: { name: string; column: Wire; row: Wire }[];
  private ways: Way[] = [];

  constructor(
    mcu: RP2040,
    clock: Clock,
    wiring: MatrixWiring,
    private readonly contacts: Contacts,
    fallNanos = WIRE_FALL_NS,
  ) {
    const wire = (number: number): Wire => new Wire(mcu, number, clock, fallNanos);
    const columns = wiring.columns.map(wire);
    const rows = wiring.rows.map(wire);
    this.wires = [...columns, ...rows];
    this.places = wiring.contacts.map(({ name, column, row }) => {
      return { name, column: columns[column]!, row: rows[row]! };
    });
    for (const { pin } of this.wires) pin.addListener(() => this.settle());
    this.update();
  }

  /** Contacts changed, or their diodes. */
  update(): void {
    this.ways = this.places.flatMap(({ name, column, row }): Way[] => {
      if (!this.contacts.isClosed(name)) return [];
      const [forwards, backwards]: Way[] = [
        [column, row],
        [row, column],
      ];
      switch (this.contacts.diode(name)) {
        case "good":
          return [forwards!];
        case "reversed":
          return [backwards!];
        case "bridged":
          return [forwards!, backwards!];
      }
    });
    this.settle();
  }

  /**
   * Gives every wire its level. Current flows from a pin that is high along all ways that leave it, and on from there;
   * likewise into a pin that is low. Where both meet on an input the level is between them, and is taken as low.
   */
  private settle(): void {
    const lifted = this.reach(true, ([from, to]) => [from, to]);
    const dragged = this.reach(false, ([from, to]) => [to, from]);
    for (const wire of this.wires) {
      wire.follow(wire.driven ?? (dragged.has(wire) ? false : lifted.has(wire) ? true : undefined));
    }
  }

  /** The wires that are reached from those whose pins drive this level, along ways, over wires that are not driven. */
  private reach(level: boolean, along: (way: Way) => Way): Set<Wire> {
    const reached = new Set<Wire>();
    if (this.ways.length === 0) return reached;
    const open = this.wires.filter((wire) => wire.driven === level);
    for (let wire = open.pop(); wire !== undefined; wire = open.pop()) {
      for (const way of this.ways) {
        const [from, to] = along(way);
        if (from !== wire || to.driven !== undefined || reached.has(to)) continue;
        reached.add(to);
        open.push(to);
      }
    }
    return reached;
  }
}
