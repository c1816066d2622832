// @ts-check
// The board: an element that shows the server's drawing, animates pieces, and dispatches chosen actions.
import { $, all, closest, find, hasModifier, isTyping, middleOf } from "../common/dom.js";
import { narrow, reducedMotion } from "../common/media.js";
import { replaceContent } from "../common/replace_content.js";
import { readActions } from "./actions.js";
import { animatePieces } from "./animation.js";
import { ChoiceMenu } from "./choice_menu.js";
import { makeZoomable } from "./magnify.js";
import { changesBetween, measure } from "./piece_positions.js";
import { viewportOf } from "./viewport.js";

/**
 * @typedef {import("./piece_positions.js").Positions} Positions
 * @typedef {import("./viewport.js").Viewport} Viewport
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ part: HTMLElement, actions: number[], place: Point }} Refused
 */

/**
 * `<sea-board>`. It dispatches
 * - `choose` ({ action }): an action was chosen, in the menu if a target has several;
 * - `refused` ({ part, actions, place }): a part was clicked that cannot be chosen now;
 * - `viewport`: the size has changed, so the server has to draw the board again.
 */
export class BoardElement extends HTMLElement {
  /** Whether any target can be chosen now. */
  isActive = () => true;
  /** Whether clicks are for something else, such as drawing arrows. */
  isPaused = false;
  /** Whether pieces move. */
  isAnimated = () => true;
  /** How slowly pieces move; 1 is the usual speed. */
  slowness = () => 1;
  /** @type {Set<string> | null} the parts that are opened in place; null if the page cannot open parts */
  opened = null;
  #openedLast = "";
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
    const whole = find("#whole-board");
    if (whole) makeZoomable(this, whole);
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#keydown(event));
    this.addEventListener("scroll", () => this.#markEnd(), { passive: true });
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
    const parts = [...(this.opened ?? [])].join();
    return parts ? { ...viewportOf(this), opened: parts } : viewportOf(this);
  }

  /**
   * Opens a part in its place, or closes it.
   * @param {string} part
   * @returns {boolean} false if the page cannot open parts, or the board does not offer it
   */
  toggle(part) {
    if (!this.opened || !find(`[data-opens="${CSS.escape(part)}"]`, this)) return false;
    this.#openedLast = this.opened.delete(part) ? "" : part;
    if (this.#openedLast) this.opened.add(part);
    this.#checkViewport();
    return true;
  }

  /**
   * Shows a drawing. With `moves`, pieces move from their previous positions.
   * @param {string} html
   * @param {{ viewport: Viewport, moves?: boolean }} how
   * @returns {{ positions: Positions | null, moved: string[] }} the positions of pieces, null during an animation; the names of moved pieces and changed places
   */
  draw(html, { viewport, moves = false }) {
    this.#drawnFor = JSON.stringify(viewport);
    this.dataset.viewport = viewport.width ? `${viewport.width}x${viewport.height}` : "narrow";
    this.classList.remove("fits");
    this.#checkViewport();
    const before = moves && this.svg ? measure(this.svg) : null;
    replaceContent(this, html);
    const { svg } = this;
    this.classList.toggle("tall", isTallerThan(svg, viewport));
    this.noteScrolling();
    if (!svg) return { positions: null, moved: [] };
    this.#scrollToOpened();
    const isStill = !svg.getAnimations({ subtree: true }).length,
      after = measure(svg);
    const changes = before ? changesBetween(before, after) : { moved: [], changed: [] };
    const moved = [...changes.moved.filter((piece) => !piece.closesUp), ...changes.changed].map(({ name }) => name);
    const isAnimated = !reducedMotion.matches && this.isAnimated();
    if (before && (changes.moved.length || changes.changed.length) && isAnimated)
      animatePieces(svg, before, after, this.slowness());
    return { positions: isStill ? after : null, moved };
  }

  /**
   * Adds a class to actions, on the board and among the buttons.
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
   * Highlights an action; without an action, removes the highlight.
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
    const target = closest(event, ".target"),
      opener = closest(event, "[data-opens]");
    if (!(target || opener) || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    if (opener || !target) {
      this.toggle(opener?.dataset.opens ?? "");
      return;
    }
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

  #scrollToOpened() {
    const part = this.#openedLast && all(`[data-opens="${CSS.escape(this.#openedLast)}"][aria-expanded=true]`, this).at(-1);
    if (!part) return;
    this.#openedLast = "";
    part.closest(".panel")?.scrollIntoView({ block: "nearest", behavior: reducedMotion.matches ? "auto" : "smooth" });
  }

  /** A board that scrolls can be focused, so that keys scroll it. */
  noteScrolling() {
    this.tabIndex = this.matches(".tall, .zoomed") ? 0 : -1;
    this.#markEnd();
  }

  /** A board that continues below shows a mark, until the user has scrolled to its end. */
  #markEnd() {
    this.classList.toggle("at-end", this.scrollTop + this.clientHeight > this.scrollHeight - 8);
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

/**
 * Whether a drawing is taller than the viewport, so that the board scrolls.
 * @param {SVGSVGElement | null} svg
 * @param {Viewport} viewport
 */
function isTallerThan(svg, { width, height }) {
  const drawn = svg?.viewBox.baseVal;
  return Boolean(drawn && width && height && drawn.height / drawn.width > (height / width) * 1.01);
}
customElements.define("sea-board", BoardElement);

/** @returns {BoardElement} */
export const theBoard = () => $("#board");
