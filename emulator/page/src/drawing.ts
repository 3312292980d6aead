import { lightOf, type Island, type Point } from "./map.js";

/** The coasts as they were grown when the page was built, unpacked for drawing. */

/** How far from the shore each contour runs: 0 is the waterline, negative is inland. */
export const LEVELS = [27, 13, 4.5, 0, -3.5, -8, -16] as const;
export type Level = (typeof LEVELS)[number];

/** Middle, radius (tenths of a unit each) and shade. */
export type GrownTree = readonly [x: number, y: number, r: number, shade: number];

/** What the build knows of an island. */
export interface GrownCoast {
  readonly name: Island;
  readonly label: readonly [x: number, y: number];
  /** For each level its closed curves: x and y in tenths, each point but the first as the way from the one before. */
  readonly shores: readonly (readonly (readonly number[])[])[];
  readonly trees: readonly GrownTree[];
}

/** Put here by `build.mjs`. */
declare const GROWN_COASTS: readonly GrownCoast[];

export interface Tree {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly shade: number;
}

/** One island, ready to be drawn. */
export interface Coast {
  readonly name: Island;
  readonly light: Point;
  /** The path of a contour. */
  path(level: Level): string;
  readonly trees: readonly Tree[];
  /** Where the name stands: its middle. */
  readonly label: Point;
}

function unpacked(numbers: readonly number[]): Point[] {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < numbers.length; index += 2) {
    x += numbers[index] ?? 0;
    y += numbers[index + 1] ?? 0;
    points.push({ x: x / 10, y: y / 10 });
  }
  return points;
}

/** A closed curve through the points, as smooth as a drawn one. */
function smooth(points: readonly Point[]): string {
  const at = (index: number): Point => points[(index + points.length) % points.length] ?? { x: 0, y: 0 };
  const n = (value: number): string => value.toFixed(1);
  const parts = [`M${n(at(0).x)} ${n(at(0).y)}`];
  points.forEach((_, index) => {
    const [p0, p1, p2, p3] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const [c1x, c1y] = [p1.x + (p2.x - p0.x) / 6, p1.y + (p2.y - p0.y) / 6];
    const [c2x, c2y] = [p2.x - (p3.x - p1.x) / 6, p2.y - (p3.y - p1.y) / 6];
    parts.push(`C${n(c1x)} ${n(c1y)} ${n(c2x)} ${n(c2y)} ${n(p2.x)} ${n(p2.y)}`);
  });
  return `${parts.join("")}Z`;
}

/** Every island's coast. */
export const coasts = (): Coast[] =>
  GROWN_COASTS.map(({ name, label, shores, trees }) => ({
    name,
    light: lightOf(name),
    label: { x: label[0], y: label[1] },
    path: (level) => (shores[LEVELS.indexOf(level)] ?? []).map((curve) => smooth(unpacked(curve))).join(""),
    trees: trees.map(([x, y, r, shade]) => ({ x: x / 10, y: y / 10, r: r / 10, shade })),
  }));
