import { LAMPS, type Button } from "../board.js";
import { LINES } from "../map.js";
import type { Part } from "./messages.js";

/** Everything that a self-test may test, each kind in the order in which the board goes through it. */

/** The referee button comes first: without it nothing else can be tested. */
export const BUTTONS: readonly Button[] = [
  "referee", "white draw", "white pass", "white discard", "black draw", "black pass", "black discard",
];

export const PARTS: Readonly<Record<Part["kind"], readonly Part[]>> = {
  lamp: LAMPS.map((name) => ({ kind: "lamp", name })),
  line: LINES.map(({ name }) => name).sort().map((name) => ({ kind: "line", name })),
  button: BUTTONS.map((name) => ({ kind: "button", name })),
};

export const KINDS = ["lamp", "line", "button"] as const;

/** What a part goes by in a set: a lamp and a line never share a name, for a line has two. */
export const keyOf = ({ name }: Part): string => name;
