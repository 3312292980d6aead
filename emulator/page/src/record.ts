import { EDITIONS, PLAYERS, type Edition, type Player, type Settings } from "./protocol.js";

/** The text of a game (`.kahuna`), taken apart and put together; judging it is the board's business. */

export interface GameText {
  /** The words of `new` that set this game up. */
  readonly setUp: readonly string[];
  /** Each action as the link's `play` takes it, and the line it stands on in the file. */
  readonly actions: readonly { readonly line: number; readonly text: string }[];
}

/** A file that the page cannot even take apart. */
export class RecordError extends Error {
  constructor(readonly line: number, readonly found: string) {
    super(`line ${line}: ${found}`);
  }
}

/** The cards of a record with known cards are left out: the board counts, it does not see. */
function counted(words: readonly string[]): string {
  const [player = "", verb = "", ...rest] = words;
  switch (verb) {
    case "place":
    case "remove":
      return [player, verb, (rest[0] ?? "").toUpperCase()].join(" ");
    case "draw":
      return `${player} draw`;
    case "discard":
      return /^\d+$/.test(rest[0] ?? "") ? `${player} discard ${rest[0]}` : `${player} discard ${rest.length}`;
    default:
      return [player, verb, ...rest.map((word) => word.toUpperCase())].join(" ");
  }
}

/** Reads a record. Words are looked at only as far as the link needs them; the board refuses what is wrong. */
export function readGame(text: string): GameText {
  const setUp: string[] = [];
  const actions: { line: number; text: string }[] = [];
  text.split(/\r?\n/).forEach((whole, index) => {
    const words = whole.replace(/#.*/, "").toLowerCase().split(/[ \t]+/).filter((word) => word !== "");
    const [first, ...rest] = words;
    switch (first) {
      case undefined:
      case "cards":
      case "deal":
      case "face-up":
        return;
      case "edition":
      case "variant":
      case "first":
        setUp.push(`${first}=${rest.join(" ")}`);
        return;
      case "handicap":
        setUp.push(`handicap=${rest.join(":")}`);
        return;
      case "white":
      case "black":
        actions.push({ line: index + 1, text: counted(words) });
        return;
      default:
        throw new RecordError(index + 1, whole.trim());
    }
  });
  return { setUp, actions };
}

/** The words of `new` for these settings. */
export function setUpWords({ edition, calm, open, first, handicap }: Settings): string[] {
  const words = [`edition=${edition}`, `first=${first}`];
  if (calm) words.push("variant=calm");
  if (open) words.push("variant=open");
  if (handicap !== null) words.push(`handicap=${handicap.player}:${handicap.bridges}`);
  return words;
}

export const isPlayer = (text: string | undefined): text is Player => PLAYERS.some((player) => player === text);
export const isEdition = (text: string): text is Edition => EDITIONS.some((edition) => edition === text);
