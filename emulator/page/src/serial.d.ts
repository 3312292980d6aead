/** The part of Web Serial that the page uses; TypeScript's own library does not know it yet. */
interface SerialPort extends EventTarget {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
  setSignals?(signals: { dataTerminalReady?: boolean; requestToSend?: boolean }): Promise<void>;
}

interface Serial extends EventTarget {
  getPorts(): Promise<SerialPort[]>;
  requestPort(options?: { filters?: { usbVendorId: number; usbProductId?: number }[] }): Promise<SerialPort>;
}

interface Navigator {
  readonly serial?: Serial;
}
