// @ts-check
// The positions of pieces on a drawn board, and the differences between two drawings, in which a piece has the same name.
import { all } from "../common/dom.js";

/**
 * @typedef {{ panel: string, x: number, y: number, width: number, height: number }} Spot a place within a panel of the board
 * @typedef {Spot & { holds?: string }} Place
 * @typedef {{ pieces: Map<string, Spot>, places: Map<string, Place> }} Positions
 * @typedef {{ name: string, from: Spot | null, to: Spot, closesUp: boolean }} MovedPiece
 * @typedef {{ name: string, spot: Place }} ChangedPlace
 */

/**
 * Positions are relative to panels, so that boards of any size and order compare.
 * @param {ParentNode} board
 * @returns {Positions}
 */
export function measure(board) {
  /** @type {Positions} */
  const positions = { pieces: new Map(), places: new Map() };
  for (const panel of /** @type {SVGGraphicsElement[]} */ (all("[data-panel]", board))) {
    const home = panel.getCTM()?.inverse();
    if (!home) continue;
    for (const part of /** @type {SVGGraphicsElement[]} */ (all("[data-piece], [data-place]", panel))) {
      const spot = spotOf(part, home, panel.dataset.panel ?? "");
      const { piece, place, holds } = part.dataset;
      if (piece !== undefined) positions.pieces.set(piece, spot);
      else if (place !== undefined) positions.places.set(place, { ...spot, holds });
    }
  }
  return positions;
}

/**
 * @param {SVGGraphicsElement} part
 * @param {DOMMatrix} home
 * @param {string} panel
 * @returns {Spot}
 */
function spotOf(part, home, panel) {
  const drawn = /** @type {SVGGraphicsElement} */ (part.querySelector(".extent") ?? part); // a clipped picture has a box around what is visible
  const box = drawn.getBBox(),
    matrix = home.multiply(drawn.getCTM() ?? undefined);
  const from = new DOMPoint(box.x, box.y).matrixTransform(matrix);
  const to = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(matrix);
  return {
    panel,
    x: (from.x + to.x) / 2,
    y: (from.y + to.y) / 2,
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
}

/**
 * Equal pieces are named by their place, KIND@PLACE: one that appears is another of its kind that has disappeared.
 * @param {string} name
 */
const kindOf = (name) => (name.includes("@") ? name.split("@")[0] : "");

/**
 * Returns a function that takes a piece of a kind out of those that have disappeared, and returns its old spot.
 * @param {Map<string, Spot>} before
 * @param {Map<string, Spot>} after
 */
function removedPieces(before, after) {
  const removed = [...before].filter(([name]) => kindOf(name) && !after.has(name));
  return (/** @type {string} */ kind) => {
    const n = removed.findIndex(([name]) => kindOf(name) === kind);
    return n < 0 || !kind ? null : removed.splice(n, 1)[0][1];
  };
}

/**
 * @param {Spot} one
 * @param {Spot} other
 */
const isSame = (one, other) => one.panel === other.panel && Math.hypot(one.x - other.x, one.y - other.y) < 2;

/**
 * A panel that is full continues in others: display, display-more and display-rest.
 * @param {string} panel
 */
const wholeOf = (panel) => panel.replace(/-(more|rest)$/, "");

/** @param {string} name */
const rowOf = (name) => name.replace(/-?\d+$/, "");

const NEAR = 30; // units of a panel

/**
 * Whether a piece has only stepped to the side.
 * @param {Spot} one
 * @param {Spot} other
 * @param {number} [near]
 */
export const isNextTo = (one, other, near = NEAR) =>
  one.panel === other.panel && Math.abs(one.y - other.y) < 2 && Math.abs(one.x - other.x) < near;

/**
 * Whether a piece only makes room: pieces of one kind in a row (card-101, card-102) close up when one is taken, and a piece steps to
 * the side when something else in the row has become wider.
 * @param {string} name
 * @param {Spot | null} from
 * @param {Spot} to
 * @param {[string, Spot][]} pieces before and after
 */
function closesUp(name, from, to, pieces) {
  if (!from || wholeOf(from.panel) !== wholeOf(to.panel) || kindOf(name)) return false;
  if (isNextTo(from, to)) return true;
  return pieces.some(
    ([other, spot]) => other !== name && rowOf(other) === rowOf(name) && wholeOf(spot.panel) === wholeOf(to.panel),
  );
}

/**
 * Moved pieces with their old spots (null for new pieces), and places that hold something else than before.
 * @param {Positions} before
 * @param {Positions} after
 * @returns {{ moved: MovedPiece[], changed: ChangedPlace[] }}
 */
export function changesBetween(before, after) {
  const takeRemoved = removedPieces(before.pieces, after.pieces);
  const moved = [],
    changed = [];
  for (const [name, to] of after.pieces) {
    const from = before.pieces.get(name) ?? takeRemoved(kindOf(name));
    if (!from || !isSame(from, to))
      moved.push({ name, from, to, closesUp: closesUp(name, from, to, [...before.pieces, ...after.pieces]) });
  }
  for (const [name, spot] of after.places) {
    if (before.places.get(name)?.holds !== spot.holds) changed.push({ name, spot });
  }
  return { moved, changed };
}
