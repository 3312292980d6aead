import { LAMPS, PLAYER_BUTTONS, type Button, type Lamp } from "../board.js";
import {
  byPlayer, connection, count, fail, list, maybe, oneOf, text, truth, type Fields, type Reader,
} from "../decode/readers.js";
import { isConnection } from "../map.js";
import { SEEN, type Contact, type Fault, type Part, type SelfTestMessage, type Step, type Summary } from "./messages.js";
import { BUTTONS } from "./parts.js";

const button: Reader<Button> = oneOf(BUTTONS);
const lamp: Reader<Lamp> = oneOf(LAMPS);
const contact: Reader<Contact> = (value, at) =>
  typeof value === "string" && isConnection(value) ? value : button(value, at);

const part = (o: Fields): Part | null => {
  if ("connection" in o) return { kind: "line", name: connection(o["connection"], "connection") };
  if ("button" in o) return { kind: "button", name: button(o["button"], "button") };
  return "lamp" in o ? { kind: "lamp", name: lamp(o["lamp"], "lamp") } : null;
};

const message = (o: Fields): string => text(o["message"], "message");

const fault = (o: Fields): Fault => ({
  fault: text(o["fault"], "fault"),
  part: part(o) ?? fail("fault", "a connection, a button or a lamp"),
  found: maybe(contact)(o["found"], "found"),
  with: maybe(contact)(o["with"], "with"),
  withLamp: maybe(lamp)(o["with_lamp"], "with_lamp"),
  message: message(o),
});

const summary = (o: Fields): Summary => ({
  passed: truth(o["passed"], "passed"),
  complete: truth(o["complete"], "complete"),
  faults: count(o["faults"], "faults"),
  learnt: truth(o["learnt"], "learnt"),
  message: message(o),
});

function step(o: Fields): Step {
  const said = { message: message(o) };
  const name = text(o["step"], "step");
  switch (name) {
    case "release":
    case "referee":
    case "walk":
    case "lights":
      return { step: name, ...said };
    case "instead":
      return { step: name, button: button(o["button"], "button"), ...said };
    case "lamp":
      return { step: name, lamp: lamp(o["lamp"], "lamp"), ...said };
    case "answer":
      return { step: name, answer: oneOf(PLAYER_BUTTONS)(o["answer"], "answer"), ...said };
    case "empty":
      return { step: name, closed: list(contact)(o["closed"], "closed"), ...said };
    case "line":
      return { step: name, connection: connection(o["connection"], "connection"), again: truth(o["again"], "again"), ...said };
    case "button":
      return { step: name, button: button(o["button"], "button"), again: truth(o["again"], "again"), ...said };
    case "lift":
      return { step: name, connection: connection(o["connection"], "connection"), ...seen(o), ...said };
    case "let-go":
      return { step: name, button: button(o["button"], "button"), ...seen(o), ...said };
    case "result":
      return { step: name, offers: truth(o["offers"], "offers"), agreed: byPlayer(truth)(o["agreed"], "agreed"), ...said };
    default:
      return { step: "unknown", ...said };
  }
}

const seen = (o: Fields): Pick<Extract<Step, { step: "lift" }>, "seen" | "found"> => ({
  seen: oneOf(SEEN)(o["seen"], "seen"),
  found: maybe(contact)(o["found"], "found"),
});

/** Reads what belongs to a self-test; null for anything else. */
export function decodeSelfTest(o: Fields): SelfTestMessage | null {
  switch (o["event"]) {
    case "selftest":
      return { kind: "test-step", step: step(o) };
    case "selftest-good":
      return { kind: "test-good", part: part(o), message: message(o) };
    case "selftest-found":
      return { kind: "test-found", fault: fault(o) };
    case "selftest-done":
      return { kind: "test-done", summary: summary(o) };
    case "selftest-learnt":
      return { kind: "test-learnt", learnt: truth(o["learnt"], "learnt"), message: message(o) };
    case "selftest-end":
      return { kind: "test-end", passed: truth(o["passed"], "passed"), message: message(o) };
    default:
      return answer(o);
  }
}

function answer(o: Fields): SelfTestMessage | null {
  switch (o["selftest"]) {
    case "fault":
      return { kind: "report-fault", fault: fault(o) };
    case "report":
      return { kind: "report-end", summary: summary(o) };
    case "none":
      return { kind: "report-none", message: message(o) };
    case "forgotten":
      return { kind: "order-forgotten", message: message(o) };
    default:
      return null;
  }
}

