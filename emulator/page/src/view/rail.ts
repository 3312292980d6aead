import { PLAYER_BUTTONS, type Button } from "../board.js";
import type { Player } from "../protocol.js";
import { STICKS } from "../table.js";
import type { Words } from "../words.js";
import { attribute, h, write } from "./dom.js";
import type { Glow } from "./glow.js";

/** A button that is down as long as a finger or a key holds it; with Shift it stays down until pressed again. */
export function holdButton(button: Button, onHold: (button: Button, down: boolean) => void): HTMLButtonElement {
  const element = h("button", { type: "button", class: "cap", "data-button": button, "aria-pressed": "false" });
  let isDown = false;
  let isLatched = false;
  const set = (down: boolean): void => {
    if (down === isDown) return;
    isDown = down;
    attribute(element, "aria-pressed", String(down));
    onHold(button, down);
  };
  const press = (withShift: boolean): void => {
    if (isLatched) {
      isLatched = false;
      set(false);
      return;
    }
    isLatched = withShift;
    set(true);
  };
  const release = (): void => {
    if (!isLatched) set(false);
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    press(event.shiftKey);
  });
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) press(event.shiftKey);
  });
  element.addEventListener("keyup", (event) => {
    if (event.key === " " || event.key === "Enter") release();
  });
  element.addEventListener("blur", release);
  element.addEventListener("click", (event) => {
    // A screen reader's press has no pointer and no key: let it be a short one.
    if (event.detail !== 0 || isDown) return;
    set(true);
    setTimeout(() => set(false), 120);
  });
  return element;
}

/** One player's edge of the table: lamp, supply, three buttons. */
export class Rail {
  readonly element: HTMLElement;
  /** Its turn light. */
  readonly lamp: HTMLElement;
  private readonly name = h("span", { class: "rail-name" });
  private readonly supply = h("button", { type: "button", class: "supply" });
  private readonly rods = h("span", { class: "rods", "aria-hidden": "true" });
  private readonly count = h("span", { class: "count", "aria-hidden": "true" });
  private readonly buttons: readonly { kind: (typeof PLAYER_BUTTONS)[number]; element: HTMLButtonElement }[];

  constructor(
    private readonly player: Player,
    onHold: (button: Button, down: boolean) => void,
    onTake: (player: Player, event: PointerEvent) => void,
    onChoose: (player: Player) => void,
  ) {
    this.lamp = h("span", { class: "turn-lamp", "data-part": `turn ${player}`, "aria-hidden": "true" });
    this.buttons = PLAYER_BUTTONS.map((kind) => ({ kind, element: holdButton(`${player} ${kind}`, onHold) }));
    for (let index = 0; index < STICKS; index++) this.rods.append(h("i"));
    this.supply.append(this.rods, this.count);
    this.supply.addEventListener("pointerdown", (event) => onTake(player, event));
    this.supply.addEventListener("click", () => onChoose(player));
    this.element = h(
      "section",
      { class: `rail ${player}` },
      h("div", { class: "who" }, this.lamp, this.name),
      this.supply,
      h("div", { class: "caps" }, ...this.buttons.map(({ element }) => element)),
    );
  }

  /** Its buttons, by name. */
  get caps(): readonly (readonly [Button, HTMLButtonElement])[] {
    return this.buttons.map(({ kind, element }) => [`${this.player} ${kind}`, element] as const);
  }

  setLamp({ colour, strength }: Glow): void {
    this.lamp.style.setProperty("--lamp", colour);
    this.lamp.style.setProperty("--strength", strength.toFixed(3));
  }

  show(words: Words, left: number, isTurn: boolean, isChosen: boolean, hasHands: boolean): void {
    const who = words[this.player];
    write(this.name, who);
    attribute(this.element, "aria-label", who);
    this.element.classList.toggle("turn", isTurn);
    this.element.classList.toggle("no-hands", !hasHands);
    this.supply.disabled = !hasHands;
    attribute(this.supply, "aria-pressed", String(isChosen));
    attribute(this.supply, "aria-label", `${words.supply(who, left)}. ${words.takeStick(who)}`);
    attribute(this.supply, "title", words.takeStick(who));
    write(this.count, isChosen ? words.inHand : String(left));
    [...this.rods.children].forEach((rod, index) => rod.classList.toggle("gone", index >= left));
    for (const { kind, element } of this.buttons) {
      write(element, words[kind]);
      attribute(element, "aria-label", words.buttonAria(who, words[kind]));
      attribute(element, "title", words.latchHint);
      element.disabled = !hasHands;
    }
  }
}
