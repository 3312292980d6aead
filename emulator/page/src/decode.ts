import {
  byPlayer, connection, count, DecodeError, fields, island, list, maybe, oneOf, player, text, truth, type Reader,
} from "./decode/readers.js";
import {
  EDITIONS, END_REASONS, EVENTS, LANGUAGES, PHASES,
  type Ask, type Effect, type End, type Message, type Refusal, type Score, type Settings, type State,
} from "./protocol.js";
import { decodeSelfTest } from "./self-test/decode.js";

export { DecodeError };

const settings: Reader<Settings> = (value, at) => {
  const o = fields(value, at);
  return {
    edition: oneOf(EDITIONS)(o["edition"], `${at}.edition`),
    calm: truth(o["calm"], `${at}.calm`),
    open: truth(o["open"], `${at}.open`),
    first: player(o["first"], `${at}.first`),
    handicap: maybe((value, at) => {
      const h = fields(value, at);
      return { player: player(h["player"], `${at}.player`), bridges: count(h["bridges"], `${at}.bridges`) };
    })(o["handicap"], `${at}.handicap`),
  };
};

const ask: Reader<Ask> = (value, at) => {
  const o = fields(value, at);
  const kind = oneOf(["lift", "place", "owner"])(o["ask"], `${at}.ask`);
  const about = { connection: connection(o["connection"], `${at}.connection`), message: text(o["message"], `${at}.message`) };
  return kind === "place" ? { ask: kind, player: player(o["player"], `${at}.player`), ...about } : { ask: kind, ...about };
};

const refusal: Reader<Refusal> = (value, at) => {
  const o = fields(value, at);
  return {
    error: text(o["error"], `${at}.error`),
    rule: text(o["rule"], `${at}.rule`),
    connection: maybe(connection)(o["connection"], `${at}.connection`),
    message: text(o["message"], `${at}.message`),
  };
};

const end: Reader<End> = (value, at) => {
  const o = fields(value, at);
  return {
    winner: maybe(player)(o["winner"], `${at}.winner`),
    reason: oneOf(END_REASONS)(o["reason"], `${at}.reason`),
    total: byPlayer(count)(o["total"], `${at}.total`),
  };
};

const score: Reader<Score> = (value, at) => {
  const o = fields(value, at);
  return {
    round: count(o["round"], `${at}.round`),
    islands: byPlayer(count)(o["islands"], `${at}.islands`),
    points: byPlayer(count)(o["points"], `${at}.points`),
  };
};

const effect: Reader<Effect> = (value, at) => {
  const o = fields(value, at);
  const kind = oneOf(["control", "return", "lose", "score", "end"])(o["effect"], `${at}.effect`);
  switch (kind) {
    case "control":
    case "lose":
      return { effect: kind, island: island(o["island"], `${at}.island`), player: player(o["player"], `${at}.player`) };
    case "return":
      return {
        effect: kind,
        connection: connection(o["connection"], `${at}.connection`),
        player: player(o["player"], `${at}.player`),
      };
    case "score":
      return { effect: kind, ...score(o, at) };
    case "end":
      return { effect: kind, ...end(o, at) };
    default:
      return kind satisfies never;
  }
};

const state = (value: unknown, id: unknown): State => {
  const at = "state";
  const o = fields(value, at);
  return {
    kind: "state",
    round: count(o["round"], `${at}.round`),
    turn: maybe(player)(o["turn"], `${at}.turn`),
    phase: oneOf(PHASES)(o["phase"], `${at}.phase`),
    bridges: byPlayer(list(connection))(o["bridges"], `${at}.bridges`),
    control: byPlayer(list(island))(o["control"], `${at}.control`),
    hands: byPlayer(count)(o["hands"], `${at}.hands`),
    toDraw: count(o["to_draw"], `${at}.to_draw`),
    score: byPlayer(count)(o["score"], `${at}.score`),
    settings: settings(o["settings"], `${at}.settings`),
    asks: maybe(ask)(o["asks"], `${at}.asks`),
    refuses: maybe(refusal)(o["refuses"], `${at}.refuses`),
    end: maybe(end)(o["end"], `${at}.end`),
    scores: list(score)(o["scores"], `${at}.scores`),
    menu: maybe((value, at) => {
      const m = fields(value, at);
      return {
        settings: settings(m["settings"], `${at}.settings`),
        agreed: byPlayer(truth)(m["agreed"], `${at}.agreed`),
      };
    })(o["menu"], `${at}.menu`),
    review: maybe((value, at) => {
      const r = fields(value, at);
      return { step: count(r["step"], `${at}.step`), of: count(r["of"], `${at}.of`) };
    })(o["review"], `${at}.review`),
    clearing: truth(o["clearing"], `${at}.clearing`),
    disbelieved: list(connection)(o["disbelieved"], `${at}.disbelieved`),
    actions: count(o["actions"], `${at}.actions`),
    id: maybe(text)(id, "id"),
  };
};

/** Reads one line of the board. Throws a `DecodeError` for what is no message at all. */
export function decode(line: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new DecodeError(`not JSON: ${line.slice(0, 80)}`);
  }
  const o = fields(value, "message");
  if ("hello" in o) {
    return {
      kind: "hello",
      protocol: count(o["protocol"], "protocol"),
      firmware: text(o["firmware"], "firmware"),
      board: text(o["board"], "board"),
      language: oneOf(LANGUAGES)(o["lang"], "lang"),
    };
  }
  if ("state" in o) return state(o["state"], o["id"]);
  const test = decodeSelfTest(o);
  if (test !== null) return test;
  if (o["event"] === "lost") return { kind: "lost", lines: count(o["lines"], "lines"), message: text(o["message"], "message") };
  if ("event" in o) {
    const name = EVENTS.find((known) => known === o["event"]);
    if (name === undefined) return { kind: "other", text: line };
    return {
      kind: "event",
      event: name,
      player: maybe(player)(o["player"], "player"),
      connection: maybe(connection)(o["connection"], "connection"),
      error: maybe(text)(o["error"], "error"),
      rule: maybe(text)(o["rule"], "rule"),
      cards: maybe(count)(o["cards"], "cards"),
      effects: maybe(list(effect))(o["effects"], "effects") ?? [],
      message: maybe(text)(o["message"], "message") ?? "",
    };
  }
  if ("record" in o && "text" in o) {
    return {
      kind: "record-line",
      record: count(o["record"], "record"),
      line: count(o["line"], "line"),
      text: text(o["text"], "text"),
    };
  }
  if ("record" in o && "lines" in o) {
    return { kind: "record-end", record: count(o["record"], "record"), lines: count(o["lines"], "lines") };
  }
  if ("error" in o) return { kind: "error", error: text(o["error"], "error"), message: text(o["message"], "message") };
  if ("lang" in o) return { kind: "language", language: oneOf(LANGUAGES)(o["lang"], "lang") };
  return { kind: "other", text: line };
}
