import type { RP2040 } from "rp2040js";

const SRAM = 0x20000000;
const FLASH = 0x10000000;
const SIO = 0xd0000000;
const APB = 0x4;
const PC = 15;
const SP = 13;
const LR = 14;

const BNE_BACK_ONE = 0xd1fd;
const SUBS_ONE = 0x3801;
/** Cycles of one round of `subs; bne`. */
const DELAY_ROUND = 3;

/**
 * Executes the instructions that firmware spends its time on, in place of rp2040js's long chain of comparisons; the
 * rest (system instructions, breakpoints, whatever an interrupt needs) still goes there. Same cycles, same effects,
 * except that the flags after shifts by a register are those of the chip.
 */
export class FastCore {
  private readonly core: RP2040["core"];
  private readonly r: Uint32Array;
  private readonly sram32: Uint32Array;
  private readonly sram16: Uint16Array;
  private readonly sram8: Uint8Array;
  private readonly flash32: Uint32Array;
  private readonly flash16: Uint16Array;
  private readonly flash8: Uint8Array;

  /** Cycles of the present run before the present instruction, and how many of them the clock knows of. */
  private before = 0;
  private budget = 0;
  private told = 0;
  private mustLeave = false;

  /**
   * Make it after the chip has its final memories. `tell` moves the clock on by some cycles; it is called before
   * anything but plain memory is touched, so that every peripheral sees the right time.
   */
  constructor(
    private readonly mcu: RP2040,
    private readonly tell: (cycles: number) => void,
  ) {
    this.core = mcu.core;
    this.r = mcu.core.registers;
    this.sram32 = new Uint32Array(mcu.sram.buffer);
    this.sram16 = new Uint16Array(mcu.sram.buffer);
    this.sram8 = mcu.sram;
    this.flash32 = new Uint32Array(mcu.flash.buffer);
    this.flash16 = new Uint16Array(mcu.flash.buffer);
    this.flash8 = mcu.flash;
  }

  /**
   * Executes instructions for about `budget` cycles, fewer if one touches anything but plain memory. Returns the
   * cycles that the clock has not been told of.
   */
  run(budget: number): number {
    let cycles = 0;
    this.budget = budget;
    this.told = 0;
    this.mustLeave = false;
    do {
      this.before = cycles;
      cycles += this.step();
    } while (cycles < budget && !this.mustLeave);
    return cycles - this.told;
  }

  private leave(): void {
    this.tell(this.before - this.told);
    this.told = this.before;
    this.mustLeave = true;
  }

  /** Hands the instruction to rp2040js. */
  private yield(): number {
    this.leave();
    return this.core.executeInstruction();
  }

