import { isTurnLight, type Lamp } from "../board.js";
import type { Words } from "../words.js";
import type { Contact } from "./messages.js";

/** What people call a contact or a lamp. */
export function nameOf(words: Words, part: Contact | Lamp | string): string {
  const [who, kind] = part.split(" ");
  if (part === "referee") return words.referee;
  if (isTurnLight(part)) return words.selfTest.turnLight(words[part === "turn white" ? "white" : "black"]);
  if ((who === "white" || who === "black") && (kind === "draw" || kind === "pass" || kind === "discard")) {
    return words.buttonAria(words[who], words[kind]);
  }
  return part;
}
