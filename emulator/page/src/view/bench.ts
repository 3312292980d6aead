import { isOfLights, needsTwo, WIRED_KINDS, type Bench, type Wired } from "../self-test/bench.js";
import { nameOf } from "../self-test/names.js";
import type { Words } from "../words.js";
import { attribute, h, write } from "./dom.js";

/** Where faults are wired into the emulated board, for practice; folded away until somebody wants it. */
export class BenchView {
  readonly element: HTMLElement;
  private readonly title = h("summary");
  private readonly help = h("p", { class: "quiet" });
  private readonly kind = h("select", { name: "wired-kind" });
  private readonly kindName = h("span");
  private readonly a = h("select", { name: "wired-a" });
  private readonly aName = h("span");
  private readonly b = h("select", { name: "wired-b" });
  private readonly bName = h("span");
  private readonly bField: HTMLElement;
  private readonly wire = h("button", { type: "button", class: "small", "data-do": "wire" });
  private readonly mendAll = h("button", { type: "button", class: "small", "data-do": "mend-all" });
  private readonly sound = h("p", { class: "quiet" });
  private readonly list = h("ul", { class: "wired" });
  private shown = "";
  private bench: Bench | null = null;

  constructor(private readonly onChange: () => void) {
    this.bField = h("label", { class: "field" }, this.bName, this.b);
    this.kind.addEventListener("change", () => onChange());
    this.wire.addEventListener("click", () => {
      const kind = WIRED_KINDS.find((kind) => kind === this.kind.value);
      if (kind === undefined) return;
      this.bench?.wire({ kind, a: this.a.value, b: needsTwo(kind) ? this.b.value : null });
      onChange();
    });
    this.mendAll.addEventListener("click", () => {
      this.bench?.mendAll();
      onChange();
    });
    this.element = h(
      "details",
      { class: "bench" },
      this.title,
      this.help,
      h(
        "div",
        { class: "bench-fields" },
        h("label", { class: "field wide" }, this.kindName, this.kind),
        h("label", { class: "field" }, this.aName, this.a),
        this.bField,
      ),
      h("div", { class: "proof-actions" }, this.wire, this.mendAll),
      this.sound,
      this.list,
    );
  }

  /** Null where there is no emulated board. */
  show(words: Words, bench: Bench | null): void {
    this.bench = bench;
    this.element.hidden = bench === null;
    if (bench === null) return;
    const { bench: said } = words.selfTest;
    write(this.title, said.title);
    write(this.help, said.help);
    write(this.kindName, said.kind);
    write(this.aName, said.where);
    write(this.bName, said.and);
    write(this.wire, said.wire);
    write(this.mendAll, said.mendAll);
    write(this.sound, said.sound);
    this.sound.hidden = bench.wired.length > 0;
    this.mendAll.hidden = bench.wired.length === 0;
    fill(this.kind, bench.kinds.map((kind) => [kind, said.kinds[kind]]));
    const kind = bench.kinds.find((kind) => kind === this.kind.value) ?? "open";
    const names = isOfLights(kind) ? bench.lights : bench.contacts;
    const options = names.map((name): [string, string] => [name, nameOf(words, name)]);
    const hadTwo = this.b.value !== this.a.value;
    fill(this.a, options);
    fill(this.b, options);
    if (!hadTwo || this.b.value === this.a.value) this.b.value = names.find((name) => name !== this.a.value) ?? "";
    this.bField.hidden = !needsTwo(kind);
    const key = JSON.stringify([said.title, bench.wired]);
    if (key === this.shown) return;
    this.shown = key;
    this.list.replaceChildren(...bench.wired.map((fault) => this.item(words, bench, fault)));
  }

  private item(words: Words, bench: Bench, fault: Wired): HTMLElement {
    const { bench: said } = words.selfTest;
    const where = [fault.a, fault.b].filter((name) => name !== null).map((name) => nameOf(words, name)).join(", ");
    const mend = h("button", { type: "button", class: "small" }, said.mend);
    attribute(mend, "aria-label", `${said.mend}: ${said.kinds[fault.kind]}, ${where}`);
    mend.addEventListener("click", () => {
      bench.mend(fault);
      this.onChange();
    });
    return h("li", { "data-part": fault.a }, h("span", {}, `${said.kinds[fault.kind]}: ${where}`), mend);
  }
}

/** Gives a list its options, and keeps what was chosen if it still can be. */
function fill(select: HTMLSelectElement, options: readonly (readonly [string, string])[]): void {
  const key = JSON.stringify(options);
  if (select.dataset["options"] === key) return;
  const chosen = select.value;
  select.dataset["options"] = key;
  select.replaceChildren(...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
}