  private step(): number {
    const { core, r } = this;
    const pc = r[PC]! & ~1;
    if (core.interruptsUpdated || pc >>> 28 === 0) return this.yield();
    const op = pc >>> 28 === 1 ? this.flash16[(pc - FLASH) >> 1] : this.sram16[(pc - SRAM) >> 1];
    if (op === undefined) return this.yield();

    switch (op >>> 11) {
      case 0b00000: // lsls rd, rm, #imm
      case 0b00001: // lsrs
      case 0b00010: // asrs
        return this.shiftImmediate(op, pc);
      case 0b00011: {
        // adds, subs with a register or a small number
        const value = op & 0x400 ? (op >> 6) & 7 : r[(op >> 6) & 7]!;
        const a = r[(op >> 3) & 7]!;
        r[op & 7] = op & 0x200 ? this.sub(a, value) : this.add(a, value, 0);
        break;
      }
      case 0b00100: {
        const value = op & 0xff;
        r[(op >> 8) & 7] = value;
        core.N = false;
        core.Z = value === 0;
        break;
      }
      case 0b00101:
        this.sub(r[(op >> 8) & 7]!, op & 0xff);
        break;
      case 0b00110:
        r[(op >> 8) & 7] = this.add(r[(op >> 8) & 7]!, op & 0xff, 0);
        break;
      case 0b00111:
        r[(op >> 8) & 7] = this.sub(r[(op >> 8) & 7]!, op & 0xff);
        break;
      case 0b01000:
        return op & 0x400 ? this.highRegister(op, pc) : this.dataProcessing(op, pc);
      case 0b01001: {
        const address = ((pc + 4) & ~3) + ((op & 0xff) << 2);
        r[(op >> 8) & 7] = this.load32(address);
        r[PC] = pc + 2;
        return 1 + ioCycles(address, false);
      }
      case 0b01010:
      case 0b01011:
        return this.transferRegister(op, pc);
      case 0b01100: {
        const address = (r[(op >> 3) & 7]! + ((op >> 4) & 0x7c)) >>> 0;
        r[PC] = pc + 2;
        this.store32(address, r[op & 7]!);
        return 1 + ioCycles(address, true);
      }
      case 0b01101: {
        const address = (r[(op >> 3) & 7]! + ((op >> 4) & 0x7c)) >>> 0;
        r[PC] = pc + 2;
        r[op & 7] = this.load32(address);
        return 1 + ioCycles(address, false);
      }
      case 0b01110: {
        const address = (r[(op >> 3) & 7]! + ((op >> 6) & 0x1f)) >>> 0;
        r[PC] = pc + 2;
        this.store8(address, r[op & 7]!);
        return 1 + ioCycles(address, true);
      }
      case 0b01111: {
        const address = (r[(op >> 3) & 7]! + ((op >> 6) & 0x1f)) >>> 0;
        r[PC] = pc + 2;
        r[op & 7] = this.load8(address);
        return 1 + ioCycles(address, false);
      }
      case 0b10000: {
        const address = (r[(op >> 3) & 7]! + ((op >> 5) & 0x3e)) >>> 0;
        r[PC] = pc + 2;
        this.store16(address, r[op & 7]!);
        return 1 + ioCycles(address, true);
      }
      case 0b10001: {
        const address = (r[(op >> 3) & 7]! + ((op >> 5) & 0x3e)) >>> 0;
        r[PC] = pc + 2;
        r[op & 7] = this.load16(address);
        return 1 + ioCycles(address, false);
      }
      case 0b10010: {
        const address = (r[SP]! + ((op & 0xff) << 2)) >>> 0;
        r[PC] = pc + 2;
        this.store32(address, r[(op >> 8) & 7]!);
        return 1 + ioCycles(address, true);
      }
      case 0b10011: {
        const address = (r[SP]! + ((op & 0xff) << 2)) >>> 0;
        r[PC] = pc + 2;
        r[(op >> 8) & 7] = this.load32(address);
        return 1 + ioCycles(address, false);
      }
      case 0b10100:
        r[(op >> 8) & 7] = ((pc + 4) & ~3) + ((op & 0xff) << 2);
        break;
      case 0b10101:
        r[(op >> 8) & 7] = r[SP]! + ((op & 0xff) << 2);
        break;
      case 0b10110:
      case 0b10111:
        return this.miscellaneous(op, pc);
      case 0b11010:
      case 0b11011:
        return this.branchIf(op, pc);
      case 0b11100:
        r[PC] = pc + 4 + ((op << 21) >> 20);
        return 2;
      case 0b11110:
        return this.branchAndLink(op, pc);
      default:
        return this.yield();
    }
    r[PC] = pc + 2;
    return 1;
  }

  private add(a: number, b: number, carry: number): number {
    const { core } = this;
    const sum = (a + b + carry) | 0;
    core.N = sum < 0;
    core.Z = sum === 0;
    core.C = carry === 0 ? sum >>> 0 < a >>> 0 : sum >>> 0 <= a >>> 0;
    core.V = (~(a ^ b) & (a ^ sum)) < 0;
    return sum;
  }

