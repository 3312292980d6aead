/** Something built or broken wrongly on the board. Contacts and lights go by their names in the description. */
export type Fault =
  | { kind: "open"; contact: string } // dead: never closes
  | { kind: "closed"; contact: string } // stuck: never opens
  | { kind: "swapped"; a: string; b: string } // each wired where the other belongs
  | { kind: "double"; a: string; b: string } // closing either closes both
  | { kind: "reversed"; contact: string } // its diode soldered the wrong way round (matrix only)
  | { kind: "missing-light"; light: string } // left out: those behind it move up one place
  | { kind: "dead-light"; light: string } // dark, and passes nothing on
  | { kind: "light-order"; order: string[] }; // the names along the chain as it was really soldered

/** Checks that every name a fault mentions exists; throws an error that says which does not. */
export function checkFault(fault: Fault, contacts: readonly string[], lights: readonly string[]): void {
  const contact = (name: string): void => {
    if (!contacts.includes(name)) throw new Error(`no contact is called "${name}"`);
  };
  const light = (name: string): void => {
    if (!lights.includes(name)) throw new Error(`no light is called "${name}"`);
  };
  switch (fault.kind) {
    case "open":
    case "closed":
    case "reversed":
      contact(fault.contact);
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
