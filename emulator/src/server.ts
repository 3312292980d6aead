import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Session } from "./session.js";

/** One JSON object a line on standard input, one answer a line on standard output, until the input ends. */
const session = new Session((path) => readFileSync(path));

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  let request: unknown;
  try {
    request = JSON.parse(line);
  } catch (error) {
    request = error;
  }
  const answer =
    request instanceof Error ? { ok: false, error: `not JSON: ${request.message}` } : session.handle(request);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