  private sub(a: number, b: number): number {
    const { core } = this;
    const difference = (a - b) | 0;
    core.N = difference < 0;
    core.Z = difference === 0;
    core.C = a >>> 0 >= b >>> 0;
    core.V = ((a ^ b) & (a ^ difference)) < 0;
    return difference;
  }

  private setNZ(result: number): void {
    this.core.N = (result & 0x80000000) !== 0;
    this.core.Z = (result | 0) === 0;
  }

  private shiftImmediate(op: number, pc: number): number {
    const { core, r } = this;
    const value = r[(op >> 3) & 7]!;
    const count = (op >> 6) & 0x1f;
    let result: number;
    switch (op >>> 11) {
      case 0:
        result = value << count;
        if (count !== 0) core.C = ((value >>> (32 - count)) & 1) !== 0;
        break;
      case 1:
        result = count === 0 ? 0 : value >>> count;
        core.C = ((value >>> ((count || 32) - 1)) & 1) !== 0;
        break;
      default:
        result = (value | 0) >> (count || 31);
        core.C = ((value >>> ((count || 32) - 1)) & 1) !== 0;
    }
    r[op & 7] = result;
    this.setNZ(result);
    r[PC] = pc + 2;
    return 1;
  }

  private dataProcessing(op: number, pc: number): number {
    const { core, r } = this;
    const d = op & 7;
    const a = r[d]!;
    const b = r[(op >> 3) & 7]!;
    switch ((op >> 6) & 0xf) {
      case 0x0:
        this.setNZ((r[d] = a & b));
        break;
      case 0x1:
        this.setNZ((r[d] = a ^ b));
        break;
      case 0x2:
      case 0x3:
      case 0x4:
      case 0x7:
        this.setNZ((r[d] = this.shiftRegister((op >> 6) & 0xf, a, b & 0xff)));
        break;
      case 0x5:
        r[d] = this.add(a, b, core.C ? 1 : 0);
        break;
      case 0x6:
        r[d] = this.add(a, ~b >>> 0, core.C ? 1 : 0);
        break;
      case 0x8:
        this.setNZ(a & b);
        break;
      case 0x9:
        r[d] = this.sub(0, b);
        break;
      case 0xa:
        this.sub(a, b);
        break;
      case 0xb:
        this.add(a, b, 0);
        break;
      case 0xc:
        this.setNZ((r[d] = a | b));
        break;
      case 0xd:
        this.setNZ((r[d] = Math.imul(a, b)));
        break;
      case 0xe:
        this.setNZ((r[d] = a & ~b));
        break;
      default:
        this.setNZ((r[d] = ~b));
    }
    r[PC] = pc + 2;
    return 1;
  }

  /** lsls, lsrs, asrs, rors by `count` (0 to 255); a count of 0 leaves the carry. */
  private shiftRegister(kind: number, value: number, count: number): number {
    const { core } = this;
    if (count === 0) return value;
    const bit = (place: number): boolean => ((value >>> place) & 1) !== 0;
    switch (kind) {
      case 0x2:
        core.C = count <= 32 && bit(32 - count);
        return count < 32 ? value << count : 0;
      case 0x3:
        core.C = count <= 32 && bit(count - 1);
        return count < 32 ? value >>> count : 0;
      case 0x4:
        core.C = bit(Math.min(count, 32) - 1);
        return (value | 0) >> Math.min(count, 31);
      default: {
        const turn = count & 31;
        const result = turn === 0 ? value : (value >>> turn) | (value << (32 - turn));
        core.C = result >>> 31 === 1;
        return result;
      }
    }
  }

