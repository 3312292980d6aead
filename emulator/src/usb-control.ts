import type { Alarm, Clock } from "./clock.js";
import type { UsbBus } from "./usb-bus.js";

/** Time on the wire for one packet with its handshake, in nanoseconds. */
export const PACKET_NS = 55_000;
const PACKET_SIZE = 64;
const DEVICE_TO_HOST = 0x80;

/** A transfer on endpoint 0. */
export interface ControlRequest {
  requestType: number;
  request: number;
  value: number;
  index: number;
  /** Bytes wanted from the device, or the bytes for it. */
  data: number | Uint8Array;
}

type Stage = "idle" | "data-in" | "status-out" | "data-out" | "status-in";

/** Runs control transfers one after another, in the order and at the pace in which a host does. */
export class ControlPipe {
  private readonly alarm: Alarm;
  private stage: Stage = "idle";
  private request: ControlRequest | null = null;
  private received: number[] = [];
  private sent = 0;
  private done: (data: Uint8Array | null) => void = () => {};

  constructor(
    private readonly bus: UsbBus,
    clock: Clock,
  ) {
    this.alarm = clock.createAlarm(() => this.advance());
  }

  /** Starts a transfer; `done` gets the device's answer (empty for none), or null if the device refused. */
  run(request: ControlRequest, done: (data: Uint8Array | null) => void): void {
    const { data } = request;
    const length = typeof data === "number" ? data : data.length;
    const { requestType, request: code, value, index } = request;
    const setup = [requestType, code, value, value >> 8, index, index >> 8, length, length >> 8];
    this.request = request;
    this.done = done;
    this.received = [];
    this.sent = 0;
    if (requestType & DEVICE_TO_HOST) this.stage = "data-in";
    else this.stage = length > 0 ? "data-out" : "status-in";
    this.bus.sendSetup(Uint8Array.from(setup, (byte) => byte & 0xff));
  }

  cancel(): void {
    this.stage = "idle";
    this.alarm.cancel();
  }

  onArmed(out: boolean): void {
    if (this.stage !== "idle" && out === this.stage.endsWith("out")) this.alarm.schedule(PACKET_NS);
  }

  onStall(): void {
    if (this.stage !== "idle") this.finish(null);
  }

  private advance(): void {
    const { request, stage } = this;
    const out = stage.endsWith("out");
    if (request === null || stage === "idle" || !this.bus.isArmed(0, out)) return;
    switch (stage) {
      case "data-in": {
        const packet = this.bus.takeIn(0);
        this.received.push(...packet);
        const wanted = request.data as number;
        if (packet.length < PACKET_SIZE || this.received.length >= wanted) this.enter("status-out");
        break;
      }
      case "data-out": {
        const data = request.data as Uint8Array;
        this.sent += this.bus.giveOut(0, data.subarray(this.sent, this.sent + PACKET_SIZE));
        if (this.sent >= data.length) this.enter("status-in");
        break;
      }
      case "status-in":
        this.bus.takeIn(0);
        this.finish(new Uint8Array());
        break;
      case "status-out":
        this.bus.giveOut(0, new Uint8Array());
        this.finish(Uint8Array.from(this.received));
        break;
      default:
        stage satisfies never;
    }
  }

  private enter(stage: Stage): void {
    this.stage = stage;
    if (this.bus.isArmed(0, stage.endsWith("out"))) this.alarm.schedule(PACKET_NS);
  }

  private finish(data: Uint8Array | null): void {
    this.cancel();
    this.done(data);
  }
}
