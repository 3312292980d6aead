import { readBoard, type BoardDescription } from "./board.js";
import type { ChipOptions, FlashCut } from "./chip.js";
import type { Fault } from "./faults.js";
import type { Watched } from "./watch.js";

/** Which light frames an answer lists. */
export type FrameFilter = "all" | "changed" | "none";

/** Something done to the board, at `at` microseconds or at once. */
export type Input = { at?: number } & (
  | { kind: "contact"; name: string; closed: boolean }
  | { kind: "usb"; bytes: Uint8Array }
  | { kind: "plugged"; isPlugged: boolean }
  | { kind: "reading"; isReading: boolean }
  | { kind: "power"; on: boolean }
  | { kind: "fault"; name: string; stuck: "open" | "closed" | null }
  | { kind: "faults"; faults: Fault[] }
  | { kind: "cut"; cut: FlashCut | null }
);

export interface Load {
  board: BoardDescription;
  /** Path of the image, for the server to read; `image` is the same in base64. */
  elf?: string;
  image?: Uint8Array;
  options: ChipOptions;
  frames: FrameFilter;
}

/** One request line, checked. Its parts are carried out in this order. */
export interface Request {
  id?: unknown;
  load?: Load;
  /** The flash becomes what it was in the shop. */
  erase?: true;
  /** The path of an image that is put into the flash as it is. */
  update?: string;
  inputs: Input[];
  run?: { until: number } | { for: number };
  read?: { address: number | string; length: number };
  /** Which calls are timed from now on. */
  watch?: Watched | null;
}

type Json = Record<string, unknown>;

const INPUT_KEYS = ["at", "contact", "closed", "button", "down", "usb", "usb_hex", "plugged", "reading", "power"];
const REQUEST_KEYS = ["id", "load", "erase", "update", "inputs", "run_until", "run_for", "read", "watch", ...INPUT_KEYS, "faults", "cut"];

