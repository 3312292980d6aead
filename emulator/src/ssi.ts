import type { RP2040 } from "rp2040js";

const SSI_KEY = 0x18000;
const SSIENR = 0x08;
const DR0 = 0x60;

const READ_UNIQUE_ID = 0x4b;
const READ_JEDEC_ID = 0x9f;
const WINBOND_2_MIB = [0xef, 0x40, 0x15];

/** Lets the flash chip answer for its identity over rp2040js's SSI block, which answers every command with zeros. */
export function answerFlashIdentity(mcu: RP2040, uniqueId: readonly number[]): void {
  const ssi = mcu.peripherals[SSI_KEY]!;
  const read = ssi.readUint32.bind(ssi);
  const write = ssi.writeUint32.bind(ssi);
  let answer: number[] = [];
  let isCommand = true;

  ssi.writeUint32 = (offset, value) => {
    if (offset === SSIENR) {
      answer = [];
      isCommand = true;
    } else if (offset === DR0 && isCommand) {
      isCommand = false;
      const command = value & 0xff;
      if (command === READ_UNIQUE_ID) answer = [0, 0, 0, 0, ...uniqueId];
      if (command === READ_JEDEC_ID) answer = [...WINBOND_2_MIB];
    }
    write(offset, value);
  };
  ssi.readUint32 = (offset) => (offset === DR0 ? (answer.shift() ?? read(offset)) : read(offset));
}
