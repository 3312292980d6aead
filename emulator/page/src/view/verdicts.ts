import { isTurnLight, type Button, type TurnLight } from "../board.js";
import { isConnection, lightOf, lineNamed, middle, type Connection, type Island } from "../map.js";
import type { Player } from "../protocol.js";
import type { Asked } from "../self-test/asked.js";
import type { Contact, Part } from "../self-test/messages.js";
import type { SelfTest, Verdict } from "../self-test/model.js";
import { keyOf, PARTS } from "../self-test/parts.js";
import type { Mark } from "./archipelago.js";
import { attribute, s } from "./dom.js";

const TICK = "M-4 0.5L-1.2 3.4L4 -3";
const CROSS = "M-3.2 -3.2L3.2 3.2M3.2 -3.2L-3.2 3.2";

/** What a self-test found, drawn on the board: a badge on each line and button, a ring round each lamp. */
export class Verdicts {
  private readonly shown = new Map<string, SVGElement>();

  constructor(
    private readonly layer: SVGGElement,
    private readonly caps: readonly (readonly [Button, HTMLButtonElement])[],
    private readonly turnLights: Readonly<Record<TurnLight, HTMLElement>>,
  ) {}

  /** Without a test nothing is drawn. */
  show(test: SelfTest | null, asked: Asked): void {
    for (const part of [...PARTS.lamp, ...PARTS.line]) {
      const isThere = test?.parts(part.kind).includes(part) === true;
      this.put(part, !isThere ? null : part.name === asked.lamp ? "asked" : test.verdict(part));
    }
    for (const [button, cap] of this.caps) {
      const mark = asked.put.includes(button) ? "asked" : asked.wrong.includes(button) ? "wrong" : null;
      attribute(cap, "data-test", mark ?? test?.verdict({ kind: "button", name: button }) ?? null);
    }
  }

  private put(part: Part, verdict: Verdict | "asked" | null): void {
    // The players' lamps are no part of the map.
    if (isTurnLight(part.name)) return attribute(this.turnLights[part.name], "data-verdict", verdict);
    const key = keyOf(part);
    const element = this.shown.get(key);
    if (element?.dataset["verdict"] === (verdict ?? undefined)) return;
    element?.remove();
    this.shown.delete(key);
    if (verdict === null) return;
    const drawn = part.kind === "lamp" ? ring(part.name) : part.kind === "line" ? badge(part, verdict) : null;
    if (drawn === null) return;
    drawn.dataset["verdict"] = verdict;
    drawn.dataset["part"] = key;
    this.shown.set(key, drawn);
    this.layer.append(drawn);
  }
}

/** The lines that a step is about, marked as the game marks what it asks for. */
export function marksOf({ put, lift, wrong }: Asked): Map<Connection, { mark: Mark; player: Player | null }> {
  const kinds: readonly (readonly [Mark, readonly Contact[]])[] = [["place", put], ["lift", lift], ["refused", wrong]];
  return new Map(kinds.flatMap(([mark, contacts]) => contacts.filter(isConnection).map((line) => [line, { mark, player: null }] as const)));
}

function badge({ name }: Extract<Part, { kind: "line" }>, verdict: Verdict | "asked"): SVGElement {
  const { x, y } = middle(lineNamed(name));
  const element = s("g", { class: "verdict", transform: `translate(${x} ${y})` });
  element.append(s("circle", { r: 8.5 }));
  if (verdict === "good" || verdict === "fault") element.append(s("path", { d: verdict === "good" ? TICK : CROSS }));
  return element;
}

function ring(island: Island): SVGElement {
  const { x, y } = lightOf(island);
  const element = s("g", { class: "verdict-ring", transform: `translate(${x} ${y})` });
  element.append(s("circle", { r: 16 }));
  return element;
}
