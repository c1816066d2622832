// @ts-check
// Places pieces on the board: the user chooses a piece and clicks its place, or drags it there; the keyboard works too.
import { theBoard } from "../board/board.js";
import { $, all, closest, find, isTyping } from "../common/dom.js";
import { nearestInDirection } from "./directions.js";
import { fits, labelOfPiece, pictureOf } from "./piece_palette.js";
import { SpotMenu } from "./spot_menu.js";

/**
 * @typedef {import("../protocol.js").Spot} Spot
 * @typedef {{ piece: string, origin: string }} Lifted a piece from the supply (without origin), or from a place
 * @typedef {{ piece: string, origin: string, place: string }} Move
 */

const DRAG_AFTER = 6; // pixels

export class Placing {
  /** @type {Record<string, Spot>} */
  #spots = {};
  /** @type {Lifted | null} */
  #lifted = null;
  #focused = "";
  #wasDragged = false;
  #board = theBoard();

  /**
   * @param {Record<string, string>} words
   * @param {(move: Move) => unknown} move
   * @param {(text: string) => void} announce
   */
  constructor(words, move, announce) {
    this.words = words;
    this.move = move;
    this.announce = announce;
    this.menu = new SpotMenu($("#spot-menu"), words, {
      move: (made) => this.#send(made),
      lift: (lifted) => this.#lift(lifted),
    });
    this.#board.addEventListener("click", (event) => this.#click(event), true);
    this.#board.addEventListener("keydown", (event) => this.#keydown(event));
    this.#board.addEventListener("focusin", (event) => this.#noteFocus(event));
    $("#fields").addEventListener("click", (event) => this.#choose(event));
    document.addEventListener("pointerdown", (event) => this.#startDrag(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#escape();
    });
    document.addEventListener("click", (event) => {
      if (!closest(event, "#spot-menu, .spot")) this.menu.close();
    });
  }

  /** @param {Record<string, Spot>} spots those of the drawing that is shown now */
  show(spots) {
    this.#spots = spots;
    this.menu.close();
    for (const part of this.#parts()) {
      part.setAttribute("role", "button");
      part.setAttribute("aria-label", this.#labelOf(part.dataset.spot ?? ""));
      part.tabIndex = -1;
    }
    const tabStop = this.#part(this.#focused) ?? this.#parts()[0];
    if (tabStop) tabStop.tabIndex = 0;
    if (this.#focused && document.activeElement === document.body) tabStop?.focus({ preventScroll: true });
    this.#showLifted();
  }

  /** @returns {HTMLElement[]} */
  #parts() {
    return all("[data-spot]", this.#board);
  }

  /** @param {string} name */
  #part(name) {
    return name ? find(`[data-spot="${CSS.escape(name)}"]`, this.#board) : null;
  }

  /** @param {string} name */
  #labelOf(name) {
    const { text, holds } = this.#spots[name] ?? { text: name, holds: [] };
    return `${text}: ${holds.map(labelOfPiece).join(", ") || this.words.empty}`;
  }

  /**
   * @param {Lifted | null} lifted
   */
  #lift(lifted) {
    this.#lifted = lifted;
    this.#showLifted();
    this.announce(lifted ? this.words.chosen.replace("{piece}", labelOfPiece(lifted.piece)) : "");
  }

  #showLifted() {
    const piece = this.#lifted?.piece;
    this.#board.classList.toggle("placing", piece !== undefined);
    for (const button of all("#fields [data-offer]"))
      button.setAttribute("aria-pressed", String(button.dataset.offer === piece && !this.#lifted?.origin));
    for (const part of this.#parts())
      part.classList.toggle("fits", piece !== undefined && fits(piece, part.dataset.spot ?? ""));
  }

  #escape() {
    if (this.menu.isOpen) this.menu.close();
    else if (this.#lifted) this.#lift(null);
  }

  /** @param {Move} move */
  #send(move) {
    this.menu.close();
    if (this.#lifted?.origin) this.#lift(null); // a piece from the supply stays chosen, for more of its kind
    this.move(move);
  }

  /** @param {Event} event in the palette */
  #choose(event) {
    const button = closest(event, "[data-offer]");
    if (!button) return;
    if (this.#wasDragged) {
      this.#wasDragged = false;
      return;
    }
    const isChosen = button.getAttribute("aria-pressed") === "true";
    this.#lift(isChosen ? null : { piece: button.dataset.offer ?? "", origin: "" });
  }

  /** @param {Event} event */
  #click(event) {
    const part = closest(event, "[data-spot]");
    if (!part) return;
    event.stopPropagation();
    if (this.#wasDragged) {
      this.#wasDragged = false;
      return;
    }
    this.#press(part);
  }

