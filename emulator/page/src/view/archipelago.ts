import type { Lamp } from "../board.js";
import { coasts, type Coast, type Level } from "../drawing.js";
import { ISLANDS, LINES, middle, PLACES, type Connection, type Island, type Line, type Point } from "../map.js";
import type { Player } from "../protocol.js";
import { s } from "./dom.js";
import { OFF, type Glow } from "./glow.js";

/** The part of the printed board that is shown: its empty margin is left out. */
export const FRAME = { x: 60, y: 68, width: 720, height: 566 } as const;

/** What is drawn round a line, to say that something is to be done there. */
export type Mark = "lift" | "place" | "owner" | "refused" | "played";

const length = ({ from, to }: Line): number => Math.hypot(to.x - from.x, to.y - from.y);
const degrees = ({ from, to }: Line): number => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
const at = (line: Line): string => {
  const { x, y } = middle(line);
  return `translate(${x} ${y}) rotate(${degrees(line).toFixed(2)})`;
};

const SVG_NS = "http://www.w3.org/2000/svg";

/** The archipelago: islands, dotted lines, lamps, sticks. It shows what it is told and knows no game. */
export class Archipelago {
  readonly element: SVGSVGElement;
  private readonly lamps = new Map<Island, { glow: SVGGElement; stops: SVGStopElement[]; wash: SVGElement; core: SVGElement }>();
  private readonly targets = new Map<Connection, SVGGElement>();
  private readonly sticks = new Map<Connection, SVGElement>();
  private readonly marks = new Map<Connection, SVGElement>();
  private readonly stickLayer = s("g");
  private readonly markLayer = s("g");
  /** For what else is to be drawn, above the sticks and below the names. */
  readonly overlay = s("g", { class: "overlay" });
  private readonly ghost = s("g", { class: "ghost", visibility: "hidden" });

  constructor() {
    const all = coasts();
    const { x, y, width, height } = FRAME;
    this.element = s("svg", { class: "archipelago", viewBox: `${x} ${y} ${width} ${height}`, role: "group" });
    const defs = s("defs");
    defs.innerHTML = DEFS;
    for (const coast of all) defs.append(s("path", { id: `land-${coast.name}`, d: coast.path(-3.5) }));
    this.element.append(
      defs,
      s("rect", { x, y, width, height, fill: "url(#sea)" }),
      this.waves(),
      this.level(all, 27, "shoal far"),
      this.level(all, 13, "shoal near"),
      this.level(all, 4.5, "surf"),
      this.level(all, 0, "beach"),
      this.level(all, -3.5, "shore"),
      this.level(all, -8, "meadow"),
      this.woods(all),
      this.wash(all),
      this.dots(),
      this.level(all, -16, "ridge"),
      this.stickLayer,
      this.lampLayer(),
      this.markLayer,
      this.overlay,
      // A ring round a lamp would cut through a name.
      this.names(all),
      this.lineLayer(),
      this.ghost,
    );
  }

  setLamp(lamp: Lamp, glow: Glow): void {
    const island = ISLANDS.find((name) => name === lamp);
    const parts = island && this.lamps.get(island);
    if (parts === undefined) return;
    for (const stop of parts.stops) stop.setAttribute("stop-color", glow.colour);
    parts.glow.setAttribute("opacity", glow.strength.toFixed(3));
    parts.wash.setAttribute("fill", glow.colour);
    parts.wash.setAttribute("opacity", Math.min(0.5, glow.strength * 0.85).toFixed(3));
    parts.core.setAttribute("fill", glow === OFF || glow.strength === 0 ? "#26372f" : glow.colour);
  }

  /** Null stands for a stick of which nobody knows whose it is. */
  setSticks(sticks: ReadonlyMap<Connection, Player | null>): void {
    for (const [name, element] of this.sticks) {
      if (sticks.get(name) !== owner(element)) {
        element.remove();
        this.sticks.delete(name);
      }
    }
    for (const [name, player] of sticks) {
      if (this.sticks.has(name)) continue;
      const line = LINES.find((line) => line.name === name);
      if (line === undefined) continue;
      const element = stick(player, length(line) + 15);
      element.setAttribute("transform", at(line));
      this.sticks.set(name, element);
      this.stickLayer.append(element);
    }
  }

