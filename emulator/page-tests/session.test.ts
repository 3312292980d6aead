import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "../page/src/session.js";

/** A session with a board that says what the test tells it to, and what was sent to that board. */
function conversation(): { session: Session; sent: string[]; say: (message: object) => void } {
  const sent: string[] = [];
  const session = new Session("en");
  session.attach({ send: (line) => void sent.push(line), hands: null, dispose: () => {} });
  return { session, sent, say: (message) => session.onLine(JSON.stringify(message)) };
}

test("Who asks for the record while it is coming gets all of it, and the board is asked once", async () => {
  const { session, sent, say } = conversation();
  const first = session.record();
  say({ record: 0, line: 1, text: "first white" });
  const second = session.record();
  say({ record: 0, line: 2, text: "white draw" });
  say({ record: 0, lines: 2 });
  assert.equal(await first, "first white\nwhite draw\n");
  assert.equal(await second, "first white\nwhite draw\n");
  assert.deepEqual(sent, ["record"]);
});

test("A record of which a line was lost is none, and can be asked for again", async () => {
  const { session, sent, say } = conversation();
  const half = session.record();
  say({ record: 0, line: 2, text: "white draw" });
  say({ record: 0, lines: 2 });
  assert.equal(await half, null);
  const whole = session.record();
  say({ record: 0, line: 1, text: "first white" });
  say({ record: 0, lines: 1 });
  assert.equal(await whole, "first white\n");
  assert.deepEqual(sent, ["record", "record"]);
});

test("A record that was coming when the board went away is none", async () => {
  const { session, say } = conversation();
  const record = session.record();
  say({ record: 0, line: 1, text: "first white" });
  session.onClosed();
  assert.equal(await record, null);
});
