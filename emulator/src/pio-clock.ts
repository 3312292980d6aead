import { FIFO, type RP2040, type RPPIO, type StateMachine } from "rp2040js";
import type { Alarm, Clock } from "./clock.js";

const SHIFTCTRL = 0x08;
const FJOIN_TX = 2 ** 30;
const FJOIN_RX = 2 ** 31;
const FIFO_DEPTH = 4;

/**
 * Runs one state machine on the simulated clock.
 *
 * Each instruction is executed when the chip would execute it, so a pin changes at its true time; delays and the clock
 * divider decide when the next one is due. A stalled machine costs nothing: what ends the stall schedules it again.
 */
class MachineClock {
  private readonly alarm: Alarm;
  /** Where the divided clock began to count, and the ticks since. */
  private originNanos = 0;
  private ticks = 0;
  private running = false;
  private stepping = false;

  constructor(
    private readonly machine: StateMachine,
    private readonly clock: Clock,
    private readonly nanosPerCycle: () => number,
  ) {
    this.alarm = clock.createAlarm(() => this.step());
    const checkWait = machine.checkWait.bind(machine);
    machine.checkWait = () => {
      const wasWaiting = machine.waiting;
      const before = machine.cycles;
      checkWait();
      if (wasWaiting && !machine.waiting && !this.stepping && this.running) this.resume(machine.cycles - before);
    };
    machine.clkDivRestart = () => this.restartDivider();
    const write = machine.writeUint32.bind(machine);
    machine.writeUint32 = (offset, value) => {
      if (offset === SHIFTCTRL) this.joinFifos(value);
      write(offset, value);
      if (offset === 0) this.restartDivider();
    };
  }

  /** Follows the enable bit: starts, or stops where it is. */
  update(): void {
    const { machine } = this;
    const wasRunning = this.running;
    this.running = machine.enabled;
    if (!this.running) {
      this.alarm.cancel();
    } else if (!wasRunning || (!machine.waiting && !this.alarm.armed)) {
      // Enabled just now, or restarted out of a stall.
      this.restartDivider();
      if (!machine.waiting) this.schedule(0);
    }
  }

  private get divider(): number {
    const { clockDivInt, clockDivFrac } = this.machine;
    return (clockDivInt === 0 ? 65536 : clockDivInt) + clockDivFrac / 256;
  }

  private restartDivider(): void {
    this.originNanos = this.clock.nanos;
    this.ticks = 0;
    if (this.alarm.armed) this.schedule(1);
  }

  /** The next instruction is due `ticks` of the divided clock after the last; ticks fall on whole system cycles. */
  private schedule(ticks: number): void {
    this.ticks += ticks;
    this.alarm.scheduleAt(this.originNanos + Math.floor(this.ticks * this.divider) * this.nanosPerCycle());
  }

  /** A stall ended now; the machine takes note at its next tick, then serves the stalled instruction's delay. */
  private resume(delay: number): void {
    const elapsed = (this.clock.nanos - this.originNanos) / (this.nanosPerCycle() * this.divider);
    this.ticks = Math.floor(elapsed) + 1;
    this.schedule(delay + 1);
  }

  private step(): void {
    const { machine } = this;
    const before = machine.cycles;
    this.stepping = true;
    machine.step();
    this.stepping = false;
    machine.pio.checkChangedPins();
    if (machine.enabled && !machine.waiting) this.schedule(Math.max(1, machine.cycles - before));
  }

  /** rp2040js keeps four entries each way; joined, one direction has all eight and the other none. */
  private joinFifos(shiftCtrl: number): void {
    const joinTx = (shiftCtrl & FJOIN_TX) !== 0;
    const joinRx = (shiftCtrl & FJOIN_RX) !== 0;
    const size = (mine: boolean): number => (mine ? 2 * FIFO_DEPTH : FIFO_DEPTH);
    const fifos = this.machine as { txFIFO: FIFO; rxFIFO: FIFO };
    if (fifos.txFIFO.size !== size(joinTx)) fifos.txFIFO = new FIFO(size(joinTx));
    if (fifos.rxFIFO.size !== size(joinRx)) fifos.rxFIFO = new FIFO(size(joinRx));
  }
}

/** Puts both PIO blocks of `mcu` on the simulated clock, in place of rp2040js's `setTimeout`. */
export function clockPio(mcu: RP2040, clock: Clock): void {
  for (const pio of mcu.pio) clockBlock(pio, mcu, clock);
}

function clockBlock(pio: RPPIO, mcu: RP2040, clock: Clock): void {
  const machines = pio.machines.map((machine) => new MachineClock(machine, clock, () => 1e9 / mcu.clkSys));
  const write = pio.writeUint32.bind(pio);
  pio.run = () => {};
  pio.writeUint32 = (offset, value) => {
    write(offset, value);
    // The pins a forced instruction set, and machines that CTRL started or stopped.
    pio.checkChangedPins();
    if (offset === 0) for (const machine of machines) machine.update();
  };
}
