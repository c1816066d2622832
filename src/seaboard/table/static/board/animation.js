// @ts-check
// Pieces move from where they were to where they are.
import { all } from "../common/dom.js";
import { changesBetween } from "./piece_positions.js";

/** @typedef {import("./piece_positions.js").Positions} Positions */
/** @typedef {import("./piece_positions.js").Spot} Spot */

/**
 * @param {Element} board
 * @param {Positions} before
 * @param {Positions} after
 */
export function animatePieces(board, before, after) {
  const panels = new Map(
    /** @type {SVGGraphicsElement[]} */ (all("[data-panel]", board)).map((one) => [one.dataset.panel, one]),
  );
  const parts = new Map(all("[data-piece]", board).map((part) => [part.dataset.piece, part]));
  /** @param {Spot} spot */
  const onScreen = ({ panel, x, y }) => {
    const matrix = panels.get(panel)?.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : null;
  };
  for (const { name, from, to } of changesBetween(before, after).moved) {
    const piece = parts.get(name);
    if (piece) animate(piece, from && onScreen(from), onScreen(to));
  }
}

/**
 * @param {Element} piece
 * @param {DOMPoint | null} start nowhere for a new piece
 * @param {DOMPoint | null} end
 */
function animate(piece, start, end) {
  if (!start || !end) {
    piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 350 });
    return;
  }
  const parent = /** @type {SVGGraphicsElement | null} */ (/** @type {unknown} */ (piece.parentElement));
  const scale = parent?.getScreenCTM()?.a || 1,
    transform = getComputedStyle(piece).transform;
  const rest = transform === "none" ? "" : transform;
  const away = `translate(${(start.x - end.x) / scale}px, ${(start.y - end.y) / scale}px)`;
  piece.animate([{ transform: `${away} ${rest}` }, { transform: rest || "none" }], {
    duration: 450,
    easing: "cubic-bezier(.3,.1,.2,1)",
  });
}
