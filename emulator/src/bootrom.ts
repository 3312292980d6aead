/** Routines of the boot ROM that the harness carries out when the core meets their `bkpt`. */
export const ROM_FUNCTIONS = {
  P3: 1, // popcount32
  R3: 2, // reverse32
  L3: 3, // clz32
  T3: 4, // ctz32
  MS: 5, // memset
  S4: 6, // memset4
  MC: 7, // memcpy
  C4: 8, // memcpy44
  IF: 9, // connect_internal_flash
  EX: 10, // flash_exit_xip
  RE: 11, // flash_range_erase
  RP: 12, // flash_range_program
  FC: 13, // flash_flush_cache
  CX: 14, // flash_enter_cmd_xip
  UB: 15, // reset_to_usb_boot
} as const;

export type RomFunction = keyof typeof ROM_FUNCTIONS;

const NAMES = new Map<number, RomFunction>(
  Object.entries(ROM_FUNCTIONS).map(([name, number]) => [number, name as RomFunction]),
);

/** The routine whose `bkpt` has this number. */
export function romFunction(number: number): RomFunction | undefined {
  return NAMES.get(number);
}

/** Addresses below this belong to the boot ROM. */
export const ROM_SIZE = 0x4000;

const LOOKUP = 0x40;
const FUNCTIONS = 0x80;
const TABLE = 0x100;
const LOOP_FOR_EVER = 0x60;

const BKPT = 0xbe00;
const BX_LR = 0x4770;
const BRANCH_TO_SELF = 0xe7fe;

/** `r0 = table, r1 = code` → `r0 = address or 0`, in Thumb. */
const LOOKUP_CODE = [
  0x8802, // ldrh r2, [r0]
  0x2a00, // cmp  r2, #0
  0xd004, // beq  none
  0x428a, // cmp  r2, r1
  0xd004, // beq  found
  0x3004, // adds r0, #4
  0xe7f8, // b    start
  0x46c0, // nop
  0x2000, // none: movs r0, #0
  BX_LR,
  0x8840, // found: ldrh r0, [r0, #2]
  BX_LR,
];

/**
 * A stand-in for the boot ROM: vectors, the function table at 0x14, the look-up at 0x18.
 *
 * The true ROM is not ours to ship. Whatever starts there is started by the harness (`Mcu` jumps to the image).
 */
export function buildBootRom(): Uint32Array {
  const halfwords = new Uint16Array(ROM_SIZE / 2);
  const put = (address: number, ...values: number[]): void => halfwords.set(values, address / 2);

  put(0x00, 0x2000, 0x2004); // initial stack pointer
  for (let vector = 0x04; vector < 0x10; vector += 4) put(vector, LOOP_FOR_EVER | 1, 0);
  put(0x10, 0x754d, 0x0301); // "Mu", 1, version 3
  put(0x14, TABLE, TABLE + 0x200, LOOKUP | 1);
  put(LOOKUP, ...LOOKUP_CODE);
  put(LOOP_FOR_EVER, BRANCH_TO_SELF);

  let entry = TABLE;
  for (const [name, number] of Object.entries(ROM_FUNCTIONS)) {
    const address = FUNCTIONS + number * 4;
    put(address, BKPT | number, BX_LR);
    put(entry, name.charCodeAt(0) | (name.charCodeAt(1) << 8), address | 1);
    entry += 4;
  }
  return new Uint32Array(halfwords.buffer);
}
