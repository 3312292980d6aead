import { BasePeripheral, type RP2040 } from "rp2040js";
import { FLASH_BASE } from "./image.js";

const CTRL = 0x00;
const FLUSH = 0x04;
const STAT = 0x08;
const STREAM_ADDR = 0x14;
const STREAM_CTR = 0x18;
const STREAM_FIFO = 0x1c;

const STAT_FLUSH_READY = 1 << 0;
const STAT_FIFO_EMPTY = 1 << 1;

const DREQ_XIP_STREAM = 37;

/**
 * The flash cache's control block, missing in rp2040js: cache control as plain registers, and the stream that feeds
 * DMA reads of the flash. The stream's words are there as soon as they are asked for; the chip needs some cycles.
 */
export class XipControl extends BasePeripheral {
  private ctrl = 3;
  private address = 0;
  private remaining = 0;

  constructor(rp2040: RP2040) {
    super(rp2040, "XIP_CTRL");
  }

  override readUint32(offset: number): number {
    switch (offset) {
      case CTRL:
        return this.ctrl;
      case FLUSH:
        return 1;
      case STAT:
        return STAT_FLUSH_READY | (this.remaining === 0 ? STAT_FIFO_EMPTY : 0);
      case STREAM_ADDR:
        return this.address;
      case STREAM_CTR:
        return this.remaining;
      case STREAM_FIFO:
        return this.nextWord();
      default:
        return 0; // hit and access counters
    }
  }

  override writeUint32(offset: number, value: number): void {
    switch (offset) {
      case CTRL:
        this.ctrl = value;
        break;
      case STREAM_ADDR:
        this.address = (value & ~3) >>> 0;
        break;
      case STREAM_CTR:
        this.remaining = value & 0x3fffff;
        this.requestTransfer();
        break;
      default:
        break;
    }
  }

  /** The next word of the stream, for the FIFO register and for the auxiliary bus port. */
  nextWord(): number {
    if (this.remaining === 0) return 0;
    const { flash } = this.rp2040;
    const offset = (this.address - FLASH_BASE) % flash.length;
    const word = this.rp2040.readUint32(FLASH_BASE + offset);
    this.address += 4;
    this.remaining--;
    this.requestTransfer();
    return word;
  }

  private requestTransfer(): void {
    if (this.remaining > 0) this.rp2040.dma.setDREQ(DREQ_XIP_STREAM);
    else this.rp2040.dma.clearDREQ(DREQ_XIP_STREAM);
  }
}

/** The auxiliary bus port (0x50400000) through which DMA empties the stream. */
export class XipAux extends BasePeripheral {
  constructor(
    rp2040: RP2040,
    private readonly xip: XipControl,
  ) {
    super(rp2040, "XIP_AUX");
  }

  override readUint32(): number {
    return this.xip.nextWord();
  }
}
