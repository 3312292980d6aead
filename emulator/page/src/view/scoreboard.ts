import { PLAYERS, type State } from "../protocol.js";
import { STICKS } from "../table.js";
import type { Words } from "../words.js";
import { h } from "./dom.js";

/** Points by round, islands held, cards in hand, sticks left; for both players. */
export class Scoreboard {
  readonly element = h("section", { class: "scoreboard" });
  private shown = "";

  show(words: Words, state: State | null): void {
    this.element.hidden = state === null || state.phase === "set-up";
    const key = JSON.stringify([words.title, state?.score, state?.scores, state?.control, state?.hands, state?.bridges, state?.turn]);
    if (state === null || key === this.shown) return;
    this.shown = key;
    const rounds = [1, 2, 3];
    const head = h(
      "tr",
      {},
      h("td"),
      h("th", { scope: "col" }, words.islands),
      h("th", { scope: "col" }, words.hand),
      h("th", { scope: "col" }, words.sticks),
      ...rounds.map((round) => h("th", { scope: "col", class: "round-points" }, words.roundShort(round))),
      h("th", { scope: "col" }, words.points),
    );
    const rows = PLAYERS.map((player) => {
      const points = rounds.map((round) => state.scores.find((score) => score.round === round)?.points[player]);
      return h(
        "tr",
        { class: `${player}${state.turn === player ? " turn" : ""}` },
        h("th", { scope: "row" }, h("span", { class: `chip ${player}`, "aria-hidden": "true" }), words[player]),
        h("td", { "data-figure": "islands" }, String(state.control[player].length)),
        h("td", { "data-figure": "hand" }, String(state.hands[player])),
        h("td", { "data-figure": "sticks" }, String(STICKS - state.bridges[player].length)),
        ...points.map((value) => h("td", { class: "round-points" }, value === undefined ? "·" : String(value))),
        h("td", { class: "total", "data-figure": "points" }, String(state.score[player])),
      );
    });
    this.element.replaceChildren(
      h("table", {}, h("caption", { class: "unseen" }, words.scoreTitle), h("thead", {}, head), h("tbody", {}, ...rows)),
    );
  }
}
