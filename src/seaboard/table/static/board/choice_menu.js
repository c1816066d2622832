// @ts-check
// The menu of a place on the board with several actions.
import { $, closest, find } from "../common/dom.js";

/** @param {number} action */
const labelOf = (action) => find(`:is(#prompt, #card) [data-action="${action}"]`)?.textContent ?? String(action);

export class ChoiceMenu {
  /** @type {HTMLElement | null} */
  #openedBy = null;

  /**
   * @param {HTMLElement} box
   * @param {(action: number) => void} choose
   */
  constructor(box, choose) {
    this.box = box;
    box.addEventListener("click", (event) => {
      const button = closest(event, "button");
      event.stopPropagation();
      if (button) choose(Number(button.dataset.action));
    });
  }

  /**
   * @param {number[]} actions
   * @param {HTMLElement} target
   */
  open(actions, target) {
    const place = target.getBoundingClientRect();
    this.box.replaceChildren(
      ...actions.map((action) => {
        const button = document.createElement("button");
        button.dataset.action = String(action);
        button.textContent = labelOf(action);
        return button;
      }),
    );
    this.box.hidden = false;
    this.#openedBy = target;
    const size = this.box.getBoundingClientRect();
    const left = Math.min(innerWidth - size.width - 8, place.x + place.width / 2 - size.width / 2);
    this.box.style.left = `${Math.max(8, left)}px`;
    this.box.style.top = `${Math.max(8, Math.min(innerHeight - size.height - 8, place.bottom + 6))}px`;
    $("button", this.box).focus();
  }

  close() {
    if (this.box.hidden) return;
    const hasFocus = this.box.contains(document.activeElement);
    this.box.hidden = true;
    if (hasFocus) this.#openedBy?.focus({ preventScroll: true });
  }
}