  private highRegister(op: number, pc: number): number {
    const { r } = this;
    const m = (op >> 3) & 0xf;
    const d = (op & 7) | ((op >> 4) & 8);
    const value = m === PC ? pc + 4 : r[m]!;
    switch ((op >> 8) & 3) {
      case 0:
        if (d >= SP && d !== LR) return this.yield();
        r[d] = r[d]! + value;
        break;
      case 1:
        this.sub(d === PC ? pc + 4 : r[d]!, value);
        break;
      case 2:
        if (d >= SP && d !== LR) return this.yield();
        r[d] = value;
        break;
      default:
        // bx and blx; a return from an exception is the core's own business
        if (value >>> 28 === 0xf || m === PC) return this.yield();
        if (op & 0x80) r[LR] = (pc + 2) | 1;
        r[PC] = value & ~1;
        return 2;
    }
    r[PC] = pc + 2;
    return 1;
  }

  private transferRegister(op: number, pc: number): number {
    const { r } = this;
    const address = (r[(op >> 3) & 7]! + r[(op >> 6) & 7]!) >>> 0;
    const t = op & 7;
    const kind = (op >> 9) & 7;
    r[PC] = pc + 2;
    switch (kind) {
      case 0:
        this.store32(address, r[t]!);
        break;
      case 1:
        this.store16(address, r[t]!);
        break;
      case 2:
        this.store8(address, r[t]!);
        break;
      case 3:
        r[t] = (this.load8(address) << 24) >> 24;
        break;
      case 4:
        r[t] = this.load32(address);
        break;
      case 5:
        r[t] = this.load16(address);
        break;
      case 6:
        r[t] = this.load8(address);
        break;
      default:
        r[t] = (this.load16(address) << 16) >> 16;
    }
    return 1 + ioCycles(address, kind < 3);
  }

  private miscellaneous(op: number, pc: number): number {
    const { r } = this;
    switch ((op >> 8) & 0xf) {
      case 0x0:
        r[SP] = r[SP]! + ((op & 0x7f) << 2) * (op & 0x80 ? -1 : 1);
        break;
      case 0x2: {
        const value = r[(op >> 3) & 7]!;
        const shift = op & 0x40 ? 24 : 16;
        r[op & 7] = op & 0x80 ? (value << shift) >>> shift : (value << shift) >> shift;
        break;
      }
      case 0x4:
      case 0x5:
        return this.push(op, pc);
      case 0xc:
      case 0xd:
        return this.pop(op, pc);
      default:
        return this.yield();
    }
    r[PC] = pc + 2;
    return 1;
  }

  private push(op: number, pc: number): number {
    const { r } = this;
    r[PC] = pc + 2;
    let address = r[SP]!;
    let cycles = 1;
    if (op & 0x100) this.store32((address -= 4), r[LR]!);
    for (let i = 7; i >= 0; i--) {
      if (op & (1 << i)) {
        this.store32((address -= 4), r[i]!);
        cycles++;
      }
    }
    r[SP] = address;
    return cycles;
  }

  private pop(op: number, pc: number): number {
    const { core, r } = this;
    r[PC] = pc + 2;
    let address = r[SP]!;
    let cycles = 1;
    for (let i = 0; i < 8; i++) {
      if (op & (1 << i)) {
        r[i] = this.load32(address);
        address += 4;
        cycles++;
      }
    }
    if (op & 0x100) {
      const target = this.load32(address);
      r[SP] = address + 4;
      core.BXWritePC(target);
      return cycles + 2;
    }
    r[SP] = address;
    return cycles;
  }

  private branchIf(op: number, pc: number): number {
    const condition = (op >> 8) & 0xf;
    if (condition >= 0xe) return this.yield();
    const isTaken = this.holds(condition >> 1) !== ((condition & 1) !== 0);
    this.r[PC] = isTaken ? pc + 4 + ((op << 24) >> 23) : pc + 2;
    if (op === BNE_BACK_ONE && isTaken) return 2 + this.skipDelay(pc - 2);
    return isTaken ? 2 : 1;
  }

