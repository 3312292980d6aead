import { LINES, middle, type Connection, type Line, type Point } from "../map.js";
import { PLAYERS, type Player } from "../protocol.js";
import type { Table } from "../table.js";
import type { Archipelago } from "./archipelago.js";

/** How near a finger must come to a line, in the board's units. */
const REACH = 26;
/** How far a finger moves, in pixels, before it carries instead of pressing. */
const STIR = 7;

const distance = ({ from, to }: Line, { x, y }: Point): number => {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const along = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - from.x - dx * along, y - from.y - dy * along);
};

const nearest = (point: Point): Line | null => {
  let best: Line | null = null;
  let least = REACH;
  for (const line of LINES) {
    const far = distance(line, point);
    if (far < least) [best, least] = [line, far];
  }
  return best;
};

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The line one meets first in a direction; the same one at the edge. */
function neighbour(line: Line, { x, y }: Point): Line {
  const here = middle(line);
  let best = line;
  let least = Infinity;
  for (const other of LINES) {
    const there = middle(other);
    const ahead = (there.x - here.x) * x + (there.y - here.y) * y;
    const aside = Math.abs((there.x - here.x) * y) + Math.abs((there.y - here.y) * x);
    if (ahead <= 4) continue;
    const cost = ahead + 2.2 * aside;
    if (cost < least) [best, least] = [other, cost];
  }
  return best;
}

export interface FingerWishes {
  /** Whose stick a press on a free line puts down, when nobody has chosen. */
  colourFor(line: Connection): Player;
  /** Whether sticks may be moved here at all: not on a real board, not while looking back. */
  mayTouch(): boolean;
  onChoice(): void;
}

/** Hands and keys on the sticks: press to put down or lift, carry from the supply, from line to line, or away. */
export class Fingers {
  /** The colour somebody chose for the next stick; null: whose it most likely is. */
  chosen: Player | null = null;
  private carrying: { player: Player; line: Connection | null; pointer: number; start: Point; moved: boolean } | null = null;
  private focused: Connection = "ALOA-BARI";

  constructor(
    private readonly map: Archipelago,
    private readonly table: Table,
    private readonly wishes: FingerWishes,
  ) {
    const { element } = map;
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("click", (event) => this.assisted(event));
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.up(event));
    window.addEventListener("pointercancel", () => this.drop());
    map.target(this.focused).setAttribute("tabindex", "0");
    element.addEventListener("focusin", (event) => {
      const name = event.target instanceof SVGElement ? event.target.dataset["line"] : undefined;
      const line = LINES.find((line) => line.name === name);
      if (line !== undefined) this.rove(line.name);
    });
  }

  /** A supply was pressed: its stick is in the hand, to be carried or to be put down with the next press. */
  take(player: Player, event: PointerEvent): void {
    if (!this.wishes.mayTouch() || this.table.supply(player) === 0) return;
    this.carrying = { player, line: null, pointer: event.pointerId, start: { x: event.clientX, y: event.clientY }, moved: false };
    event.preventDefault();
  }

  choose(player: Player | null): void {
    this.chosen = player;
    this.wishes.onChoice();
  }

  private toggle(line: Connection): void {
    if (!this.wishes.mayTouch()) return;
    if (this.table.on(line) !== null) {
      this.table.lift(line);
      return;
    }
    this.table.put(line, this.chosen ?? this.wishes.colourFor(line));
    if (this.chosen !== null) this.choose(null);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || this.carrying !== null) return;
    const line = nearest(this.map.toBoard(event.clientX, event.clientY));
    if (line === null || !this.wishes.mayTouch()) return;
    const player = this.table.on(line.name);
    this.carrying = {
      player: player ?? this.chosen ?? this.wishes.colourFor(line.name),
      line: line.name,
      pointer: event.pointerId,
      start: { x: event.clientX, y: event.clientY },
      moved: false,
    };
    this.rove(line.name);
    this.map.target(line.name).focus({ preventScroll: true });
    event.preventDefault();
  }

  private move(event: PointerEvent): void {
    const { carrying } = this;
    if (carrying === null || event.pointerId !== carrying.pointer) return;
    if (!carrying.moved) {
      if (Math.hypot(event.clientX - carrying.start.x, event.clientY - carrying.start.y) < STIR) return;
      if (carrying.line !== null) {
        // Only a stick that lies there can be carried off.
        if (this.table.on(carrying.line) === null) return;
        this.table.lift(carrying.line);
      }
      carrying.moved = true;
      document.documentElement.classList.add("carrying");
    }
    const point = this.map.toBoard(event.clientX, event.clientY);
    const over = nearest(point);
    this.map.carry(carrying.player, over !== null && this.table.on(over.name) === null ? over : point);
  }

  private up(event: PointerEvent): void {
    const { carrying } = this;
    if (carrying === null || event.pointerId !== carrying.pointer) return;
    this.drop();
    if (!carrying.moved) {
      if (carrying.line !== null) this.toggle(carrying.line);
      return;
    }
    const over = nearest(this.map.toBoard(event.clientX, event.clientY));
    if (over !== null && this.table.on(over.name) === null) this.table.put(over.name, carrying.player);
  }

  private drop(): void {
    this.carrying = null;
    this.map.putDown();
    document.documentElement.classList.remove("carrying");
  }

  /** A screen reader's press is a click without any pointer. */
  private assisted(event: MouseEvent): void {
    if (event.detail !== 0 || !(event.target instanceof Element)) return;
    const name = event.target.closest<SVGElement>(".line")?.dataset["line"];
    const line = LINES.find((line) => line.name === name);
    if (line !== undefined) this.toggle(line.name);
  }

  private key(event: KeyboardEvent): void {
    const direction = DIRECTIONS[event.key];
    const here = LINES.find((line) => line.name === this.focused);
    if (here === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (direction !== undefined) {
      const next = neighbour(here, direction);
      this.rove(next.name);
      this.map.target(next.name).focus();
    } else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) this.toggle(here.name);
    } else {
      const player = PLAYERS.find((player) => player[0] === event.key.toLowerCase());
      if (player === undefined) return;
      this.choose(this.chosen === player ? null : player);
    }
    event.preventDefault();
  }

  private rove(line: Connection): void {
    this.map.target(this.focused).setAttribute("tabindex", "-1");
    this.focused = line;
    this.map.target(line).setAttribute("tabindex", "0");
  }
}
