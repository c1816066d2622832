// @ts-check
// The board: an element that shows the server's drawing, moves pieces, and says what was chosen on it.
import { $, all, closest, find, hasModifier, isTyping, middleOf } from "../common/dom.js";
import { narrow, reducedMotion } from "../common/media.js";
import { replaceContent } from "../common/replace_content.js";
import { readActions } from "./actions.js";
import { animatePieces } from "./animation.js";
import { ChoiceMenu } from "./choice_menu.js";
import { changesBetween, measure } from "./piece_positions.js";
import { viewportOf } from "./viewport.js";

/**
 * @typedef {import("./piece_positions.js").Positions} Positions
 * @typedef {import("./viewport.js").Viewport} Viewport
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ part: HTMLElement, actions: number[], place: Point }} Refused
 */

/**
 * It dispatches
 * - `choose` ({ action }): an action was chosen, in the menu if a target stands for several;
 * - `refused` ({ part, actions, place }): a part was clicked that is no choice now;
 * - `viewport`: the board has another size, and has to be drawn for it.
 */
export class BoardElement extends HTMLElement {
  /** Whether targets can be chosen at all now. */
  isActive = () => true;
  /** Whether clicks are for something else, such as drawing arrows. */
  isPaused = false;
  /** Whether pieces move. */
  isAnimated = () => true;
  #drawnFor = "";
  #checking = 0;
  /** @type {ChoiceMenu | null} */
  #menu = null;

  connectedCallback() {
    const box = find("#pick");
    if (box) {
      this.#menu = new ChoiceMenu(box, (action) => {
        this.closeMenu();
        this.#dispatch("choose", { action });
      });
    }
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#keydown(event));
    document.addEventListener("click", (event) => {
      if (!closest(event, "#pick, #board .target")) this.closeMenu();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.closeMenu();
      else if (event.key === "b" && !isTyping(event) && !hasModifier(event) && !find("dialog[open]")) this.focusChoice();
    });
    new ResizeObserver(() => this.#checkViewport()).observe(this);
    narrow.addEventListener("change", () => this.#checkViewport());
  }

  /** @returns {SVGSVGElement | null} */
  get svg() {
    return find("svg", this);
  }

  /** @returns {Viewport} */
  get viewport() {
    return viewportOf(this);
  }

  /**
   * Shows a drawing. With `moves`, pieces move there from where they were.
   * @param {string} html
   * @param {{ viewport: Viewport, moves?: boolean }} how
   * @returns {{ positions: Positions | null, moved: number }} where pieces lie, null while some are on their way; how many have moved
   */
  draw(html, { viewport, moves = false }) {
    this.#drawnFor = JSON.stringify(viewport);
    this.classList.remove("fits");
    this.#checkViewport();
    const before = moves && this.svg ? measure(this.svg) : null;
    replaceContent(this, html);
    const { svg } = this;
    if (!svg) return { positions: null, moved: 0 };
    const isStill = !svg.getAnimations({ subtree: true }).length,
      after = measure(svg);
    const moved = before ? changesBetween(before, after).moved.length : 0;
    if (before && moved && !reducedMotion.matches && this.isAnimated()) animatePieces(svg, before, after);
    return { positions: isStill ? after : null, moved };
  }

  /**
   * Marks actions with a class, on the board and among the choices in words.
   * @param {number[]} actions
   * @param {string} name
   */
  mark(actions, name) {
    for (const part of all("[data-actions]", this)) {
      if (readActions(part.dataset.actions).some((one) => actions.includes(one))) part.classList.add(name);
    }
    for (const part of all(":is(#prompt, #card) [data-action]")) {
      if (actions.includes(Number(part.dataset.action))) part.classList.add(name);
    }
  }

  /**
   * Shows where an action is; without one, shows none.
   * @param {number} [action]
   */
  hint(action) {
    for (const part of all(".hinted")) part.classList.remove("hinted");
    if (action !== undefined) this.mark([action], "hinted");
  }

  /** @returns {HTMLElement[]} */
  get choices() {
    return all(".target.can", this);
  }

  focusChoice() {
    (this.choices[0] ?? find(":is(#prompt, #card) button:not([hidden])"))?.focus();
  }

  closeMenu() {
    this.#menu?.close();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.isPaused) return;
    const place = { x: event.clientX, y: event.clientY },
      target = closest(event, ".target");
    if (target) this.#press(target, place);
    else if (closest(event, "svg")) this.#dispatch("refused", { part: event.target, actions: [], place });
  }

  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const target = closest(event, ".target");
    if (!target || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    this.#press(target, middleOf(target));
  }

  /**
   * @param {HTMLElement} target
   * @param {Point} place
   */
  #press(target, place) {
    const actions = readActions(target.dataset.actions);
    if (!this.isActive() || !actions.length || !target.classList.contains("can")) {
      this.#dispatch("refused", { part: target, actions, place });
    } else if (actions.length === 1) this.#dispatch("choose", { action: actions[0] });
    else this.#menu?.open(actions, target);
  }

  /**
   * @param {string} kind
   * @param {object} detail
   */
  #dispatch(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  #checkViewport() {
    clearTimeout(this.#checking);
    this.#checking = setTimeout(() => {
      const fits = JSON.stringify(this.viewport) === this.#drawnFor;
      this.classList.toggle("fits", fits);
      if (this.#drawnFor && !fits) this.dispatchEvent(new Event("viewport"));
    }, 60);
  }
}
customElements.define("sea-board", BoardElement);

/** @returns {BoardElement} */
export const theBoard = () => $("#board");
