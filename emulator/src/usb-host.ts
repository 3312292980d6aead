import type { Alarm, Clock } from "./clock.js";
import type { BusListener, UsbBus } from "./usb-bus.js";
import { ControlPipe, PACKET_NS, type ControlRequest } from "./usb-control.js";

const MS = 1_000_000;
/** From the pull-up to the bus reset, and from the reset to the first request: what Linux waits. */
const ATTACH_NS = 100 * MS;
const RECOVERY_NS = 10 * MS;
const SUSPEND_NS = 3 * MS;
const ANSWER_NS = 500 * MS;
const ATTEMPTS = 3;
const PACKET_SIZE = 64;

const CONFIGURATION = 0x200;
const CDC_CONTROL_CLASS = 2;
const CDC_DATA_CLASS = 10;
const LINE_CODING = Uint8Array.of(0x00, 0xc2, 0x01, 0x00, 0, 0, 8); // 115200 8N1

/** What the host found in the descriptors. */
interface Port {
  controlInterface: number;
  bulkIn: number;
  bulkOut: number;
}

/** A computer at the other end of the cable, with a terminal on the board's CDC-ACM port. */
export class UsbHost implements BusListener {
  /** Called with each packet that the board sent. */
  onReceive: (bytes: Uint8Array) => void = () => {};
  /** Whether the port is configured and open. */
  isOpen = false;

  private bus: UsbBus | null = null;
  private control: ControlPipe | null = null;
  private readonly attach: Alarm;
  private readonly begin: Alarm;
  private readonly timeout: Alarm;
  private readonly suspend: Alarm;
  private readonly readAlarm: Alarm;
  private readonly writeAlarm: Alarm;
  private attempts = 0;
  private isPlugged = true;
  private isReading = true;
  private port: Port | null = null;
  private outgoing: number[] = [];

  constructor(clock: Clock, private readonly makeControl: (bus: UsbBus) => ControlPipe) {
    this.attach = clock.createAlarm(() => this.resetBus());
    this.begin = clock.createAlarm(() => this.enumerate());
    this.timeout = clock.createAlarm(() => this.onTimeout());
    this.suspend = clock.createAlarm(() => this.bus?.suspend());
    this.readAlarm = clock.createAlarm(() => this.read());
    this.writeAlarm = clock.createAlarm(() => this.write());
  }

  /** The chip has (re)started, or lost its power (null). */
  connect(bus: UsbBus | null): void {
    this.disconnect();
    this.bus = bus;
    this.control = bus && this.makeControl(bus);
    if (bus) bus.listener = this;
  }

  /** Puts the cable in or pulls it; the board is powered from elsewhere. */
  setPlugged(isPlugged: boolean): void {
    if (isPlugged === this.isPlugged) return;
    this.isPlugged = isPlugged;
    this.disconnect();
    if (isPlugged) this.onPullup(this.bus?.isPulledUp ?? false);
    else if (this.bus?.isPulledUp) this.suspend.schedule(SUSPEND_NS);
  }

  /** A program that has the port open but does not read lets the board's packets lie. */
  setReading(isReading: boolean): void {
    this.isReading = isReading;
    this.poll();
  }

  /** Queues bytes for the board; kept until the port is open, lost when the cable is pulled. */
  send(bytes: Uint8Array): void {
    this.outgoing.push(...bytes);
    this.poll();
  }

  /** Bytes that the board has not taken yet. */
  get unsent(): number {
    return this.outgoing.length;
  }

  onPullup(isUp: boolean): void {
    if (!this.isPlugged) return;
    if (!isUp) this.disconnect();
    else {
      this.attempts = 0;
      this.suspend.cancel();
      this.attach.schedule(ATTACH_NS);
    }
  }

  onResetSeen(): void {
    if (this.isPlugged && !this.port) this.begin.schedule(RECOVERY_NS);
  }

  onArmed(endpoint: number, out: boolean): void {
    if (!this.isPlugged) return;
    if (endpoint === 0) this.control?.onArmed(out);
    else this.poll();
  }

  onStall(): void {
    this.control?.onStall();
  }

