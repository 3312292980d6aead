import { Chip, type LightFrame, type PowerEvent } from "./chip.js";
import type { Crash } from "./crash.js";
import type { Fault } from "./faults.js";
import type { FlashOperation } from "./flash.js";
import { readRequest, type FrameFilter, type Input, type Load } from "./protocol.js";
import type { Span } from "./watch.js";
import { frameFaults, type PulseWidths, type Rgb } from "./ws2812.js";

/** A frame as answers list it: colours as `rrggbb`, pulse widths in nanoseconds as [shortest, longest]. */
export interface FrameAnswer {
  at: number;
  latched: number;
  cycle: number;
  wire: string[];
  seen: Record<string, string>;
  bits: number;
  gap: number | null;
  pulses: Partial<Record<keyof PulseWidths, [number, number]>>;
}

/** The worst of some frames: widths in nanoseconds as [shortest, longest], the gap in microseconds. */
export interface Waveform {
  pulses: FrameAnswer["pulses"];
  shortest_gap: number | null;
  broken: number;
}

/** Everything since the last answer. Times are microseconds of simulated time. */
export interface Answer {
  id?: unknown;
  ok: true;
  now: number;
  cycles: { awake: number; total: number };
  frames: FrameAnswer[];
  /** Frames sent, listed or not. */
  frame_count: number;
  /** Of all of these: the widths of their pulses, the shortest gap before one, and how many broke off. */
  waveform: Waveform;
  /** Frames, listed or not, that the lights' data sheet forbids, and why. */
  frame_faults: { at: number; fault: string }[];
  /** What every lamp shows now. */
  seen: Record<string, string>;
  /** Complete lines that the board sent, without their line ends. */
  usb: { at: number; text: string }[];
  usb_open: boolean;
  /** Bytes sent to the board that it has not taken. */
  usb_unsent: number;
  power: PowerEvent[];
  flash: FlashOperation[];
  crash: Crash | null;
  short_pulses: number;
  warnings: string[];
  memory?: string;
  /** The calls of the watched function. */
  spans?: Span[];
}

export interface Refusal {
  id?: unknown;
  ok: false;
  error: string;
}

/** Answers requests about one chip. */
export class Session {
  private chip: Chip | null = null;
  private filter: FrameFilter = "all";
  private lastWire = "";
  private line = { text: "", decoder: new TextDecoder() };
  private flashSeen = 0;
  private isWatching = false;
  private warned = new Set<string>();
  private stuck = new Map<string, "open" | "closed">();
  private faults: Fault[] = [];

  /** `readFile` fetches the image that a `load` names; a browser has none and sends the image itself. */
  constructor(private readonly readFile?: (path: string) => Uint8Array) {}

  /** Carries out one parsed request line. */
  handle(value: unknown): Answer | Refusal {
    let id: unknown;
    try {
      const request = readRequest(value);
      id = request.id;
      if (request.load) this.load(request.load);
      const { chip } = this;
      if (chip === null) throw new Error("nothing is loaded");
      if ((request.erase || request.update !== undefined) && chip.isOn) {
        throw new Error("the power is on: firmware runs from the flash that would be written");
      }
      if (request.erase) chip.erase();
      if (request.update !== undefined) this.update(chip, request.update);
      // All of them are checked before any is carried out.
      const actions = request.inputs.map((input) => ({ at: input.at, action: this.action(chip, input) }));
      for (const { at, action } of actions) {
        if (at === undefined) action();
        else chip.at(at, action);
      }
      const { run, read, watch } = request;
      if (watch !== undefined) {
        chip.watch(watch);
        this.isWatching = watch !== null;
      }
      if (run) chip.runUntil("until" in run ? run.until : chip.now + run.for);
      const answer = this.answer(chip);
      if (read) answer.memory = this.memory(chip, read.address, read.length);
      if (this.isWatching) answer.spans = chip.takeSpans();
      return id === undefined ? answer : { id, ...answer };
    } catch (error) {
      const refusal: Refusal = { ok: false, error: error instanceof Error ? error.message : String(error) };
      return id === undefined ? refusal : { id, ...refusal };
    }
  }

  private load({ board, elf, image, options, frames }: Load): void {
    const file = image ?? (elf === undefined ? undefined : this.readFile?.(elf));
    if (file === undefined) throw new Error("load needs an image");
    const chip = new Chip(board, options);
    chip.load(file);
    this.chip = chip;
    this.filter = frames;
    this.lastWire = "";
    this.line = { text: "", decoder: new TextDecoder() };
    this.flashSeen = 0;
    this.isWatching = false;
    this.warned = new Set();
    this.stuck = new Map();
    this.faults = [];
  }

  private update(chip: Chip, path: string): void {
    const file = this.readFile?.(path);
    if (file === undefined) throw new Error("update needs a file");
    chip.load(file);
  }

