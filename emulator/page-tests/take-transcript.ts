/**
 * Takes the transcript that the fake port plays: what the real firmware says while hands play a short game.
 *
 *     node page-tests/run.mjs --transcript        after `cargo kahuna play --export emulator/dist/site`
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readBoard } from "../src/board.js";
import { Chip } from "../src/chip.js";
import type { Transcript } from "./fake-port.js";

/** What hands do, one step a line; each is given time to be ruled on. */
export const HANDS = [
  "new first=white",
  "place BARI-DUDA", "place ALOA-BARI", "place BARI-ELAI", "press white draw",
  "place ALOA-DUDA", "place DUDA-ELAI", "place DUDA-HUNA", "lift BARI-DUDA", "press black draw",
  "press black draw", "press white draw",
] as const;

const SECOND = 1_000_000;
const site = process.env["KAHUNA_SITE"] ?? "dist/site";
const chip = new Chip(readBoard(JSON.parse(readFileSync(join(site, "board.json"), "utf8"))));
chip.load(readFileSync(join(site, "firmware.bin")));
chip.power(true);
chip.runFor(2 * SECOND);

const decoder = new TextDecoder();
let rest = "";
function said(): object[] {
  for (const { bytes } of chip.received.splice(0)) rest += decoder.decode(bytes, { stream: true });
  const lines = rest.split("\n");
  rest = lines.pop() ?? "";
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as object);
}
function say(line: string, seconds = 0.5): object[] {
  said();
  chip.usb.send(new TextEncoder().encode(`${line}\n`));
  chip.runFor(seconds * SECOND);
  return said();
}
const answer = (line: string, name: string): object => {
  const found = say(line).find((message) => name in message);
  if (found === undefined) throw new Error(`the board does not answer ${line}`);
  return found;
};

const hello = answer("hello", "hello");
const steps: { say: object[]; state: object }[] = [];
for (const hand of HANDS) {
  const [verb = "", ...words] = hand.split(" ");
  const what = words.join(" ");
  said();
  let heard: object[] = [];
  switch (verb) {
    case "new":
      heard = say(hand);
      break;
    case "place":
    case "lift":
      if (chip.board.wiring.contacts.every((contact) => contact.name !== what)) throw new Error(`no line ${what}`);
      chip.setContact(what, verb === "place");
      chip.runFor(1.5 * SECOND);
      heard = said();
      break;
    case "press":
      chip.setButton(what, true);
      chip.runFor(0.1 * SECOND);
      chip.setButton(what, false);
      chip.runFor(0.5 * SECOND);
      heard = said();
      break;
    default:
      throw new Error(`no hand can do this: ${hand}`);
  }
  const state = answer("state", "state") as { state: object };
  steps.push({ say: heard.filter((message) => "event" in message), state: state.state });
}
const record = say("record", 2).flatMap((message) => ("text" in message ? [String(message.text)] : []));
const transcript: Transcript = { hello, record, steps };
writeFileSync("page-tests/transcript.json", `${JSON.stringify(transcript, null, 1)}\n`);
console.log(`${steps.length} steps taken`);