function object(value: unknown, what: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${what} must be an object`);
  return value as Json;
}

function known(value: Json, keys: readonly string[], what: string): Json {
  for (const key of Object.keys(value)) if (!keys.includes(key)) throw new Error(`${what}: unknown word "${key}"`);
  return value;
}

function number(value: unknown, what: string): number {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) throw new Error(`${what} must be a number`);
  return value;
}

function text(value: unknown, what: string): string {
  if (typeof value !== "string") throw new Error(`${what} must be a text`);
  return value;
}

function truth(value: unknown, what: string): boolean {
  if (typeof value !== "boolean") throw new Error(`${what} must be true or false`);
  return value;
}

/** Bytes of a base64 text, without help from Node. */
function base64(value: string): Uint8Array {
  return Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
}

function hex(value: string): Uint8Array {
  if (!/^([0-9a-fA-F]{2})*$/.test(value)) throw new Error("usb_hex must be pairs of hexadecimal digits");
  return Uint8Array.from(value.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function readFault(value: unknown): Fault {
  const o = object(value, "fault");
  const name = (key: string): string => text(o[key], `fault.${key}`);
  const { kind } = o;
  switch (kind) {
    case "open":
    case "closed":
    case "reversed":
    case "bridged":
      return { kind, contact: name("contact") };
    case "swapped":
    case "double":
      return { kind, a: name("a"), b: name("b") };
    case "missing-light":
    case "dead-light":
      return { kind, light: name("light") };
    case "light-order": {
      if (!Array.isArray(o["order"])) throw new Error("fault.order must be a list");
      return { kind, order: o["order"].map((item) => text(item, "fault.order")) };
    }
    default:
      throw new Error(`unknown fault "${String(kind)}"`);
  }
}

function readFaults(value: unknown): Input {
  if (Array.isArray(value)) return { kind: "faults", faults: value.map(readFault) };
  const o = known(object(value, "faults"), ["name", "stuck"], "faults");
  const { stuck } = o;
  if (stuck !== "open" && stuck !== "closed" && stuck !== null) throw new Error('stuck must be "open", "closed" or null');
  return { kind: "fault", name: text(o["name"], "faults.name"), stuck };
}

function readCut(value: unknown): FlashCut | null {
  if (value === null) return null;
  const o = known(object(value, "cut"), ["after", "share"], "cut");
  return { after: number(o["after"] ?? 0, "cut.after"), share: number(o["share"], "cut.share") };
}

function readWatch(value: unknown): Watched | null {
  if (value === null) return null;
  const o = known(object(value, "watch"), ["function", "static"], "watch");
  return { function: text(o["function"], "watch.function"), static: text(o["static"], "watch.static") };
}

/** The inputs that one object names; usually one. */
function readInputs(o: Json): Input[] {
  const inputs: Input[] = [];
  if ("contact" in o) {
    inputs.push({ kind: "contact", name: text(o["contact"], "contact"), closed: truth(o["closed"], "closed") });
  }
  if ("button" in o) {
    inputs.push({ kind: "contact", name: text(o["button"], "button"), closed: truth(o["down"], "down") });
  }
  if ("faults" in o) inputs.push(readFaults(o["faults"]));
  if ("cut" in o) inputs.push({ kind: "cut", cut: readCut(o["cut"]) });
  if ("power" in o) inputs.push({ kind: "power", on: truth(o["power"], "power") });
  if ("plugged" in o) inputs.push({ kind: "plugged", isPlugged: truth(o["plugged"], "plugged") });
  if ("reading" in o) inputs.push({ kind: "reading", isReading: truth(o["reading"], "reading") });
  if ("usb" in o) inputs.push({ kind: "usb", bytes: new TextEncoder().encode(text(o["usb"], "usb")) });
  if ("usb_hex" in o) inputs.push({ kind: "usb", bytes: hex(text(o["usb_hex"], "usb_hex")) });
  if ("at" in o) {
    const at = number(o["at"], "at");
    for (const input of inputs) input.at = at;
    if (inputs.length === 0) throw new Error('"at" without anything to do');
  }
  return inputs;
}

function readLoad(value: unknown): Load {
  const o = known(object(value, "load"), ["board", "elf", "image", "seed", "flash_size", "flash_us", "frames"], "load");
  const load: Load = { board: readBoard(o["board"]), options: {}, frames: "all" };
  if ("elf" in o) load.elf = text(o["elf"], "load.elf");
  if ("image" in o) load.image = base64(text(o["image"], "load.image"));
  if ("seed" in o) load.options.seed = number(o["seed"], "load.seed");
  if ("flash_size" in o) load.options.flashSize = number(o["flash_size"], "load.flash_size");
  if ("flash_us" in o) {
    const us = known(object(o["flash_us"], "load.flash_us"), ["program", "erase"], "load.flash_us");
    load.options.flashTiming = {
      ...("program" in us && { pageProgramUs: number(us["program"], "program") }),
      ...("erase" in us && { sectorEraseUs: number(us["erase"], "erase") }),
    };
  }
  if ("frames" in o) {
    const { frames } = o;
    if (frames !== "all" && frames !== "changed" && frames !== "none") throw new Error("unknown word for frames");
    load.frames = frames;
  }
  return load;
}

/** Checks one request. Throws an error that says what is wrong with it; nothing has been done then. */
export function readRequest(value: unknown): Request {
  const o = known(object(value, "request"), REQUEST_KEYS, "request");
  const request: Request = { inputs: readInputs(o) };
  if ("id" in o) request.id = o["id"];
  if ("load" in o) request.load = readLoad(o["load"]);
  if ("erase" in o) {
    if (o["erase"] !== true) throw new Error("erase must be true");
    request.erase = true;
  }
  if ("update" in o) request.update = text(o["update"], "update");
  if ("inputs" in o) {
    if (!Array.isArray(o["inputs"])) throw new Error("inputs must be a list");
    const keys = [...INPUT_KEYS, "faults", "cut"];
    for (const item of o["inputs"]) request.inputs.push(...readInputs(known(object(item, "input"), keys, "input")));
  }
  if ("run_until" in o) request.run = { until: number(o["run_until"], "run_until") };
  if ("run_for" in o) request.run = { for: number(o["run_for"], "run_for") };
  if ("read" in o) {
    const read = known(object(o["read"], "read"), ["address", "symbol", "length"], "read");
    const address = "symbol" in read ? text(read["symbol"], "symbol") : number(read["address"], "address");
    request.read = { address, length: number(read["length"], "length") };
  }
  if ("watch" in o) request.watch = readWatch(o["watch"]);
  return request;
}