  setMarks(marks: ReadonlyMap<Connection, { mark: Mark; player: Player | null }>): void {
    for (const [name, element] of this.marks) {
      const wanted = marks.get(name);
      if (wanted === undefined || element.dataset["mark"] !== `${wanted.mark} ${wanted.player}`) {
        element.remove();
        this.marks.delete(name);
      }
    }
    for (const [name, { mark, player }] of marks) {
      if (this.marks.has(name)) continue;
      const line = LINES.find((line) => line.name === name);
      if (line === undefined) continue;
      const long = length(line) + 24;
      const element = s("g", { class: `mark ${mark} ${player ?? ""}`, transform: at(line), "data-mark": `${mark} ${player}` });
      element.append(s("rect", { x: -long / 2, y: -11, width: long, height: 22, rx: 11 }));
      this.marks.set(name, element);
      this.markLayer.append(element);
    }
  }

  /** The element that stands for a line: it has the focus and the label. */
  target(line: Connection): SVGGElement {
    const target = this.targets.get(line);
    if (target === undefined) throw new Error(`no line ${line}`);
    return target;
  }

  /** Where on the printed board a point of the screen lies. */
  toBoard(clientX: number, clientY: number): Point {
    const box = this.element.getBoundingClientRect();
    return {
      x: FRAME.x + ((clientX - box.left) / box.width) * FRAME.width,
      y: FRAME.y + ((clientY - box.top) / box.height) * FRAME.height,
    };
  }

  /** Shows a stick that is being carried: over a line, or at a point. */
  carry(player: Player, where: Line | Point): void {
    const isLine = "name" in where;
    const element = stick(player, isLine ? length(where) + 15 : 74);
    element.setAttribute("transform", isLine ? at(where) : `translate(${where.x} ${where.y}) rotate(-24)`);
    this.ghost.replaceChildren(element);
    this.ghost.setAttribute("visibility", "visible");
  }

  putDown(): void {
    this.ghost.setAttribute("visibility", "hidden");
    this.ghost.replaceChildren();
  }

  private level(all: readonly Coast[], level: Level, name: string): SVGElement {
    return s("path", { class: name, d: all.map((coast) => coast.path(level)).join("") });
  }

  private woods(all: readonly Coast[]): SVGElement {
    const shades = ["", "", ""];
    const tops: string[] = [];
    for (const { trees } of all) {
      for (const { x, y, r, shade } of trees) {
        const disc = (cx: number, cy: number, cr: number): string =>
          `M${(cx - cr).toFixed(1)} ${cy.toFixed(1)}a${cr.toFixed(1)} ${cr.toFixed(1)} 0 1 0 ${(2 * cr).toFixed(1)} 0a${cr.toFixed(1)} ${cr.toFixed(1)} 0 1 0 ${(-2 * cr).toFixed(1)} 0`;
        shades[shade] += disc(x, y, r);
        tops.push(disc(x - r * 0.25, y - r * 0.3, r * 0.45));
      }
    }
    return s(
      "g",
      { class: "woods" },
      ...shades.map((d, index) => s("path", { d, class: `wood-${index}` })),
      s("path", { d: tops.join(""), class: "tops" }),
    );
  }

  /** The island itself, tinted by the lamp below it. */
  private wash(all: readonly Coast[]): SVGElement {
    const layer = s("g", { class: "wash" });
    for (const { name, light } of all) {
      const wash = s("use", { href: `#land-${name}`, opacity: 0 });
      layer.append(wash);
      const stops = [0, 1, 2].map((index) => s("stop", { offset: [0, 0.32, 1][index] ?? 1, "stop-opacity": [1, 0.52, 0][index] ?? 0 }));
      const gradient = s("radialGradient", { id: `glow-${name}` }, ...stops);
      const glow = s(
        "g",
        { class: "glow", opacity: 0 },
        gradient,
        s("circle", { cx: light.x, cy: light.y, r: 74, fill: `url(#glow-${name})` }),
      );
      const core = s("circle", { class: "core", cx: light.x, cy: light.y, r: 8.5, fill: "#26372f" });
      this.lamps.set(name, { glow, stops, wash, core });
    }
    return layer;
  }

  private lampLayer(): SVGElement {
    const layer = s("g", { class: "lamps" });
    for (const { name, light } of PLACES) {
      const parts = this.lamps.get(name);
      if (parts === undefined) continue;
      layer.append(
        parts.glow,
        s("circle", { class: "bezel", cx: light.x, cy: light.y, r: 11 }),
        parts.core,
        s("ellipse", { class: "glint", cx: light.x - 2.6, cy: light.y - 3.4, rx: 3, ry: 1.9 }),
      );
    }
    return layer;
  }

  private names(all: readonly Coast[]): SVGElement {
    const layer = s("g", { class: "names", "aria-hidden": "true" });
    for (const { name, label } of all) layer.append(s("text", { x: label.x, y: label.y + 5 }, name));
    return layer;
  }

