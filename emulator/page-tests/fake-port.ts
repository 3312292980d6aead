/// <reference lib="dom" />

/**
 * A serial port with a recorded board behind it, put in the place of the browser's own before the page is loaded.
 *
 * It plays no game: it says what a board said when the transcript was taken, one step after another.
 */

export interface Transcript {
  readonly hello: object;
  /** The lines of the game's record. */
  readonly record: readonly string[];
  readonly steps: readonly { readonly say: readonly object[]; readonly state: object }[];
}

/** What the tests hold of it. */
export interface FakeBoard {
  /** The next step happens: somebody moves a stick or presses a button. */
  next(): void;
  goTo(step: number): void;
  /** The board says something of its own accord. */
  say(...messages: object[]): void;
  /** What it answers to a line, beside what was recorded. */
  readonly answers: Record<string, readonly object[]>;
  unplug(): void;
  plug(): void;
  /** Every line that the page sent. */
  readonly heard: string[];
  readonly length: number;
}

declare global {
  interface Window {
    fakeBoard: FakeBoard;
    transcript: Transcript;
  }
}

class FakePort extends EventTarget {
  readable: ReadableStream<Uint8Array> | null = null;
  writable: WritableStream<Uint8Array> | null = null;
  private out: ReadableStreamDefaultController<Uint8Array> | null = null;
  private rest = "";
  private readonly encoder = new TextEncoder();

  constructor(private readonly onLine: (line: string) => void) {
    super();
  }

  open(): Promise<void> {
    this.readable = new ReadableStream({ start: (controller) => void (this.out = controller) });
    const decoder = new TextDecoder();
    this.writable = new WritableStream({ write: (chunk) => this.hear(decoder.decode(chunk, { stream: true })) });
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.readable = null;
    this.writable = null;
    return Promise.resolve();
  }

  say(message: object): void {
    // In two pieces, as a serial port cuts where it likes.
    const bytes = this.encoder.encode(`${JSON.stringify(message)}\n`);
    const middle = Math.floor(bytes.length / 2);
    this.out?.enqueue(bytes.slice(0, middle));
    this.out?.enqueue(bytes.slice(middle));
  }

  break(): void {
    this.out?.error(new DOMException("The device has been lost.", "NetworkError"));
    this.out = null;
  }

  private hear(text: string): void {
    this.rest += text;
    const lines = this.rest.split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) this.onLine(line);
  }
}

function install(transcript: Transcript): void {
  let step = 0;
  let isThere = true;
  const heard: string[] = [];
  const state = (): object => transcript.steps[step]?.state ?? {};
  const port = new FakePort((line) => {
    heard.push(line);
    const answers = window.fakeBoard.answers[line];
    if (answers !== undefined) return answers.forEach((message) => port.say(message));
    const [word, argument] = line.split(" ");
    switch (word) {
      case "hello":
        return port.say(transcript.hello);
      case "lang":
        return port.say({ lang: argument });
      case "state":
        return port.say(argument === undefined ? { state: state() } : { state: state(), id: argument });
      case "record":
        transcript.record.forEach((text, index) => port.say({ record: 0, line: index + 1, text }));
        return port.say({ record: 0, lines: transcript.record.length });
      default:
        return port.say({ error: "unknown-command", message: `this recording does not know ${word}` });
    }
  });
  const go = (to: number): void => {
    step = Math.min(Math.max(0, to), transcript.steps.length - 1);
    for (const message of transcript.steps[step]?.say ?? []) port.say(message);
  };
  window.fakeBoard = {
    next: () => go(step + 1),
    goTo: go,
    say: (...messages) => messages.forEach((message) => port.say(message)),
    answers: {},
    unplug: () => {
      isThere = false;
      port.break();
    },
    plug: () => void (isThere = true),
    heard,
    length: transcript.steps.length,
  };
  const serial = {
    requestPort: () => Promise.resolve(port),
    getPorts: () => Promise.resolve(isThere ? [port] : []),
  };
  Object.defineProperty(navigator, "serial", { value: serial, configurable: true });
}

install(window.transcript);
