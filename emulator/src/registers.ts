import { BasePeripheral, type RP2040 } from "rp2040js";
import { Random } from "./random.js";

/** A peripheral that only remembers what was written to it; registers never written read as `fallback` says. */
export class RegisterFile extends BasePeripheral {
  private readonly values = new Map<number, number>();

  constructor(
    rp2040: RP2040,
    name: string,
    private readonly fallback: (offset: number) => number = () => 0,
  ) {
    super(rp2040, name);
  }

  override readUint32(offset: number): number {
    return this.values.get(offset) ?? this.fallback(offset);
  }

  override writeUint32(offset: number, value: number): void {
    this.values.set(offset, value >>> 0);
  }
}

const ROSC_STATUS = 0x18;
const ROSC_RANDOMBIT = 0x1c;
const ROSC_STABLE = 0x80001000;

/** The ring oscillator: always stable; its random bit depends on the seed alone. */
export function ringOscillator(rp2040: RP2040, seed: number): RegisterFile {
  const random = new Random(seed);
  return new RegisterFile(rp2040, "ROSC", (offset) => {
    if (offset === ROSC_STATUS) return ROSC_STABLE;
    return offset === ROSC_RANDOMBIT ? random.byte() & 1 : 0;
  });
}

/** Swallows writes into the flash's address range, which rp2040js would carry out; the chip only flushes its cache. */
export class ReadOnlyFlash extends BasePeripheral {
  override writeUint32Atomic(): void {
    this.warn("write into the flash's address range ignored");
  }
}