  private dots(): SVGElement {
    const parts: string[] = [];
    for (const line of LINES) {
      const count = Math.max(5, Math.round(length(line) / 8.5));
      for (let index = 0; index <= count; index++) {
        const share = index / count;
        const x = line.from.x + (line.to.x - line.from.x) * share;
        const y = line.from.y + (line.to.y - line.from.y) * share;
        parts.push(`M${x.toFixed(1)} ${y.toFixed(1)}h0`);
      }
    }
    return s("path", { class: "dots", d: parts.join("") });
  }

  private waves(): SVGElement {
    const parts: string[] = [];
    for (let row = 0; row < 24; row++) {
      for (let column = 0; column < 12; column++) {
        const seed = Math.sin(row * 127.1 + column * 311.7) * 43758.5453;
        const random = seed - Math.floor(seed);
        if (random < 0.35) continue;
        const x = FRAME.x + column * 64 + ((row * 29) % 64) + random * 18 - 20;
        const y = FRAME.y + row * 25 + random * 16;
        parts.push(`M${x.toFixed(1)} ${y.toFixed(1)}q5 -4.5 10 0q5 4.5 10 0`);
      }
    }
    return s("path", { class: "waves", d: parts.join("") });
  }

  private lineLayer(): SVGElement {
    const layer = s("g", { class: "lines" });
    for (const line of LINES) {
      const long = length(line) + 20;
      const target = s("g", { class: "line", role: "button", tabindex: -1, transform: at(line), "data-line": line.name });
      target.append(s("rect", { x: -long / 2, y: -15, width: long, height: 30, rx: 15 }));
      this.targets.set(line.name, target);
      layer.append(target);
    }
    return layer;
  }
}

const owner = (element: SVGElement): Player | null => {
  const { player } = element.dataset;
  return player === "white" || player === "black" ? player : null;
};

/** A stick, lying along the x axis with its middle at 0. */
export function stick(player: Player | null, long: number): SVGGElement {
  const element = s("g", { class: `stick ${player ?? "unknown"}`, "data-player": player ?? "" });
  const half = long / 2;
  element.append(
    s("rect", { class: "shadow", x: -half + 1, y: -3, width: long, height: 12, rx: 6 }),
    s("rect", { class: "body", x: -half, y: -6, width: long, height: 12, rx: 5.5 }),
    s("rect", { class: "shine", x: -half + 5, y: -4.2, width: long - 10, height: 2.6, rx: 1.3 }),
    s("rect", { class: "band", x: -half + 8, y: -6, width: 3, height: 12 }),
    s("rect", { class: "band", x: half - 11, y: -6, width: 3, height: 12 }),
  );
  return element;
}

/** A small picture of one island, for its card. */
export function portrait(island: Island): SVGSVGElement {
  const land = document.getElementById(`land-${island}`);
  const svg = document.createElementNS(SVG_NS, "svg");
  svg.setAttribute("aria-hidden", "true");
  const box = land instanceof SVGGraphicsElement ? land.getBBox() : { x: 0, y: 0, width: 1, height: 1 };
  svg.setAttribute("viewBox", `${box.x - 8} ${box.y - 8} ${box.width + 16} ${box.height + 16}`);
  svg.append(s("use", { href: `#land-${island}`, class: "portrait-shoal" }), s("use", { href: `#land-${island}`, class: "portrait" }));
  return svg;
}

const DEFS = `
<radialGradient id="sea" cx="0.46" cy="0.4" r="0.85">
  <stop offset="0" stop-color="#1d8a97"/><stop offset="0.45" stop-color="#12687c"/><stop offset="1" stop-color="#083a52"/>
</radialGradient>
<linearGradient id="ivory" x1="0" y1="0" x2="0" y2="1">
  <stop offset="0" stop-color="#fffaf0"/><stop offset="0.45" stop-color="#f3e6cd"/><stop offset="1" stop-color="#cdb48d"/>
</linearGradient>
<linearGradient id="ebony" x1="0" y1="0" x2="0" y2="1">
  <stop offset="0" stop-color="#4b4354"/><stop offset="0.4" stop-color="#26202c"/><stop offset="1" stop-color="#0d0a11"/>
</linearGradient>
<linearGradient id="nobodys" x1="0" y1="0" x2="1" y2="0">
  <stop offset="0.49" stop-color="#f3e6cd"/><stop offset="0.51" stop-color="#26202c"/>
</linearGradient>`;
