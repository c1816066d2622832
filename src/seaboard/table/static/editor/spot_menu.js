// @ts-check
// The menu of a place: removes or moves its pieces, or places new ones.
import { all, find, htmlElement } from "../common/dom.js";
import { fits, labelOfPiece, pictureOf } from "./piece_palette.js";

/**
 * @typedef {import("./placing.js").Lifted} Lifted
 * @typedef {import("./placing.js").Move} Move
 * @typedef {import("../protocol.js").Spot} Spot
 */

export class SpotMenu {
  /** @type {HTMLElement | null} */
  #openedBy = null;

  /**
   * @param {HTMLElement} box
   * @param {Record<string, string>} words
   * @param {{ move: (move: Move) => void, lift: (lifted: Lifted) => void }} commands
   */
  constructor(box, words, commands) {
    this.box = box;
    this.words = words;
    this.commands = commands;
  }

  get isOpen() {
    return !this.box.hidden;
  }

  /**
   * @param {HTMLElement} part
   * @param {string} place
   * @param {Spot} spot
   */
  open(part, place, spot) {
    const title = htmlElement(
      "h2",
      { id: "spot-title" },
      spot.text,
      button("×", () => this.close(), this.words.close),
    );
    this.box.replaceChildren(title, ...this.#holds(place, spot.holds), ...this.#offers(place));
    this.box.hidden = false;
    this.#openedBy = part;
    placeNextTo(this.box, part);
    find("button", this.box)?.focus();
  }

  close() {
    if (this.box.hidden) return;
    const hasFocus = this.box.contains(document.activeElement);
    this.box.hidden = true;
    if (hasFocus) this.#openedBy?.focus({ preventScroll: true });
  }

  /**
   * @param {string} place
   * @param {string[]} holds
   */
  #holds(place, holds) {
    const kinds = [...new Set(holds)].reverse();
    if (!kinds.length) return [];
    const rows = kinds.map((piece) => {
      const number = holds.filter((one) => one === piece).length,
        label = labelOfPiece(piece);
      const name = htmlElement("span", {}, number > 1 ? `${number} × ${label}` : label);
      const remove = button(this.words.remove, () => this.commands.move({ piece, origin: place, place: "" }));
      remove.setAttribute("aria-label", `${this.words.remove}: ${label}`);
      const lift = button(this.words.move, () => {
        this.close();
        this.commands.lift({ piece, origin: place });
      });
      lift.setAttribute("aria-label", `${this.words.move}: ${label}`);
      return htmlElement("li", {}, pictureOf(piece) ?? "", name, lift, remove);
    });
    return [htmlElement("ul", {}, ...rows)];
  }

  /** @param {string} place */
  #offers(place) {
    const names = all("#fields [data-offer]").map((one) => one.dataset.offer ?? "");
    const offered = names.filter((piece) => fits(piece, place));
    if (!offered.length) return [htmlElement("p", { className: "soft" }, this.words.nothing)];
    const buttons = offered.map((piece) => {
      const one = button("", () => this.commands.move({ piece, origin: "", place }), labelOfPiece(piece));
      one.append(pictureOf(piece) ?? piece);
      return one;
    });
    return [htmlElement("h3", {}, this.words.place), htmlElement("div", { className: "palette" }, ...buttons)];
  }
}

/**
 * @param {string} text
 * @param {() => void} press
 * @param {string} [label] also the tooltip
 */
function button(text, press, label = "") {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  if (label) Object.assign(made, { ariaLabel: label, title: label });
  made.onclick = press;
  return made;
}

/**
 * Shows a box next to a part of the board, within the window.
 * @param {HTMLElement} box
 * @param {Element} part
 */
export function placeNextTo(box, part) {
  const place = part.getBoundingClientRect(),
    size = box.getBoundingClientRect();
  const left = Math.min(innerWidth - size.width - 8, place.x + place.width / 2 - size.width / 2),
    below = place.bottom + 6;
  const top = below + size.height < innerHeight - 8 ? below : place.y - size.height - 6;
  box.style.left = `${Math.max(8, left)}px`;
  box.style.top = `${Math.max(8, Math.min(innerHeight - size.height - 8, top))}px`;
}