  /** @param {HTMLElement} part */
  #press(part) {
    const place = part.dataset.spot ?? "";
    if (this.#lifted && fits(this.#lifted.piece, place)) this.#send({ ...this.#lifted, place });
    else if (!this.#lifted) this.menu.open(part, place, this.#spots[place]);
  }

  /** @param {Event} event */
  #noteFocus(event) {
    const part = closest(event, "[data-spot]");
    if (!part) return;
    this.#focused = part.dataset.spot ?? "";
    for (const other of this.#parts()) other.tabIndex = other === part ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const part = closest(event, "[data-spot]");
    if (!part || isTyping(event)) return;
    const place = part.dataset.spot ?? "",
      holds = this.#spots[place]?.holds ?? [];
    if (["Enter", " "].includes(event.key)) this.#press(part);
    else if (["Delete", "Backspace"].includes(event.key) && holds.length)
      this.#send({ piece: holds[holds.length - 1], origin: place, place: "" });
    else if (event.key.startsWith("Arrow")) nearestInDirection(part, this.#parts(), event.key)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // dragging

  /** @param {Event} event @returns {Lifted | null} */
  #liftedBy(event) {
    const button = closest(event, "[data-offer]"),
      part = closest(event, "[data-spot]");
    if (button) return { piece: button.dataset.offer ?? "", origin: "" };
    const origin = part?.dataset.spot ?? "",
      piece = this.#spots[origin]?.holds.at(-1);
    return piece ? { piece, origin } : null;
  }

  /** @param {PointerEvent} start */
  #startDrag(start) {
    this.#wasDragged = false;
    const lifted = this.#liftedBy(start);
    if (!lifted || start.button !== 0 || (lifted.origin && start.pointerType !== "mouse")) return;
    /** @type {HTMLElement | null} */
    let ghost = null;
    const follow = (/** @type {PointerEvent} */ event) => {
      if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < DRAG_AFTER) return;
      event.preventDefault();
      if (!ghost) {
        ghost = ghostOf(lifted.piece);
        this.#lift(lifted);
      }
      Object.assign(ghost.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
      const over = spotAt(event);
      for (const part of this.#parts()) part.classList.toggle("over", part === over);
    };
    const end = (/** @type {PointerEvent} */ event) => {
      for (const [kind, listener] of listeners) document.removeEventListener(kind, /** @type {EventListener} */ (listener));
      if (!ghost) return;
      ghost.remove();
      this.#wasDragged = true;
      this.#lift(null);
      if (event.type === "pointerup") this.#drop(event, lifted);
    };
    const listeners = /** @type {const} */ ([
      ["pointermove", follow],
      ["pointerup", end],
      ["pointercancel", end],
    ]);
    for (const [kind, listener] of listeners) document.addEventListener(kind, /** @type {EventListener} */ (listener));
  }

  /**
   * Drops a piece on a place, or off the board: then it goes back to the supply.
   * @param {PointerEvent} event
   * @param {Lifted} lifted
   */
  #drop(event, lifted) {
    const place = spotAt(event)?.dataset.spot ?? "",
      isOffBoard = !document.elementFromPoint(event.clientX, event.clientY)?.closest("#board svg");
    if (place && place !== lifted.origin && fits(lifted.piece, place)) this.move({ ...lifted, place });
    else if (lifted.origin && isOffBoard) this.move({ ...lifted, place: "" });
  }
}

/** @param {PointerEvent} event @returns {HTMLElement | null | undefined} */
const spotAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#board [data-spot]");

/** @param {string} piece */
function ghostOf(piece) {
  const ghost = Object.assign(document.createElement("div"), { className: "ghost" });
  const picture = pictureOf(piece);
  if (picture) ghost.append(picture);
  document.body.append(ghost);
  return ghost;
}
