import type { Light } from "../board.js";

/** How a lamp looks on a screen. */
export interface Glow {
  /** Its hue at full brightness, for CSS. */
  readonly colour: string;
  /** How strongly it shines, 0 to 1. */
  readonly strength: number;
}

/** A lamp's light is linear in its values, a screen's is not: without this a dim lamp would be black. */
const GAMMA = 2.2;
/** A lamp under a board in a dim room; a screen stands in a bright one. */
const EXPOSURE = 1.3;

export const OFF: Glow = { colour: "rgb(0 0 0)", strength: 0 };

export function glow([red, green, blue]: Light): Glow {
  const peak = Math.max(red, green, blue);
  if (peak === 0) return OFF;
  const channel = (value: number): number => Math.round(255 * (value / peak) ** (1 / GAMMA));
  return {
    colour: `rgb(${channel(red)} ${channel(green)} ${channel(blue)})`,
    strength: Math.min(1, EXPOSURE * (peak / 255) ** (1 / GAMMA)),
  };
}
