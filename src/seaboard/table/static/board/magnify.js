// @ts-check
// Enlarges the board: by pinching, a double tap, or the keys + - 0. An enlarged board is panned by scrolling.
import { closest, find, hasModifier, isTyping, middleOf } from "../common/dom.js";
import { narrow } from "../common/media.js";

const MAX_ZOOM = 4,
  KEY_STEP = 1.25,
  DOUBLE_TAP_ZOOM = 2.2;
const TAP = 300, // milliseconds: a tap, and the time between two
  NEAR = 24; // pixels

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ zoom: number, apart: number, place: Point }} Pinch the zoom and the distance at its start, the place of the board between the fingers
 */

/** @param {number} zoom */
export const bounded = (zoom) => (zoom < 1.05 ? 1 : Math.min(MAX_ZOOM, zoom));

/**
 * @param {Point} one
 * @param {Point} other
 */
export const between = (one, other) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/**
 * @param {Point} one
 * @param {Point} other
 */
export const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * @param {import("./board.js").BoardElement} board
 * @param {HTMLElement} wholeButton shows the whole board again
 */
export function makeZoomable(board, wholeButton) {
  let zoom = 1,
    ignoresClick = false;
  /** @type {Map<number, Point>} */
  const fingers = new Map();
  /** @type {Pinch | null} */
  let pinch = null;
  /** @type {Point & { begun: number } | null} */
  let touched = null;
  /** @type {Point & { ended: number } | null} */
  let tapped = null;

  /** @param {Point} point of the window @returns {Point} the same point as shares of the board's width and height */
  function placeOf({ x, y }) {
    const drawn = (board.svg ?? board).getBoundingClientRect();
    return { x: (x - drawn.left) / drawn.width, y: (y - drawn.top) / drawn.height };
  }

  /**
   * Enlarges the board, so that a place of it is at a point of the window.
   * @param {number} requested
   * @param {Point} place
   * @param {Point} point
   */
  function zoomTo(requested, place, point) {
    zoom = bounded(requested);
    board.style.setProperty("--zoom", String(zoom));
    board.classList.toggle("zoomed", zoom > 1);
    wholeButton.hidden = zoom === 1;
    board.noteScrolling();
    const drawn = (board.svg ?? board).getBoundingClientRect(),
      up = board.scrollTop,
      down = drawn.top + place.y * drawn.height - point.y;
    board.scrollLeft += drawn.left + place.x * drawn.width - point.x;
    board.scrollTop += down;
    scrollBy(0, down - (board.scrollTop - up)); // on a phone the page scrolls, not the board
  }

  /** @param {Point} point @param {number} requested */
  const zoomAt = (point, requested) => zoomTo(requested, placeOf(point), point);
  const showWhole = () => zoomAt(middleOf(board), 1);

  /** @param {PointerEvent} event */
  function press(event) {
    if (event.pointerType !== "touch" || board.isPaused) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    touched = fingers.size === 1 ? { x: event.clientX, y: event.clientY, begun: event.timeStamp } : null;
    if (fingers.size !== 2) return;
    const [one, other] = fingers.values();
    pinch = { zoom, apart: distance(one, other), place: placeOf(between(one, other)) };
    board.dispatchEvent(new Event("gesture"));
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!pinch || fingers.size !== 2) return;
    const [one, other] = fingers.values();
    zoomTo((pinch.zoom * distance(one, other)) / pinch.apart, pinch.place, between(one, other));
  }

  /** @param {PointerEvent} event */
  function release(event) {
    if (!fingers.delete(event.pointerId)) return;
    ignoresClick = pinch !== null;
    if (!fingers.size) pinch = null;
    const point = { x: event.clientX, y: event.clientY };
    const isTap = touched && event.timeStamp - touched.begun < TAP && distance(touched, point) < NEAR;
    if (event.type !== "pointerup" || !isTap || closest(event, ".target.can")) tapped = null;
    else if (tapped && event.timeStamp - tapped.ended < TAP && distance(tapped, point) < NEAR) {
      tapped = null;
      ignoresClick = true;
      board.dispatchEvent(new Event("gesture"));
      zoomAt(point, zoom > 1 ? 1 : DOUBLE_TAP_ZOOM);
    } else tapped = { ...point, ended: event.timeStamp };
  }

  board.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) document.addEventListener(kind, release);
  const preventPageZoom = (/** @type {TouchEvent} */ event) => {
    if (event.touches.length > 1 && event.cancelable && !board.isPaused) event.preventDefault(); // two fingers pinch, one scrolls
  };
  board.addEventListener("touchmove", preventPageZoom, { passive: false });
  document.addEventListener(
    "click",
    (event) => {
      if (ignoresClick && closest(event, "#board")) event.stopPropagation();
      ignoresClick = false;
    },
    true,
  );

  document.addEventListener("keydown", (event) => {
    if (isTyping(event) || hasModifier(event) || find("dialog[open]")) return;
    if (event.key === "+" || event.key === "=") zoomAt(middleOf(board), zoom * KEY_STEP);
    else if (event.key === "-") zoomAt(middleOf(board), zoom / KEY_STEP);
    else if (event.key === "0") showWhole();
  });
  wholeButton.addEventListener("click", showWhole);
  narrow.addEventListener("change", showWhole);
}
