/** The emulated board. Nothing here needs Node: the same code runs in a browser. */
export { readBoard, type BoardDescription, type MatrixWiring, type ShiftWiring, type Wiring } from "./board.js";
export { Chip, type ChipOptions, type FlashCut, type LightFrame, type PowerEvent, type Received } from "./chip.js";
export type { Crash, CrashKind } from "./crash.js";
export type { Fault } from "./faults.js";
export { TYPICAL_FLASH, type FlashOperation, type FlashTiming } from "./flash.js";
export type { PulseWidths, Range, Rgb } from "./ws2812.js";
export { Session, type Answer, type FrameAnswer, type Refusal } from "./session.js";