  private disconnect(): void {
    for (const alarm of [this.attach, this.begin, this.timeout, this.suspend, this.readAlarm, this.writeAlarm]) {
      alarm.cancel();
    }
    this.control?.cancel();
    if (this.port) this.outgoing = [];
    this.port = null;
    this.isOpen = false;
  }

  private resetBus(): void {
    this.timeout.schedule(ANSWER_NS);
    this.bus?.reset();
  }

  private onTimeout(): void {
    this.control?.cancel();
    if (++this.attempts < ATTEMPTS) this.resetBus();
  }

  private enumerate(): void {
    const getConfiguration = (length: number): ControlRequest => standard(0x80, 6, CONFIGURATION, length);
    this.request(standard(0x80, 6, 0x100, 18), () => {
      this.request(standard(0, 5, 1, 0), () => {
        this.request(getConfiguration(9), (head) => {
          const length = head[2]! | (head[3]! << 8);
          this.request(getConfiguration(length), (all) => this.configure(readPort(all)));
        });
      });
    });
  }

  private configure(port: Port | null): void {
    if (port === null) return; // not a serial port: leave it alone
    const toPort = (request: number, value: number, data: number | Uint8Array): ControlRequest => {
      return { requestType: 0x21, request, value, index: port.controlInterface, data };
    };
    this.request(standard(0, 9, 1, 0), () => {
      this.request(toPort(0x20, 0, LINE_CODING), () => {
        this.request(toPort(0x22, 3, 0), () => {
          this.timeout.cancel();
          this.port = port;
          this.isOpen = true;
          this.poll();
        });
      });
    });
  }

  private request(request: ControlRequest, next: (data: Uint8Array) => void): void {
    this.timeout.schedule(ANSWER_NS);
    this.control?.run(request, (data) => {
      // Refused: the time-out starts over, as a host's driver does.
      if (data !== null) next(data);
    });
  }

  private poll(): void {
    const { bus, port } = this;
    if (!bus || !port) return;
    if (this.isReading && !this.readAlarm.armed && bus.isArmed(port.bulkIn, false)) this.readAlarm.schedule(PACKET_NS);
    if (this.outgoing.length > 0 && !this.writeAlarm.armed && bus.isArmed(port.bulkOut, true)) {
      this.writeAlarm.schedule(PACKET_NS);
    }
  }

  private read(): void {
    const { bus, port } = this;
    if (!bus || !port || !this.isReading || !bus.isArmed(port.bulkIn, false)) return;
    const bytes = bus.takeIn(port.bulkIn);
    if (bytes.length > 0) this.onReceive(bytes);
    this.poll();
  }

  private write(): void {
    const { bus, port } = this;
    if (!bus || !port || !bus.isArmed(port.bulkOut, true)) return;
    const packet = Uint8Array.from(this.outgoing.slice(0, PACKET_SIZE));
    this.outgoing.splice(0, bus.giveOut(port.bulkOut, packet));
    this.poll();
  }
}

function standard(requestType: number, request: number, value: number, length: number): ControlRequest {
  return { requestType, request, value, index: 0, data: length };
}

/** Finds the CDC-ACM port in a configuration descriptor. */
function readPort(descriptor: Uint8Array): Port | null {
  const port: Port = { controlInterface: -1, bulkIn: -1, bulkOut: -1 };
  let isData = false;
  for (let at = 0; at + 2 <= descriptor.length && descriptor[at]! >= 2; at += descriptor[at]!) {
    const kind = descriptor[at + 1];
    if (kind === 4) {
      isData = descriptor[at + 5] === CDC_DATA_CLASS;
      if (descriptor[at + 5] === CDC_CONTROL_CLASS) port.controlInterface = descriptor[at + 2]!;
    } else if (kind === 5 && isData) {
      const address = descriptor[at + 2]!;
      if (address & 0x80) port.bulkIn = address & 0xf;
      else port.bulkOut = address;
    }
  }
  return port.controlInterface < 0 || port.bulkIn < 0 || port.bulkOut < 0 ? null : port;
}