  private action(chip: Chip, input: Input): () => void {
    switch (input.kind) {
      case "contact":
        if (!chip.hasContact(input.name)) throw new Error(`no contact is called "${input.name}"`);
        return () => chip.setContact(input.name, input.closed);
      case "usb":
        return () => chip.usb.send(input.bytes);
      case "plugged":
        return () => chip.usb.setPlugged(input.isPlugged);
      case "reading":
        return () => chip.usb.setReading(input.isReading);
      case "power":
        return () => chip.power(input.on);
      case "cut":
        return () => chip.cutDuringFlash(input.cut);
      case "fault":
        if (!chip.hasContact(input.name)) throw new Error(`no contact is called "${input.name}"`);
        return () => {
          if (input.stuck === null) this.stuck.delete(input.name);
          else this.stuck.set(input.name, input.stuck);
          this.applyFaults(chip);
        };
      case "faults":
        chip.checkFaults(input.faults);
        return () => {
          this.faults = input.faults;
          this.applyFaults(chip);
        };
      default:
        return input satisfies never;
    }
  }

  private applyFaults(chip: Chip): void {
    chip.setFaults([...this.faults, ...[...this.stuck].map(([contact, kind]) => ({ kind, contact }))]);
  }

  private answer(chip: Chip): Answer {
    const frames = chip.frames.splice(0);
    const flash = chip.flashOperations.slice(this.flashSeen);
    this.flashSeen = chip.flashOperations.length;
    const crashes = chip.crashes.splice(0);
    const warnings = [...chip.warnings].filter((warning) => !this.warned.has(warning));
    for (const warning of warnings) this.warned.add(warning);
    return {
      ok: true,
      now: chip.now,
      cycles: chip.cycles,
      frames: this.filterFrames(frames).map(answerFrame),
      frame_count: frames.length,
      waveform: waveform(frames),
      frame_faults: frames.flatMap((frame) => {
        return frameFaults(frame, chip.board.lights.order.length).map((fault) => ({ at: frame.at, fault }));
      }),
      seen: answerColours(chip.seen),
      usb: this.lines(chip),
      usb_open: chip.usb.isOpen,
      usb_unsent: chip.usb.unsent,
      power: chip.powerEvents.splice(0),
      flash,
      crash: crashes[0] ?? null,
      short_pulses: chip.shortPulses,
      warnings,
    };
  }

  private filterFrames(frames: LightFrame[]): LightFrame[] {
    switch (this.filter) {
      case "all":
        return frames;
      case "none":
        return [];
      case "changed":
        return frames.filter((frame) => {
          const wire = frame.wire.join();
          const isNew = wire !== this.lastWire;
          this.lastWire = wire;
          return isNew;
        });
      default:
        return this.filter satisfies never;
    }
  }

  private lines(chip: Chip): { at: number; text: string }[] {
    const lines: { at: number; text: string }[] = [];
    for (const { at, bytes } of chip.received.splice(0)) {
      this.line.text += this.line.decoder.decode(bytes, { stream: true });
      const parts = this.line.text.split("\n");
      this.line.text = parts.pop()!;
      for (const part of parts) lines.push({ at, text: part.replace(/\r$/, "") });
    }
    return lines;
  }

  private memory(chip: Chip, where: number | string, length: number): string {
    const address = typeof where === "number" ? where : chip.symbol(where)?.address;
    if (address === undefined) throw new Error(`the image has no symbol "${where}"`);
    return [...chip.readMemory(address, length)].map(hexByte).join("");
  }
}

const PULSES = ["t0h", "t1h", "t0l", "t1l"] as const;
const hexByte = (byte: number): string => byte.toString(16).padStart(2, "0");
const colour = (rgb: Rgb): string => rgb.map(hexByte).join("");

function answerColours(colours: Record<string, Rgb>): Record<string, string> {
  return Object.fromEntries(Object.entries(colours).map(([name, rgb]) => [name, colour(rgb)]));
}

function waveform(frames: readonly LightFrame[]): Waveform {
  const pulses: Waveform["pulses"] = {};
  const gaps = frames.flatMap(({ gap }) => (gap === null ? [] : [gap]));
  for (const key of PULSES) {
    const ranges = frames.flatMap((frame) => frame.pulses[key] ?? []);
    if (ranges.length === 0) continue;
    pulses[key] = [
      Math.round(Math.min(...ranges.map(({ min }) => min))),
      Math.round(Math.max(...ranges.map(({ max }) => max))),
    ];
  }
  return {
    pulses,
    shortest_gap: gaps.length === 0 ? null : Math.min(...gaps),
    broken: frames.filter(({ bits }) => bits === 0 || bits % 24 !== 0).length,
  };
}

function answerFrame({ at, latched, cycle, wire, seen, bits, gap, pulses }: LightFrame): FrameAnswer {
  const widths: FrameAnswer["pulses"] = {};
  for (const key of PULSES) {
    const range = pulses[key];
    if (range) widths[key] = [Math.round(range.min), Math.round(range.max)];
  }
  return { at, latched, cycle, wire: wire.map(colour), seen: answerColours(seen), bits, gap, pulses: widths };
}
