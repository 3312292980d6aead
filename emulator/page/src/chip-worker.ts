/// <reference lib="webworker" />
import { readBoard } from "../../src/board.js";
import { Chip } from "../../src/chip.js";
import type { Lamps } from "./board.js";
import type { FromWorker, ToWorker } from "./worker-messages.js";

/** The emulated chip, in a worker of its own, kept in step with the clock on the wall. */

declare const self: DedicatedWorkerGlobalScope;

const say = (message: FromWorker): void => self.postMessage(message);

/** Simulated time that is run between two looks at what the page wants, in microseconds. */
const SLICE = 4_000;
/** Wall time that is spent before the page is heard again, in milliseconds. */
const PATIENCE = 24;
/** A chip that is further behind than this (simulated microseconds) gives the rest up. */
const FORGET = 120_000;
/**
 * The shortest time between two changes of one contact or button, in simulated microseconds. The page's wishes are heard
 * between two slices: without this, a release and the next press that arrive together would be nothing to the board. A
 * self-test counts a press when nothing has changed for 40 ms.
 */
const APART = 90_000;
/** How often the page is told the board's time, in milliseconds of wall time. */
const TELL = 25;

class Runner {
  private readonly chip: Chip;
  private factor = 1;
  private last = performance.now();
  private owed = 0;
  private isOpen = false;
  private shown = "";
  private crashes = 0;
  private readonly decoder = new TextDecoder();
  private told = 0;
  /** When each contact and button changed last, or will. */
  private readonly changed = new Map<string, number>();
  private measured = { wall: performance.now(), simulated: 0 };
  private readonly again = new MessageChannel();

  constructor(image: Uint8Array, board: unknown) {
    this.chip = new Chip(readBoard(board));
    this.chip.load(image);
    this.again.port1.onmessage = () => this.turn();
  }

  hear(message: Exclude<ToWorker, { kind: "load" }>): void {
    switch (message.kind) {
      case "contact":
        return this.change(message.name, () => this.chip.setContact(message.name, message.closed));
      case "button":
        return this.change(message.name, () => this.chip.setButton(message.name, message.down));
      case "faults":
        return this.chip.setFaults(message.faults);
      case "power":
        this.chip.power(message.on);
        return this.report();
      case "send":
        return this.chip.usb.send(new TextEncoder().encode(message.text));
      case "speed":
        this.factor = message.factor;
        return;
      default:
        return message satisfies never;
    }
  }

  private change(name: string, apply: () => void): void {
    const { now } = this.chip;
    const at = Math.max(now, (this.changed.get(name) ?? -Infinity) + APART);
    this.changed.set(name, at);
    if (at === now) apply();
    else this.chip.at(at, apply);
  }

  start(): void {
    this.turn();
  }

  private turn(): void {
    const began = performance.now();
    this.owed = Math.min(this.owed + (began - this.last) * 1000 * this.factor, Math.max(FORGET, SLICE * this.factor));
    this.last = began;
    while (this.owed >= SLICE && performance.now() - began < PATIENCE) {
      this.chip.runFor(SLICE);
      this.owed -= SLICE;
      this.measured.simulated += SLICE;
      this.report();
    }
    this.measure(performance.now());
    if (began - this.told >= TELL) {
      this.told = began;
      say({ kind: "time", now: this.chip.now / 1000 });
    }
    if (this.owed >= SLICE) this.again.port2.postMessage(null);
    else setTimeout(() => this.turn(), 4);
  }

  private report(): void {
    const { chip } = this;
    if (chip.usb.isOpen !== this.isOpen) {
      this.isOpen = chip.usb.isOpen;
      say({ kind: this.isOpen ? "open" : "closed" });
    }
    for (const { bytes } of chip.received.splice(0)) {
      say({ kind: "text", text: this.decoder.decode(bytes, { stream: true }) });
    }
    chip.frames.length = 0;
    const lamps: Lamps = chip.seen;
    const shown = JSON.stringify(lamps);
    if (shown !== this.shown) {
      this.shown = shown;
      say({ kind: "lamps", lamps });
    }
    for (const crash of chip.crashes.slice(this.crashes)) say({ kind: "trouble", message: JSON.stringify(crash) });
    this.crashes = chip.crashes.length;
  }

  private measure(now: number): void {
    const wall = now - this.measured.wall;
    if (wall < 1000) return;
    say({ kind: "rate", reached: this.measured.simulated / 1000 / wall });
    this.measured = { wall: now, simulated: 0 };
  }
}

let runner: Runner | null = null;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind !== "load") {
    runner?.hear(data);
    return;
  }
  try {
    runner = new Runner(data.image, data.board);
    runner.start();
  } catch (error) {
    say({ kind: "trouble", message: error instanceof Error ? error.message : String(error) });
  }
};
