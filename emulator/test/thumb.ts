import { BOOT_STAGE_SUM, bootStageSum } from "../src/flash.js";
import type { BoardDescription } from "../src/board.js";

/** Where the code of `Program` starts, and where tests keep their results. */
export const CODE = 0x10000200;
export const RESULT = 0x20000100;

/** A few Thumb instructions, enough to write the firmware of a test by hand. Registers are r0 to r7. */
export class Program {
  private readonly halfwords: number[] = [];
  private readonly constants: { at: number; value: number }[] = [];

  get here(): number {
    return CODE + this.halfwords.length * 2;
  }

  emit(...halfwords: number[]): this {
    this.halfwords.push(...halfwords);
    return this;
  }

  /** rd = any 32-bit value. */
  set(rd: number, value: number): this {
    this.constants.push({ at: this.halfwords.length, value });
    return this.emit(0x4800 | (rd << 8));
  }

  /** Writes a value to an address, by way of r6 and r7. */
  poke(address: number, value: number): this {
    return this.set(6, address).set(7, value).emit(0x6037);
  }

  /** rd = the word at an address, by way of r6. */
  peek(rd: number, address: number): this {
    return this.set(6, address).emit(0x6830 | rd);
  }

  /** Stores rd at an address, by way of r6. */
  store(rd: number, address: number): this {
    return this.set(6, address).emit(0x6030 | rd);
  }

  /** r0 = the boot ROM's routine of that name. Uses r1, r2, r3. */
  findRom(name: string): this {
    const code = name.charCodeAt(0) | (name.charCodeAt(1) << 8);
    this.set(3, 0x14).emit(0x8818); // ldrh r0, [r3]
    return this.set(1, code).set(3, 0x18).emit(0x881b, 0x4798); // ldrh r3, [r3]; blx r3
  }

  /** Calls the address in r4. */
  call(): this {
    return this.emit(0x47a0);
  }

  /** Jumps back to `address`. */
  jump(address: number): this {
    return this.emit(0xe000 | (((address - this.here - 4) >> 1) & 0x7ff));
  }

  stop(): this {
    return this.jump(this.here);
  }

  /** The image: vectors at 0x100, the code, then its constants. Every exception runs into `b .`. */
  image(): Uint8Array {
    const bytes = new Uint8Array(0x1000).fill(0xff);
    const view = new DataView(bytes.buffer);
    const hang = 0x1f0;
    view.setUint16(hang, 0xe7fe, true);
    view.setUint32(0x100, 0x20040000, true);
    view.setUint32(0x104, CODE | 1, true);
    for (let vector = 2; vector < 48; vector++) view.setUint32(0x100 + vector * 4, (0x10000000 + hang) | 1, true);
    let pool = (0x200 + this.halfwords.length * 2 + 3) & ~3;
    this.halfwords.forEach((halfword, i) => view.setUint16(0x200 + i * 2, halfword, true));
    for (const { at, value } of this.constants) {
      const pc = (0x200 + at * 2 + 4) & ~3;
      view.setUint16(0x200 + at * 2, this.halfwords[at]! | ((pool - pc) >> 2), true);
      view.setUint32(pool, value, true);
      pool += 4;
    }
    view.setUint32(BOOT_STAGE_SUM, bootStageSum(bytes), true);
    return bytes;
  }
}

/** A matrix board with two columns, two rows and three lights. */
export const SMALL_MATRIX: BoardDescription = {
  name: "small matrix",
  wiring: {
    kind: "matrix",
    columns: [2, 3],
    rows: [4, 5],
    contacts: [
      { name: "ALOA-BARI", column: 0, row: 0 },
      { name: "ALOA-DUDA", column: 0, row: 1 },
      { name: "BARI-DUDA", column: 1, row: 0 },
      { name: "referee", column: 1, row: 1 },
    ],
  },
  lights: { pin: 16, order: ["ALOA", "BARI", "DUDA"] },
};

/** The same contacts on one shift register. */
export const SMALL_SHIFT: BoardDescription = {
  name: "small shift",
  wiring: {
    kind: "shift",
    load: 2,
    clock: 3,
    data: 4,
    registers: 1,
    contacts: [
      { name: "ALOA-BARI", bit: 0 },
      { name: "ALOA-DUDA", bit: 1 },
      { name: "referee", bit: 7 },
    ],
  },
  lights: { pin: 16, order: ["ALOA", "BARI", "DUDA"] },
};

/** The little-endian word at an address of a running chip. */
export function word(chip: { readMemory(address: number, length: number): Uint8Array }, address: number): number {
  return new DataView(chip.readMemory(address, 4).buffer).getUint32(0, true);
}
