import { GPIOPinState, type GPIOPin } from "rp2040js";

/** Sets an input's level; rp2040js would report an edge even where nothing changed. */
export function drive(pin: GPIOPin, level: boolean): void {
  if ((pin as unknown as { rawInputValue: boolean }).rawInputValue !== level) pin.setInputValue(level);
}

/** The level that a pin takes when nothing outside drives it; undefined if it floats. */
export function restingLevel(state: GPIOPinState): boolean | undefined {
  switch (state) {
    case GPIOPinState.High:
    case GPIOPinState.InputPullUp:
      return true;
    case GPIOPinState.Low:
    case GPIOPinState.InputPullDown:
      return false;
    case GPIOPinState.Input:
    case GPIOPinState.InputBusKeeper:
      return undefined;
    default:
      return state satisfies never;
  }
}

/** Lets a pin that nothing is soldered to read its own output or its pull, which rp2040js does not model. */
export function leaveUnconnected(pin: GPIOPin): void {
  const settle = (): void => {
    const level = restingLevel(pin.value);
    if (level !== undefined) drive(pin, level);
  };
  pin.addListener(settle);
  settle();
}
