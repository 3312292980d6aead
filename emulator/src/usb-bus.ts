import type { RP2040, RPUSBController } from "rp2040js";

const BUFFER_CONTROL_FIRST = 0x80;
const BUFFER_CONTROL_LAST = 0xfc;
const EP0_BUFFER = 0x100;

const AVAILABLE = 1 << 10;
const STALL = 1 << 11;
const FULL = 1 << 15;
const LENGTH = 0x3ff;

const SIE_CTRL = 0x4c;
const SIE_STATUS = 0x50;
const PULLUP_EN = 1 << 16;
const BUS_RESET = 1 << 19;
const RESUME = 1 << 11;
const SUSPENDED = 1 << 4;

/** What rp2040js keeps private in its USB controller and this bus has to touch. */
interface Controller {
  sieStatus: number;
  rawWriteValue: number;
  sieStatusUpdated(): void;
  indicateBufferReady(endpoint: number, out: boolean): void;
}

/** What the bus tells the host's side of the cable. */
export interface BusListener {
  /** The device pulls D+ up, or lets go of it. */
  onPullup(isUp: boolean): void;
  /** The device has taken notice of a bus reset. */
  onResetSeen(): void;
  /** The device has a packet ready (in) or room for one (out). */
  onArmed(endpoint: number, out: boolean): void;
  /** The device refuses the control transfer under way. */
  onStall(): void;
}

/**
 * The wire between the chip's USB controller and a host.
 *
 * rp2040js finishes every transfer the moment it is armed. Here a buffer stays the controller's (AVAILABLE set) until
 * the host has really taken or filled it, so a host that does not read holds the firmware up as a real one would.
 */
export class UsbBus {
  listener: BusListener | null = null;
  isPulledUp = false;
  private readonly armed = new Set<number>();
  private readonly controller: RPUSBController;
  private readonly inner: Controller;

  constructor(private readonly mcu: RP2040) {
    this.controller = mcu.usbCtrl;
    this.inner = mcu.usbCtrl as unknown as Controller;
    this.controller.DPRAMUpdated = (offset, value) => this.onBufferControl(offset, value);
    this.controller.onResetReceived = () => this.listener?.onResetSeen();
    const write = this.controller.writeUint32.bind(this.controller);
    this.controller.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset === SIE_CTRL) this.onPullup((value & PULLUP_EN) !== 0);
      if (offset === SIE_STATUS && this.inner.rawWriteValue & SUSPENDED) {
        // rp2040js leaves this bit set, and embassy would report the same suspension for ever.
        this.inner.sieStatus &= ~SUSPENDED;
        this.inner.sieStatusUpdated();
      }
    };
  }

  /** Signals a bus reset; whatever was armed is the device's again. */
  reset(): void {
    this.armed.clear();
    this.raise(BUS_RESET);
  }

  /** No traffic for 3 ms: the device shall sleep, or the cable is out. */
  suspend(): void {
    this.raise(SUSPENDED);
  }

  resume(): void {
    this.raise(RESUME);
  }

  sendSetup(packet: Uint8Array): void {
    this.controller.sendSetupPacket(packet);
  }

  isArmed(endpoint: number, out: boolean): boolean {
    return this.armed.has(index(endpoint, out));
  }

  /** Takes the packet that the device has ready. */
  takeIn(endpoint: number): Uint8Array {
    const control = this.read(endpoint, false);
    const from = this.bufferAddress(endpoint, false);
    const packet = this.mcu.usbDPRAM.slice(from, from + (control & LENGTH));
    this.complete(endpoint, false, control & ~(AVAILABLE | FULL));
    return packet;
  }

  /** Puts a packet into the room that the device has made; returns how many bytes fitted. */
  giveOut(endpoint: number, bytes: Uint8Array): number {
    const control = this.read(endpoint, true);
    const length = Math.min(bytes.length, control & LENGTH);
    this.mcu.usbDPRAM.set(bytes.subarray(0, length), this.bufferAddress(endpoint, true));
    this.complete(endpoint, true, (control & ~(AVAILABLE | LENGTH)) | FULL | length);
    return length;
  }

  private onPullup(isUp: boolean): void {
    if (isUp === this.isPulledUp) return;
    this.isPulledUp = isUp;
    this.listener?.onPullup(isUp);
  }

  private onBufferControl(offset: number, value: number): void {
    if (offset < BUFFER_CONTROL_FIRST || offset > BUFFER_CONTROL_LAST) return;
    const endpoint = (offset - BUFFER_CONTROL_FIRST) >> 3;
    const out = (offset & 4) !== 0;
    const key = index(endpoint, out);
    if (endpoint === 0 && value & STALL) this.listener?.onStall();
    if (!(value & AVAILABLE)) {
      this.armed.delete(key);
    } else if (!this.armed.has(key)) {
      this.armed.add(key);
      this.listener?.onArmed(endpoint, out);
    }
  }

  private complete(endpoint: number, out: boolean, control: number): void {
    this.armed.delete(index(endpoint, out));
    this.mcu.usbDPRAMView.setUint32(controlAddress(endpoint, out), control, true);
    this.inner.indicateBufferReady(endpoint, out);
  }

  private raise(bit: number): void {
    this.inner.sieStatus |= bit;
    this.inner.sieStatusUpdated();
  }

  private read(endpoint: number, out: boolean): number {
    return this.mcu.usbDPRAMView.getUint32(controlAddress(endpoint, out), true);
  }

  private bufferAddress(endpoint: number, out: boolean): number {
    if (endpoint === 0) return EP0_BUFFER;
    return this.mcu.usbDPRAMView.getUint32(8 * endpoint + (out ? 4 : 0), true) & 0xffc0;
  }
}

const index = (endpoint: number, out: boolean): number => endpoint * 2 + (out ? 1 : 0);
const controlAddress = (endpoint: number, out: boolean): number => BUFFER_CONTROL_FIRST + index(endpoint, out) * 4;
