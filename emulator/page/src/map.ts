import printed from "../../../boards/map.json";

/** The printed board is this wide and deep, in the units of every point below. */
export const WIDTH = 800;
export const DEPTH = 637;

export const ISLANDS = [
  "ALOA", "BARI", "COCO", "DUDA", "ELAI", "FAAA", "GOLA", "HUNA", "IFFI", "JOJO", "KAHU", "LALE",
] as const;

export type Island = (typeof ISLANDS)[number];

/** A connection's name, both ends in alphabetical order: `ALOA-BARI`. */
export type Connection = `${Island}-${Island}`;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface IslandPlace {
  readonly name: Island;
  readonly light: Point;
}

/** A dotted line: where it leaves the first island and reaches the second. */
export interface Line {
  readonly name: Connection;
  readonly ends: readonly [Island, Island];
  readonly from: Point;
  readonly to: Point;
}

const KNOWN: ReadonlySet<string> = new Set(ISLANDS);

export const isIsland = (text: string): text is Island => KNOWN.has(text);

const island = (text: string | undefined): Island => {
  if (text === undefined || !isIsland(text)) throw new Error(`map: ${text} is no island`);
  return text;
};

const point = (pair: readonly number[]): Point => {
  const [x, y] = pair;
  if (x === undefined || y === undefined) throw new Error("map: a point has two numbers");
  return { x, y };
};

export const PLACES: readonly IslandPlace[] = printed.islands.map(({ name, light }) => ({
  name: island(name),
  light: point(light),
}));

export const LINES: readonly Line[] = printed.connections.map(({ between, from, to }) => {
  const ends = [island(between[0]), island(between[1])] as const;
  return { name: `${ends[0]}-${ends[1]}` as const, ends, from: point(from), to: point(to) };
});

const BY_NAME: ReadonlyMap<string, Line> = new Map(LINES.map((line) => [line.name, line]));

export const lineNamed = (name: Connection): Line => {
  const line = BY_NAME.get(name);
  if (line === undefined) throw new Error(`map: there is no line ${name}`);
  return line;
};

export const isConnection = (text: string): text is Connection => BY_NAME.has(text);

export const middle = ({ from, to }: Line): Point => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });

/** The lamp of an island. */
export const lightOf = (name: Island): Point => {
  const place = PLACES.find((place) => place.name === name);
  if (place === undefined) throw new Error(`map: ${name} has no lamp`);
  return place.light;
};
