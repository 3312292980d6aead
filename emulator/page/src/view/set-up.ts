import { EDITIONS, PLAYERS, type Player, type Settings } from "../protocol.js";
import { isEdition, isPlayer, setUpWords } from "../record.js";
import type { Words } from "../words.js";
import { h } from "./dom.js";

const HANDICAPS = [1, 2, 3] as const;

/** The sheet on which a new game is agreed. */
export class SetUp {
  readonly element = h("dialog", { class: "sheet", "aria-labelledby": "set-up-title" });

  constructor(private readonly onStart: (words: string[]) => void) {}

  open(words: Words, settings: Settings | null): void {
    const edition = select("edition", EDITIONS.map((name) => [name, words.editions[name]]), settings?.edition ?? "english-2014");
    const first = select("first", PLAYERS.map((player) => [player, words[player]]), settings?.first ?? "white");
    const handicaps = PLAYERS.flatMap((player: Player) =>
      HANDICAPS.map((bridges): [string, string] => [`${player}:${bridges}`, words.handicapOf(words[player], bridges)]),
    );
    const agreed = settings?.handicap ? `${settings.handicap.player}:${settings.handicap.bridges}` : "";
    const handicap = select("handicap", [["", words.noHandicap], ...handicaps], agreed);
    const calm = h("input", { type: "checkbox", name: "calm", checked: settings?.calm ?? false });
    const open = h("input", { type: "checkbox", name: "open", checked: settings?.open ?? false });
    const cancel = h("button", { type: "button" }, words.cancel);
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", { id: "set-up-title" }, words.newGameTitle),
      field(words.edition, edition),
      field(words.first, first),
      field(words.handicap, handicap),
      h(
        "fieldset",
        {},
        h("legend", {}, words.variants),
        h("label", { class: "check" }, calm, h("span", {}, words.calm)),
        h("label", { class: "check" }, open, h("span", {}, words.open)),
      ),
      h("div", { class: "sheet-actions" }, cancel, h("button", { type: "submit", class: "primary" }, words.start)),
    );
    cancel.addEventListener("click", () => this.element.close());
    form.addEventListener("submit", () => {
      const [player, bridges] = handicap.value.split(":");
      this.onStart(
        setUpWords({
          edition: isEdition(edition.value) ? edition.value : "english-2014",
          first: isPlayer(first.value) ? first.value : "white",
          calm: calm.checked,
          open: open.checked,
          handicap: isPlayer(player) ? { player, bridges: Number(bridges) } : null,
        }),
      );
    });
    this.element.replaceChildren(form);
    this.element.showModal();
  }
}

function select(name: string, options: readonly (readonly [string, string])[], chosen: string): HTMLSelectElement {
  return h("select", { name }, ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
}

const field = (label: string, control: HTMLElement): HTMLElement => h("label", { class: "field" }, h("span", {}, label), control);
