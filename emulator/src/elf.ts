import type { FlashImage, Section } from "./image.js";

/** A function or static of the image, for crash reports and for reading RAM in tests. */
export interface Symbol {
  name: string;
  address: number;
  size: number;
}

const PT_LOAD = 1;
const SHT_SYMTAB = 2;
const STT_OBJECT = 1;
const STT_FUNC = 2;

/** Whether `bytes` begin like an ELF file. */
export function isElf(bytes: Uint8Array): boolean {
  return bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46;
}

/** Reads a 32-bit little-endian ARM executable: what goes to flash, and its symbols. */
export function readElf(bytes: Uint8Array): FlashImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u16 = (at: number): number => view.getUint16(at, true);
  const u32 = (at: number): number => view.getUint32(at, true);
  if (bytes[4] !== 1 || bytes[5] !== 1 || u16(18) !== 40) throw new Error("not a 32-bit little-endian ARM ELF file");

  const sections: Section[] = [];
  for (let i = 0; i < u16(44); i++) {
    const header = u32(28) + i * u16(42);
    const size = u32(header + 16);
    if (u32(header) !== PT_LOAD || size === 0) continue;
    const offset = u32(header + 4);
    sections.push({ address: u32(header + 12), bytes: bytes.subarray(offset, offset + size) });
  }
  return { sections, symbols: readSymbols(bytes, u16, u32) };
}

function readSymbols(bytes: Uint8Array, u16: (at: number) => number, u32: (at: number) => number): Symbol[] {
  const sectionHeader = (index: number): number => u32(32) + index * u16(46);
  const symbols: Symbol[] = [];
  for (let i = 0; i < u16(48); i++) {
    const header = sectionHeader(i);
    if (u32(header + 4) !== SHT_SYMTAB) continue;
    const names = u32(sectionHeader(u32(header + 24)) + 16);
    const start = u32(header + 16);
    for (let at = start; at < start + u32(header + 20); at += u32(header + 36)) {
      const kind = bytes[at + 12]! & 0xf;
      if (kind !== STT_FUNC && kind !== STT_OBJECT) continue;
      let end = names + u32(at);
      while (bytes[end] !== 0) end++;
      const name = String.fromCharCode(...bytes.subarray(names + u32(at), end));
      symbols.push({ name, address: u32(at + 4) & ~1, size: u32(at + 8) });
    }
  }
  return symbols.sort((a, b) => a.address - b.address);
}
