import { App } from "./app.js";
import { fetchKit } from "./emulated-board.js";
import { firstLanguage } from "./words.js";

async function begin(): Promise<void> {
  const asked = new URLSearchParams(location.search);
  const language = firstLanguage();
  document.documentElement.lang = language;
  if (asked.has("display")) document.documentElement.classList.add("display");
  const root = document.getElementById("page");
  if (root === null) throw new Error("the page has no place for the board");
  const fetching = fetchKit();
  // The board is drawn before its firmware is here.
  const app = new App(root, language);
  app.setKit(await fetching);
  if (!(asked.has("serial") && (await app.startSerial()))) app.startEmulated();
  const record = asked.get("record");
  if (record === null) return;
  const answer = await fetch(record);
  if (answer.ok) await app.open(await answer.text(), record);
}

void begin();
