import type { Part } from "../self-test/messages.js";
import type { SelfTest } from "../self-test/model.js";
import { KINDS, keyOf } from "../self-test/parts.js";
import { nameOf } from "../self-test/names.js";
import type { Words } from "../words.js";
import { attribute, h, write } from "./dom.js";

/** How far a self-test has come: a row of cells for lamps, lines and buttons. */
export class Meters {
  readonly element: HTMLElement;
  private readonly rows: readonly { kind: Part["kind"]; bar: HTMLElement; name: HTMLElement; count: HTMLElement; cells: Map<string, HTMLElement> }[];

  constructor() {
    this.rows = KINDS.map((kind) => {
      const bar = h("div", { class: "cells", role: "progressbar", "aria-valuemin": 0 });
      return { kind, bar, cells: new Map(), name: h("span", { class: "meter-name" }), count: h("span", { class: "meter-count", "aria-hidden": "true" }) };
    });
    this.element = h("div", { class: "meters" }, ...this.rows.flatMap(({ name, bar, count }) => [name, bar, count]));
  }

  /** `now` are the parts that are asked for. */
  show(words: Words, test: SelfTest, now: ReadonlySet<string>): void {
    for (const { kind, bar, name, count, cells } of this.rows) {
      const { tested, faults, of } = test.progress(kind);
      write(name, words.selfTest.kinds[kind]);
      write(count, `${tested}/${of}`);
      attribute(bar, "aria-label", words.selfTest.kinds[kind]);
      attribute(bar, "aria-valuenow", String(tested));
      attribute(bar, "aria-valuetext", words.selfTest.progress(words.selfTest.kinds[kind], tested, of, faults));
      attribute(bar, "aria-valuemax", String(of));
      const parts = test.parts(kind);
      if (parts.length !== cells.size) {
        cells.clear();
        for (const part of parts) cells.set(keyOf(part), h("i", { "data-part": keyOf(part) }));
        bar.replaceChildren(...cells.values());
      }
      for (const part of parts) {
        const cell = cells.get(keyOf(part));
        if (cell === undefined) continue;
        attribute(cell, "data-verdict", test.verdict(part));
        attribute(cell, "title", nameOf(words, part.name));
        attribute(cell, "data-asked", now.has(keyOf(part)) ? "" : null);
      }
    }
  }
}