  /**
   * Leaps over rounds of `subs rd, #1; bne` at `address`, the loop in which firmware waits for some cycles: all but the
   * last round, and none that would end after the budget. Returns the cycles leapt over.
   */
  private skipDelay(address: number): number {
    const op = this.load16(address);
    if ((op & 0xf8ff) !== SUBS_ONE) return 0;
    const d = (op >> 8) & 7;
    const roundsInBudget = Math.floor((this.budget - this.before - 2) / DELAY_ROUND) - 1;
    const rounds = Math.min(this.r[d]! - 1, roundsInBudget);
    if (rounds <= 0) return 0;
    this.r[d] = this.r[d]! - rounds;
    return rounds * DELAY_ROUND;
  }

  private holds(condition: number): boolean {
    const { core } = this;
    switch (condition) {
      case 0:
        return core.Z;
      case 1:
        return core.C;
      case 2:
        return core.N;
      case 3:
        return core.V;
      case 4:
        return core.C && !core.Z;
      case 5:
        return core.N === core.V;
      default:
        return core.N === core.V && !core.Z;
    }
  }

  private branchAndLink(op: number, pc: number): number {
    const { r } = this;
    const low = this.load16(pc + 2);
    if (low >>> 14 !== 3 || !(low & 0x1000)) return this.yield();
    const s = (op >> 10) & 1;
    const i1 = 1 - (s ^ ((low >> 13) & 1));
    const i2 = 1 - (s ^ ((low >> 11) & 1));
    const offset = (s ? -1 << 24 : 0) | (i1 << 23) | (i2 << 22) | ((op & 0x3ff) << 12) | ((low & 0x7ff) << 1);
    r[LR] = (pc + 4) | 1;
    r[PC] = pc + 4 + offset;
    return 3;
  }

  private load32(address: number): number {
    if (!(address & 3)) {
      const region = address >>> 24;
      if (region === 0x20) {
        const value = this.sram32[(address - SRAM) >> 2];
        if (value !== undefined) return value;
      } else if (region === 0x10) {
        const value = this.flash32[(address - FLASH) >> 2];
        if (value !== undefined) return value;
      }
    }
    this.leave();
    return this.mcu.readUint32(address);
  }

  private load16(address: number): number {
    const region = address >>> 24;
    if (region === 0x20) {
      const value = this.sram16[(address - SRAM) >> 1];
      if (value !== undefined && !(address & 1)) return value;
    } else if (region === 0x10) {
      const value = this.flash16[(address - FLASH) >> 1];
      if (value !== undefined && !(address & 1)) return value;
    }
    this.leave();
    return this.mcu.readUint16(address);
  }

  private load8(address: number): number {
    const region = address >>> 24;
    if (region === 0x20) {
      const value = this.sram8[address - SRAM];
      if (value !== undefined) return value;
    } else if (region === 0x10) {
      const value = this.flash8[address - FLASH];
      if (value !== undefined) return value;
    }
    this.leave();
    return this.mcu.readUint8(address);
  }

  private store32(address: number, value: number): void {
    const place = (address - SRAM) >> 2;
    if (address >>> 24 === 0x20 && !(address & 3) && place < this.sram32.length) {
      this.sram32[place] = value;
    } else {
      this.leave();
      this.mcu.writeUint32(address, value);
    }
  }

  private store16(address: number, value: number): void {
    const place = (address - SRAM) >> 1;
    if (address >>> 24 === 0x20 && !(address & 1) && place < this.sram16.length) {
      this.sram16[place] = value;
    } else {
      this.leave();
      this.mcu.writeUint16(address, value & 0xffff);
    }
  }

  private store8(address: number, value: number): void {
    const place = address - SRAM;
    if (address >>> 24 === 0x20 && place < this.sram8.length) {
      this.sram8[place] = value;
    } else {
      this.leave();
      this.mcu.writeUint8(address, value & 0xff);
    }
  }
}

/** Cycles of the bus beyond the instruction's own, as rp2040js counts them. */
function ioCycles(address: number, isWrite: boolean): number {
  if (address >= SIO && address < SIO + 0x10000000) return 0;
  if (address >>> 28 === APB) return isWrite ? 4 : 3;
  return 1;
}
