import type { BoardDescription } from "./board.js";

/** Something built or broken wrongly on the board. Contacts and lights go by their names in the description. */
export type Fault =
  | { kind: "open"; contact: string } // dead: never closes
  | { kind: "closed"; contact: string } // stuck: never opens
  | { kind: "swapped"; a: string; b: string } // each wired where the other belongs
  | { kind: "double"; a: string; b: string } // closing either closes both
  | { kind: "reversed"; contact: string } // its diode soldered the wrong way round (matrix only)
  | { kind: "bridged"; contact: string } // its diode bridged or left out, so that it conducts both ways (matrix only)
  | { kind: "missing-light"; light: string } // left out: those behind it move up one place
  | { kind: "dead-light"; light: string } // dark, and passes nothing on
  | { kind: "light-order"; order: string[] }; // the names along the chain as it was really soldered

/** Checks that a board can have a fault and has everything that it mentions; throws an error that says what is not there. */
export function checkFault(fault: Fault, { wiring, lights: { order } }: BoardDescription): void {
  const contacts = wiring.contacts.map(({ name }) => name);
  const contact = (name: string): void => {
    if (!contacts.includes(name)) throw new Error(`no contact is called "${name}"`);
  };
  const light = (name: string): void => {
    if (!order.includes(name)) throw new Error(`no light is called "${name}"`);
  };
  switch (fault.kind) {
    case "open":
    case "closed":
      contact(fault.contact);
      break;
    case "reversed":
    case "bridged":
      contact(fault.contact);
      if (wiring.kind !== "matrix") throw new Error(`no diode can be ${fault.kind}: the board has none`);
      break;
    case "swapped":
    case "double":
      contact(fault.a);
      contact(fault.b);
      break;
    case "missing-light":
    case "dead-light":
      light(fault.light);
      break;
    case "light-order":
      fault.order.forEach(light);
      break;
    default:
      fault satisfies never;
  }
}
