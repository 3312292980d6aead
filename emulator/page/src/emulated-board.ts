import { LineCutter, type Board, type BoardListener, type Hands } from "./board.js";
import type { FromWorker, ToWorker } from "./worker-messages.js";

/** What the emulated chip is made from. */
export interface Kit {
  readonly image: Uint8Array;
  /** What is soldered to the chip; the worker checks it. */
  readonly description: unknown;
}

/** Fetches the image and the board's description from beside the page; null where they do not lie there. */
export async function fetchKit(): Promise<Kit | null> {
  const [image, description] = await Promise.all([fetch("firmware.bin"), fetch("board.json")]);
  if (!image.ok || !description.ok) return null;
  return { image: new Uint8Array(await image.arrayBuffer()), description: await description.json() };
}

/** The real firmware in an emulated RP2040, in a worker. */
export class EmulatedBoard implements Board {
  readonly hands: Hands;
  private readonly worker = new Worker("chip-worker.js", { type: "module" });
  private readonly cutter: LineCutter;

  constructor(kit: Kit, private readonly listener: BoardListener) {
    this.cutter = new LineCutter((line) => listener.onLine(line));
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = (event) => listener.onTrouble(event.message);
    this.tell({ kind: "load", image: kit.image, board: kit.description });
    this.hands = {
      setContact: (name, closed) => this.tell({ kind: "contact", name, closed }),
      setButton: (name, down) => this.tell({ kind: "button", name, down }),
      setFaults: (faults) => this.tell({ kind: "faults", faults }),
      setPower: (on) => this.tell({ kind: "power", on }),
      setSpeed: (factor) => this.tell({ kind: "speed", factor }),
      onRate: () => {},
      onTime: () => {},
    };
  }

  send(line: string): void {
    this.tell({ kind: "send", text: `${line}\n` });
  }

  dispose(): void {
    this.worker.terminate();
  }

  private tell(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromWorker): void {
    switch (message.kind) {
      case "open":
        this.cutter.reset();
        return this.listener.onOpen();
      case "closed":
        return this.listener.onClosed();
      case "text":
        return this.cutter.push(message.text);
      case "lamps":
        return this.listener.onLamps(message.lamps);
      case "rate":
        return this.hands.onRate(message.reached);
      case "time":
        return this.hands.onTime(message.now);
      case "trouble":
        return this.listener.onTrouble(message.message);
      default:
        return message satisfies never;
    }
  }
}
