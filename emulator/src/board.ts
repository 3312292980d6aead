/** A 6×6 (or other) diode matrix: one column driven high at a time, diodes from column to row, rows pulled down. */
export interface MatrixWiring {
  kind: "matrix";
  /** GPIO number of each column. */
  columns: number[];
  /** GPIO number of each row. */
  rows: number[];
  /** `column` and `row` are indices into the lists above. */
  contacts: { name: string; column: number; row: number }[];
}

/** Daisy-chained 74HC165: inputs pulled up, a closed contact reads low. */
export interface ShiftWiring {
  kind: "shift";
  /** GPIO numbers of SH/LD, CLK and the last register's QH. */
  load: number;
  clock: number;
  data: number;
  /** Number of registers, eight bits each. */
  registers: number;
  /** Bit 0 is what QH shows after a load. */
  contacts: { name: string; bit: number }[];
}

export type Wiring = MatrixWiring | ShiftWiring;

/** What is soldered to the RP2040. Written by the Rust side as JSON. */
export interface BoardDescription {
  name: string;
  wiring: Wiring;
  /** The data pin of the WS2812 chain and the names along it. */
  lights: { pin: number; order: string[] };
}

const GPIO_COUNT = 30;

class Reader {
  constructor(private readonly path: string) {}

  fail(what: string): never {
    throw new Error(`board description: ${this.path} ${what}`);
  }

  at(key: string | number): Reader {
    return new Reader(`${this.path}${typeof key === "number" ? `[${key}]` : `.${key}`}`);
  }

  object(value: unknown): Record<string, unknown> {
    if (typeof value !== "object" || value === null || Array.isArray(value)) this.fail("must be an object");
    return value as Record<string, unknown>;
  }

  text(value: unknown): string {
    if (typeof value !== "string" || value === "") this.fail("must be a name");
    return value;
  }

  below(value: unknown, limit: number): number {
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value >= limit) {
      this.fail(`must be a whole number below ${limit}`);
    }
    return value;
  }

  list<T>(value: unknown, read: (item: unknown, reader: Reader) => T): T[] {
    if (!Array.isArray(value)) this.fail("must be a list");
    return value.map((item: unknown, index) => read(item, this.at(index)));
  }
}

const pin = (value: unknown, r: Reader): number => r.below(value, GPIO_COUNT);

function readWiring(value: unknown, r: Reader): Wiring {
  const o = r.object(value);
  switch (o["kind"]) {
    case "matrix": {
      const columns = r.at("columns").list(o["columns"], pin);
      const rows = r.at("rows").list(o["rows"], pin);
      const contacts = r.at("contacts").list(o["contacts"], (item, c) => {
        const k = c.object(item);
        return {
          name: c.at("name").text(k["name"]),
          column: c.at("column").below(k["column"], columns.length),
          row: c.at("row").below(k["row"], rows.length),
        };
      });
      return { kind: "matrix", columns, rows, contacts };
    }
    case "shift": {
      const registers = r.at("registers").below(o["registers"], 33);
      const contacts = r.at("contacts").list(o["contacts"], (item, c) => {
        const k = c.object(item);
        return { name: c.at("name").text(k["name"]), bit: c.at("bit").below(k["bit"], registers * 8) };
      });
      return {
        kind: "shift",
        load: pin(o["load"], r.at("load")),
        clock: pin(o["clock"], r.at("clock")),
        data: pin(o["data"], r.at("data")),
        registers,
        contacts,
      };
    }
    default:
      return r.at("kind").fail('must be "matrix" or "shift"');
  }
}

function refuseRepeats(what: string, items: readonly (string | number)[]): void {
  const seen = new Set<string | number>();
  for (const item of items) {
    if (seen.has(item)) throw new Error(`board description: ${what} ${item} is used twice`);
    seen.add(item);
  }
}

/** Checks a parsed JSON value and returns it as a board. Throws an error that names the offending place. */
export function readBoard(value: unknown): BoardDescription {
  const r = new Reader("board");
  const o = r.object(value);
  const wiring = readWiring(o["wiring"], r.at("wiring"));
  const lights = r.at("lights").object(o["lights"]);
  const board: BoardDescription = {
    name: r.at("name").text(o["name"]),
    wiring,
    lights: {
      pin: pin(lights["pin"], r.at("lights").at("pin")),
      order: r.at("lights").at("order").list(lights["order"], (item, c) => c.text(item)),
    },
  };
  const pins =
    wiring.kind === "matrix" ? [...wiring.columns, ...wiring.rows] : [wiring.load, wiring.clock, wiring.data];
  refuseRepeats("GPIO", [...pins, board.lights.pin]);
  refuseRepeats("contact", wiring.contacts.map((c) => c.name));
  refuseRepeats("light", board.lights.order);
  return board;
}
