import { EmulatedBoard, type Kit } from "./emulated-board.js";
import type { State } from "./protocol.js";
import type { GameText } from "./record.js";
import { Session } from "./session.js";

/** As fast as the computer can. */
const HURRY = 1000;
const BOOT = 10_000;

/**
 * Finds out how a game stood after each of its actions, by playing it again on a second emulated board.
 *
 * The page knows no rules; a board that was on before the page was opened has told it only the present.
 */
export async function retrace(kit: Kit, { setUp, actions }: GameText, onState: (state: State) => void): Promise<void> {
  const session = new Session("en");
  const board = new EmulatedBoard(kit, session);
  session.attach(board);
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the second board does not wake up")), BOOT);
      session.onChange = () => {
        if (session.state === null) return;
        clearTimeout(timer);
        resolve();
      };
      board.hands.setSpeed(HURRY);
      board.hands.setPower(true);
    });
    session.onChange = () => {};
    const begun = await session.load({ setUp, actions: [] });
    if (begun.kind !== "loaded") return;
    if (session.state !== null) onState(session.state);
    for (const action of actions) {
      if (!(await session.play(action.text))) return;
      const state = await session.freshState();
      if (state === null) return;
      onState(state);
    }
  } finally {
    board.dispose();
  }
}
