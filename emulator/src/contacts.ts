import type { Fault } from "./faults.js";

/** From column to row, from row to column, or conducting both ways. */
export type Diode = "good" | "reversed" | "bridged";

/**
 * The reed contacts and buttons: which are closed, and which look closed from the wires.
 *
 * `set` says what a magnet or finger does; `isClosed` says what the circuit at that contact's place does, faults included.
 */
export class Contacts {
  private readonly pressed = new Set<string>();
  private closed = new Set<string>();
  private faults: readonly Fault[] = [];
  private diodes = new Map<string, Diode>();
  /** Called after anything changed that the wires can see. */
  onChange: () => void = () => {};

  constructor(readonly names: readonly string[]) {}

  set(name: string, isPressed: boolean): void {
    if (!this.names.includes(name)) throw new Error(`no contact is called "${name}"`);
    if (isPressed) this.pressed.add(name);
    else this.pressed.delete(name);
    this.update();
  }

  setFaults(faults: readonly Fault[]): void {
    this.faults = faults;
    this.diodes = new Map();
    for (const fault of faults) {
      if (fault.kind === "reversed" || fault.kind === "bridged") this.diodes.set(fault.contact, fault.kind);
    }
    this.update();
  }

  isClosed(name: string): boolean {
    return this.closed.has(name);
  }

  /** How the contact's diode is soldered; a matrix has them. */
  diode(name: string): Diode {
    return this.diodes.get(name) ?? "good";
  }

  private update(): void {
    const closed = new Set(this.pressed);
    for (const fault of this.faults) {
      if (fault.kind === "swapped") {
        const a = closed.has(fault.a);
        const b = closed.has(fault.b);
        put(closed, fault.a, b);
        put(closed, fault.b, a);
      } else if (fault.kind === "double" && (closed.has(fault.a) || closed.has(fault.b))) {
        closed.add(fault.a).add(fault.b);
      }
    }
    // A contact that cannot move does not care what it is wired to.
    for (const fault of this.faults) {
      if (fault.kind === "open") closed.delete(fault.contact);
      if (fault.kind === "closed") closed.add(fault.contact);
    }
    this.closed = closed;
    this.onChange();
  }
}

function put(set: Set<string>, name: string, isIn: boolean): void {
  if (isIn) set.add(name);
  else set.delete(name);
}
