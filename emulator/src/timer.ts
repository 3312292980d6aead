import { BasePeripheral, type RP2040 } from "rp2040js";
import type { Alarm, Clock } from "./clock.js";

const TIMEHR = 0x08;
const TIMELR = 0x0c;
const ALARM0 = 0x10;
const ALARM3 = 0x1c;
const ARMED = 0x20;
const TIMERAWH = 0x24;
const TIMERAWL = 0x28;
const PAUSE = 0x30;
const INTR = 0x34;
const INTE = 0x38;
const INTF = 0x3c;
const INTS = 0x40;

/**
 * The microsecond timer.
 *
 * rp2040js's own rounds the time to an alarm down, so that every alarm comes up to a microsecond early and the firmware
 * must arm it again. This one fires when the counter becomes what was asked for, as the chip does.
 */
export class ExactTimer extends BasePeripheral {
  private readonly alarms: Alarm[];
  private readonly targets = [0, 0, 0, 0];
  private highLatch = 0;
  private raw = 0;
  private enabled = 0;
  private forced = 0;

  constructor(
    rp2040: RP2040,
    private readonly clock: Clock,
    /** When the chip came out of reset; the counter starts at zero then. */
    private readonly startNanos: number,
  ) {
    super(rp2040, "TIMER");
    this.alarms = [0, 1, 2, 3].map((i) => clock.createAlarm(() => this.fire(i)));
  }

  private get micros(): number {
    return Math.floor((this.clock.nanos - this.startNanos) / 1000);
  }

  override readUint32(offset: number): number {
    if (offset >= ALARM0 && offset <= ALARM3) return this.targets[(offset - ALARM0) >> 2]!;
    const { micros } = this;
    switch (offset) {
      case TIMEHR:
        return this.highLatch;
      case TIMELR:
        this.highLatch = Math.floor(micros / 2 ** 32);
        return micros >>> 0;
      case TIMERAWH:
        return Math.floor(micros / 2 ** 32);
      case TIMERAWL:
        return micros >>> 0;
      case ARMED:
        return this.alarms.reduce((mask, alarm, i) => mask | (alarm.armed ? 1 << i : 0), 0);
      case PAUSE:
        return 0;
      case INTR:
        return this.raw;
      case INTE:
        return this.enabled;
      case INTF:
        return this.forced;
      case INTS:
        return (this.raw & this.enabled) | this.forced;
      default:
        return super.readUint32(offset);
    }
  }

  override writeUint32(offset: number, value: number): void {
    if (offset >= ALARM0 && offset <= ALARM3) {
      this.arm((offset - ALARM0) >> 2, value >>> 0);
      return;
    }
    switch (offset) {
      case ARMED:
        this.alarms.forEach((alarm, i) => this.rawWriteValue & (1 << i) && alarm.cancel());
        return;
      case INTR:
        this.raw &= ~this.rawWriteValue;
        break;
      case INTE:
        this.enabled = value & 0xf;
        break;
      case INTF:
        this.forced = value & 0xf;
        break;
      default:
        super.writeUint32(offset, value);
        return;
    }
    this.updateInterrupts();
  }

  private arm(index: number, target: number): void {
    this.targets[index] = target;
    const { micros } = this;
    // The counter matches when it changes to the target; one that it shows already comes round in 71 minutes.
    const wait = (target - (micros >>> 0)) >>> 0 || 2 ** 32;
    this.alarms[index]!.scheduleAt(this.startNanos + (micros + wait) * 1000);
  }

  private fire(index: number): void {
    this.raw |= 1 << index;
    this.updateInterrupts();
  }

  private updateInterrupts(): void {
    const status = (this.raw & this.enabled) | this.forced;
    for (let i = 0; i < 4; i++) this.rp2040.setInterrupt(i, (status & (1 << i)) !== 0);
  }
}
