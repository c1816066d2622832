// @ts-check
// The last dice stay in the strip above the board. New dice roll next to the piece that moves with them, and lie there for a moment.
import { theBoard } from "../board/board.js";
import { $, all, svgElement } from "../common/dom.js";
import { reducedMotion } from "../common/media.js";
import { setting } from "./page_state.js";
import { rattle } from "./sound.js";

const ROLL = 600,
  LIE = 1200, // milliseconds at the usual speed
  SIDE = 46; // pixels
let lastRoll = -1;
/** @type {HTMLElement | null} */
let lying = null;

/**
 * @param {{ dice: string, rolled_at: number }} scene
 * @param {string[]} moved the names of pieces and places that changed with them
 */
export function showDice({ dice, rolled_at }, moved) {
  if (lastRoll === rolled_at) return;
  const isNew = lastRoll >= 0 && lastRoll < rolled_at;
  lastRoll = rolled_at;
  lying?.remove();
  $("#dice").innerHTML = dice;
  if (!isNew || !dice) return;
  rattle();
  if (!reducedMotion.matches && setting("motion")) roll(moved);
}

/** @param {string[]} moved */
function roll(moved) {
  const slowness = theBoard().slowness(),
    { x, y } = placeOf(moved),
    tray = document.createElement("div");
  tray.className = "rolled";
  tray.ariaHidden = "true";
  document.body.append(tray);
  for (const [n, die] of all("#dice .die").entries()) tray.append(dieInSpace(die, n, slowness));
  tray.style.left = `${x - tray.offsetWidth / 2}px`;
  tray.style.top = `${y - SIDE - 14}px`;
  lying = tray;
  const fading = tray.animate([{ opacity: 1 }, { opacity: 0 }], {
    delay: (ROLL + LIE) * slowness,
    duration: 200,
    fill: "forwards",
  });
  fading.onfinish = () => tray.remove();
}

/**
 * One die as a separate picture, which rotates in three dimensions.
 * @param {Element} die
 * @param {number} n
 * @param {number} slowness
 */
function dieInSpace(die, n, slowness) {
  const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (die).getBBox(),
    picture = svgElement("svg", {
      class: "board",
      viewBox: `${x - 1} ${y - 1} ${width + 2} ${height + 2}`,
      width: SIDE,
      height: SIDE,
    });
  picture.append(die.cloneNode(true));
  const far = 60 + 25 * n;
  picture.animate(
    [
      { transform: `translate(${-far}px, -70px) rotateX(720deg) rotateY(-540deg) rotate(-200deg)`, opacity: 0.3 },
      { transform: `translate(${-far / 4}px, 8px) rotateX(300deg) rotateY(-200deg) rotate(-60deg)`, opacity: 1, offset: 0.5 },
      { transform: "translate(2px, -14px) rotateX(90deg) rotateY(-60deg) rotate(14deg)", offset: 0.75 },
      { transform: "none" },
    ],
    { duration: Math.min(ROLL, ROLL * slowness), easing: "ease-out" },
  );
  return picture;
}

/**
 * On the screen: where the first piece arrives that moves with the dice, else the middle of the board.
 * @param {string[]} moved
 */
function placeOf(moved) {
  const board = theBoard(),
    whole = board.getBoundingClientRect(),
    piece = all("[data-piece]", board).find((part) => moved.includes(part.dataset.piece ?? "")),
    target = (piece && endOf(piece)) ?? { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 };
  const [left, right] = [Math.max(whole.left, 0) + 80, Math.min(whole.right, innerWidth) - 80],
    [top, bottom] = [Math.max(whole.top, 0) + 2 * SIDE, Math.min(whole.bottom, innerHeight) - SIDE];
  return { x: Math.min(right, Math.max(left, target.x)), y: Math.min(bottom, Math.max(top, target.y)) };
}

/**
 * The final place of a piece, even while it is still moving.
 * @param {HTMLElement} piece
 */
function endOf(piece) {
  const drawn = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (piece)),
    parent = /** @type {SVGGraphicsElement | null} */ (/** @type {unknown} */ (piece.parentElement)),
    placed = drawn.transform.baseVal.consolidate()?.matrix,
    matrix = parent?.getScreenCTM();
  return placed && matrix ? new DOMPoint(placed.e, placed.f).matrixTransform(matrix) : null;
}
