import { FLASH_BASE, type FlashImage } from "./image.js";
import { Random } from "./random.js";

export const PAGE_SIZE = 256;
export const SECTOR_SIZE = 4096;
/** Where the checksum of the second boot stage lies: right behind it. */
export const BOOT_STAGE_SUM = 252;

/** How long the flash chip takes; typical figures of a W25Q16. */
export interface FlashTiming {
  pageProgramUs: number;
  sectorEraseUs: number;
}

export const TYPICAL_FLASH: FlashTiming = { pageProgramUs: 700, sectorEraseUs: 60_000 };

/** One page program or sector erase. */
export interface FlashOperation {
  kind: "program" | "erase";
  /** Offset from the start of flash. */
  offset: number;
  /** Bytes covered: a page or a sector. */
  length: number;
  /** When it began and how long it took, in microseconds of simulated time. */
  at: number;
  us: number;
  /** Share done when the power went, 0 to 1; absent if it was finished. */
  cut?: number;
}

/** Work that the flash chip has begun; the core is stalled until it is done. */
interface Job {
  operation: FlashOperation;
  data?: Uint8Array;
}

/** The checksum of the second boot stage with which an image begins: CRC-32, without reflection. */
export function bootStageSum(image: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of image.subarray(0, BOOT_STAGE_SUM)) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

/**
 * The flash chip: programming clears bits, erasing sets them, both take time, and a power cut leaves them half done.
 *
 * Half done is random, decided by the seed and by how many operations went before: a program has cleared some of its
 * bits; an erase first clears bits (the chip does so inwardly) and then sets more and more of them.
 */
export class Flash {
  readonly memory: Uint8Array<ArrayBuffer>;
  /** Every operation begun, oldest first. */
  readonly operations: FlashOperation[] = [];
  private begun = 0;
  private readonly queue: Job[] = [];

  constructor(
    size: number,
    private readonly timing: FlashTiming,
    private readonly seed: number,
  ) {
    this.memory = new Uint8Array(size).fill(0xff);
  }

  /** Writes an image as the boot loader does: erases every sector that it touches. What lies elsewhere stays. */
  load(image: FlashImage): void {
    const sections = image.sections.map(({ address, bytes }) => ({ offset: address - FLASH_BASE, address, bytes }));
    for (const { offset, address, bytes } of sections) {
      if (offset < 0 || offset + bytes.length > this.memory.length) {
        throw new Error(`the image has a section at 0x${address.toString(16)}, outside of the flash`);
      }
    }
    for (const { offset, bytes } of sections) {
      const first = offset - (offset % SECTOR_SIZE);
      this.memory.fill(0xff, first, Math.ceil((offset + bytes.length) / SECTOR_SIZE) * SECTOR_SIZE);
    }
    for (const { offset, bytes } of sections) this.memory.set(bytes, offset);
  }

  /** Whether it begins with a second boot stage: 252 bytes and their checksum. Without one the boot ROM starts nothing. */
  get isBootable(): boolean {
    return bootStageSum(this.memory) === new DataView(this.memory.buffer).getUint32(BOOT_STAGE_SUM, true);
  }

  get busy(): boolean {
    return this.queue.length > 0;
  }

  /** When the operation under way ends, in microseconds; `Infinity` if none is. */
  get busyUntil(): number {
    const job = this.queue[0];
    return job === undefined ? Infinity : job.operation.at + job.operation.us;
  }

  /** Queues erasing every sector of the range. The range must be aligned, as the boot ROM demands. */
  erase(offset: number, length: number, now: number): void {
    this.check(offset, length, SECTOR_SIZE);
    for (let at = offset; at < offset + length; at += SECTOR_SIZE) {
      this.enqueue({ kind: "erase", offset: at, length: SECTOR_SIZE, at: 0, us: this.timing.sectorEraseUs }, now);
    }
  }

  /** Queues programming `data` page by page. */
  program(offset: number, data: Uint8Array, now: number): void {
    this.check(offset, data.length, PAGE_SIZE);
    for (let at = 0; at < data.length; at += PAGE_SIZE) {
      const operation = { offset: offset + at, length: PAGE_SIZE, at: 0, us: this.timing.pageProgramUs };
      this.enqueue({ kind: "program", ...operation }, now, data.slice(at, at + PAGE_SIZE));
    }
  }

  /** Ends the operation under way and begins the next; call when `busyUntil` is reached. */
  finishOne(): void {
    const job = this.queue.shift();
    if (job === undefined) return;
    const { operation } = job;
    const target = this.memory.subarray(operation.offset, operation.offset + operation.length);
    if (job.data === undefined) target.fill(0xff);
    else job.data.forEach((byte, i) => (target[i]! &= byte));
    this.begin(operation.at + operation.us);
  }

  /** The power goes at `now`: the operation under way stays half done, queued ones never happen. */
  cutPower(now: number): void {
    const job = this.queue[0];
    this.queue.length = 0;
    if (job === undefined) return;
    const { operation } = job;
    const share = Math.min(1, Math.max(0, (now - operation.at) / operation.us));
    operation.cut = share;
    const random = new Random(this.seed ^ Math.imul(this.begun, 0x9e3779b1));
    for (let i = 0; i < operation.length; i++) {
      const old = this.memory[operation.offset + i]!;
      this.memory[operation.offset + i] =
        job.data === undefined ? halfErased(old, share, random) : halfProgrammed(old, job.data[i]!, share, random);
    }
  }

  private enqueue(operation: FlashOperation, now: number, data?: Uint8Array): void {
    this.queue.push(data === undefined ? { operation } : { operation, data });
    if (this.queue.length === 1) this.begin(now);
  }

  private begin(now: number): void {
    const job = this.queue[0];
    if (job === undefined) return;
    this.begun++;
    job.operation.at = now;
    this.operations.push(job.operation);
  }

  private check(offset: number, length: number, unit: number): void {
    if (offset % unit !== 0 || length % unit !== 0 || offset + length > this.memory.length) {
      throw new Error(`flash range 0x${offset.toString(16)}+0x${length.toString(16)} is not made of ${unit} byte units`);
    }
  }
}

/** Of the bits that the new byte clears, each is clear already with the given probability. */
function halfProgrammed(old: number, data: number, share: number, random: Random): number {
  let result = old;
  for (let bit = 1; bit < 256; bit <<= 1) {
    if (old & ~data & bit && random.next() < share) result &= ~bit;
  }
  return result;
}

const PREPROGRAM_SHARE = 0.25;

function halfErased(old: number, share: number, random: Random): number {
  let result = old;
  for (let bit = 1; bit < 256; bit <<= 1) {
    const draw = random.next();
    if (share < PREPROGRAM_SHARE) {
      if (draw < share / PREPROGRAM_SHARE) result &= ~bit;
    } else {
      const isSet = draw < (share - PREPROGRAM_SHARE) / (1 - PREPROGRAM_SHARE);
      result = isSet ? result | bit : result & ~bit;
    }
  }
  return result;
}
