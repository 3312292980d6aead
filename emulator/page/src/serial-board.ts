import { LineCutter, type Board, type BoardListener } from "./board.js";

/** Whether this browser can talk to a board at all. */
export const hasSerial = (): boolean => navigator.serial !== undefined;

const RETRY = 1000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A real board at a serial port. Comes back by itself after the cable was pulled or the board restarted. */
export class SerialBoard implements Board {
  readonly hands = null;
  private isWanted = true;
  private writer: WritableStreamDefaultWriter<Uint8Array> | null = null;
  private reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  private readonly cutter: LineCutter;
  private readonly encoder = new TextEncoder();

  private constructor(
    private readonly serial: Serial,
    private port: SerialPort,
    private readonly listener: BoardListener,
  ) {
    this.cutter = new LineCutter((line) => listener.onLine(line));
    void this.keepOpen();
  }

  /** Asks the person for a port; null if they chose none. */
  static async choose(listener: BoardListener): Promise<SerialBoard | null> {
    const { serial } = navigator;
    if (serial === undefined) return null;
    try {
      return new SerialBoard(serial, await serial.requestPort(), listener);
    } catch (error) {
      // The person closed the browser's list without choosing.
      if (error instanceof DOMException && error.name === "NotFoundError") return null;
      throw error;
    }
  }

  /** Takes the port that was allowed on an earlier visit; null if there is none. */
  static async again(listener: BoardListener): Promise<SerialBoard | null> {
    const { serial } = navigator;
    const port = (await serial?.getPorts())?.[0];
    return serial === undefined || port === undefined ? null : new SerialBoard(serial, port, listener);
  }

  send(line: string): void {
    // Best effort, as the board's side is: what cannot be sent now is asked again after the next opening.
    this.writer?.write(this.encoder.encode(`${line}\n`)).catch(() => {});
  }

  dispose(): void {
    this.isWanted = false;
    void this.reader?.cancel().catch(() => {});
  }

  private async keepOpen(): Promise<void> {
    while (this.isWanted) {
      try {
        await this.port.open({ baudRate: 115200 });
        await this.port.setSignals?.({ dataTerminalReady: true });
        await this.talk();
      } catch (error) {
        this.listener.onTrouble(error instanceof Error ? error.message : String(error));
      }
      await this.port.close().catch(() => {});
      if (!this.isWanted) return;
      await wait(RETRY);
      await this.findAgain();
    }
  }

  /** A board that was plugged in anew is a new port object; the browser remembers that it was allowed. */
  private async findAgain(): Promise<void> {
    while (this.isWanted) {
      const ports = await this.serial.getPorts();
      const port = ports.find((port) => port === this.port) ?? ports[0];
      if (port !== undefined) {
        this.port = port;
        return;
      }
      await wait(RETRY);
    }
  }

  private async talk(): Promise<void> {
    const { readable, writable } = this.port;
    if (readable === null || writable === null) return;
    const reader = readable.getReader();
    const decoder = new TextDecoder();
    this.reader = reader;
    this.writer = writable.getWriter();
    this.cutter.reset();
    this.listener.onOpen();
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        this.cutter.push(decoder.decode(value, { stream: true }));
      }
    } catch {
      // The cable was pulled: `keepOpen` waits for it to come back.
    } finally {
      reader.releaseLock();
      await this.writer.abort().catch(() => {});
      this.writer.releaseLock();
      this.writer = null;
      this.reader = null;
      this.listener.onClosed();
    }
  }
}
