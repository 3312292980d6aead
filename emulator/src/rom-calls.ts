import type { RP2040 } from "rp2040js";
import type { RomFunction } from "./bootrom.js";
import type { Flash } from "./flash.js";
import { FLASH_BASE } from "./image.js";

/** What a boot ROM routine asks of the harness. */
export interface RomHost {
  /** Microseconds of simulated time. */
  now(): number;
  spend(cycles: number): void;
  /** The routine was called in a way that would fail on the chip. */
  misuse(message: string): void;
  bootloader(): void;
}

const FLASH_END = 0x14000000;

/** Carries out a routine of the boot ROM: arguments in r0 to r3, result in r0. */
export function callRom(name: RomFunction, mcu: RP2040, flash: Flash, host: RomHost): void {
  const r = mcu.core.registers;
  const [a, b, c] = [r[0]!, r[1]!, r[2]!];
  switch (name) {
    case "P3":
      r[0] = popcount(a);
      host.spend(18);
      break;
    case "R3":
      r[0] = reverse(a);
      host.spend(18);
      break;
    case "L3":
      r[0] = Math.clz32(a);
      host.spend(18);
      break;
    case "T3":
      r[0] = a === 0 ? 32 : 31 - Math.clz32(a & -a);
      host.spend(18);
      break;
    case "MS":
    case "S4":
      for (let i = 0; i < c; i++) mcu.writeUint8(a + i, b & 0xff);
      host.spend(10 + c);
      break;
    case "MC":
    case "C4":
      for (let i = 0; i < c; i++) mcu.writeUint8(a + i, mcu.readUint8(b + i));
      host.spend(10 + c);
      break;
    case "IF":
    case "EX":
    case "FC":
    case "CX":
      checkCaller(mcu, host, name);
      host.spend(200);
      break;
    case "RE":
      checkCaller(mcu, host, name);
      tryFlash(host, () => flash.erase(a, b, host.now()));
      break;
    case "RP": {
      checkCaller(mcu, host, name);
      const data = Uint8Array.from({ length: c }, (_, i) => mcu.readUint8(b + i));
      if (isFlash(b)) host.misuse("flash_range_program was given data that lies in flash");
      tryFlash(host, () => flash.program(a, data, host.now()));
      break;
    }
    case "UB":
      host.bootloader();
      break;
    default:
      name satisfies never;
  }
}

/** While the flash is busy nothing can be fetched from it: neither the caller nor an interrupt handler. */
function checkCaller(mcu: RP2040, host: RomHost, name: RomFunction): void {
  if (isFlash(mcu.core.LR)) host.misuse(`flash routine ${name} called by code that lies in flash`);
  else if (!mcu.core.PM) host.misuse(`flash routine ${name} called with interrupts enabled`);
}

function tryFlash(host: RomHost, action: () => void): void {
  try {
    action();
  } catch (error) {
    host.misuse(error instanceof Error ? error.message : String(error));
  }
}

function isFlash(address: number): boolean {
  return address >= FLASH_BASE && address < FLASH_END;
}

function popcount(value: number): number {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function reverse(value: number): number {
  let result = 0;
  for (let i = 0; i < 32; i++) result |= ((value >>> i) & 1) << (31 - i);
  return result >>> 0;
}
