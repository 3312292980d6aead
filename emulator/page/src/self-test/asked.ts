import type { Button, Lamp, PlayerButton } from "../board.js";
import { PLAYERS } from "../protocol.js";
import type { Words } from "../words.js";
import type { Contact, Step } from "./messages.js";
import { nameOf } from "./names.js";

/** What a button answers to a step. */
export interface Choice {
  readonly button: Button;
  readonly meaning: string;
  /** Whether it was pressed already and counts. */
  readonly isGiven: boolean;
}

/** The buttons that answer a step, with what each means; none where hands and eyes are all that it needs. */
export function choicesOf(step: Step, words: Words): Choice[] {
  const { meanings } = words.selfTest;
  // Either player's will do; one of them is shown.
  const answer = (button: PlayerButton, meaning: string): Choice => ({ button: `white ${button}`, meaning, isGiven: false });
  const referee = (meaning: string): Choice => ({ button: "referee", meaning, isGiven: false });
  switch (step.step) {
    case "lights":
      return [answer("draw", meanings.lampsRight), answer("pass", meanings.lampsWrong), referee(meanings.showAgain)];
    case "lamp":
      return [
        answer("draw", meanings.lampThis(nameOf(words, step.lamp))),
        answer("pass", meanings.lampOther),
        answer("discard", meanings.lampNone),
      ];
    case "result":
      if (!step.offers) return [answer("draw", meanings.end)];
      return [
        ...PLAYERS.map((player): Choice => ({ button: `${player} draw`, meaning: meanings.learn, isGiven: step.agreed[player] })),
        referee(meanings.refuse),
      ];
    case "release":
    case "referee":
    case "walk":
    case "instead":
    case "answer":
    case "empty":
    case "line":
    case "lift":
    case "button":
    case "let-go":
    case "unknown":
      return [];
    default:
      return step satisfies never;
  }
}

/** What a step is about: contacts that something is to be done with, what closed instead, the lamp to look at. */
export interface Asked {
  readonly put: readonly Contact[];
  readonly lift: readonly Contact[];
  readonly wrong: readonly Contact[];
  readonly lamp: Lamp | null;
}

const NOTHING: Asked = { put: [], lift: [], wrong: [], lamp: null };

export function askedBy(step: Step | null, words: Words): Asked {
  switch (step?.step) {
    case undefined:
    case "walk":
    case "unknown":
      return NOTHING;
    case "release":
      return { ...NOTHING, lift: ["referee"] };
    case "referee":
      return { ...NOTHING, put: ["referee"] };
    case "instead":
    case "button":
      return { ...NOTHING, put: [step.button] };
    case "answer":
      return { ...NOTHING, put: PLAYERS.map((player): Button => `${player} ${step.answer}`) };
    case "line":
      return { ...NOTHING, put: [step.connection] };
    case "lift":
      return { ...NOTHING, lift: [step.connection], wrong: step.found === null ? [] : [step.found] };
    case "let-go":
      return { ...NOTHING, lift: [step.button], wrong: step.found === null ? [] : [step.found] };
    case "empty":
      return { ...NOTHING, lift: step.closed };
    case "lights":
    case "result":
      return { ...NOTHING, put: choicesOf(step, words).filter(({ isGiven }) => !isGiven).map(({ button }) => button) };
    case "lamp":
      return { ...NOTHING, put: choicesOf(step, words).map(({ button }) => button), lamp: step.lamp };
    default:
      return step satisfies never;
  }
}
