import { isElf, readElf, type Symbol } from "./elf.js";

export const FLASH_BASE = 0x10000000;

export interface Section {
  address: number;
  bytes: Uint8Array;
}

/** A firmware image: where its bytes go, and what they are called if that is known. */
export interface FlashImage {
  sections: Section[];
  symbols: Symbol[];
}

const UF2_MAGIC = [0x0a324655, 0x9e5d5157, 0x0ab16f30] as const;

/** Reads an ELF or UF2 file, or takes the bytes as a raw image of the flash from its start. */
export function readImage(bytes: Uint8Array): FlashImage {
  if (isElf(bytes)) return readElf(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 512 && view.getUint32(0, true) === UF2_MAGIC[0]) return readUf2(view);
  return { sections: [{ address: FLASH_BASE, bytes }], symbols: [] };
}

function readUf2(view: DataView): FlashImage {
  const sections: Section[] = [];
  for (let block = 0; block + 512 <= view.byteLength; block += 512) {
    const word = (at: number): number => view.getUint32(block + at, true);
    if (word(0) !== UF2_MAGIC[0] || word(4) !== UF2_MAGIC[1] || word(508) !== UF2_MAGIC[2]) {
      throw new Error(`UF2 block ${block / 512} is damaged`);
    }
    const bytes = new Uint8Array(view.buffer, view.byteOffset + block + 32, Math.min(word(16), 476));
    sections.push({ address: word(12), bytes });
  }
  return { sections, symbols: [] };
}

/** The symbol that `address` lies in, as `name+offset`; undefined outside of all of them. */
export function describeAddress(symbols: readonly Symbol[], address: number): string | undefined {
  let best: Symbol | undefined;
  for (const symbol of symbols) {
    if (symbol.address > address) break;
    if (address < symbol.address + Math.max(symbol.size, 2)) best = symbol;
  }
  return best && `${best.name}+0x${(address - best.address).toString(16)}`;
}
