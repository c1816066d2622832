// @ts-check
// The way of a piece over places next to each other, such as the hexes of a sea.
import { all } from "../common/dom.js";

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ points: Point[], step: number }} Lanes the middles of the places, and how far two neighbours are apart
 */

/**
 * @param {Point} one
 * @param {Point} other
 */
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * A shortest way over the places, which begins at `from`, wherever that is; null if there is none.
 * @param {Lanes} lanes
 * @param {Point} from
 * @param {Point} to
 * @returns {Point[] | null}
 */
export function routeBetween({ points, step }, from, to) {
  const nearest = (/** @type {Point} */ point) =>
    points.find((one) => apart(one, point) < 0.55 * step && points.every((other) => apart(one, point) <= apart(other, point)));
  const start = nearest(from) ?? from,
    end = nearest(to);
  if (!end) return null;
  /** @type {Map<Point, Point | null>} */
  const cameFrom = new Map([[start, null]]);
  for (const place of cameFrom.keys()) {
    if (place === end) return wayTo(end, cameFrom);
    for (const next of points) if (!cameFrom.has(next) && apart(place, next) < 1.15 * step) cameFrom.set(next, place);
  }
  return null;
}

/**
 * @param {Point} end
 * @param {Map<Point, Point | null>} cameFrom
 */
function wayTo(end, cameFrom) {
  const way = [];
  for (let place = /** @type {Point | null | undefined} */ (end); place; place = cameFrom.get(place)) way.unshift(place);
  return way;
}

/**
 * The lanes on which a piece moves, and the drawing whose coordinates they have.
 * @param {ParentNode} board
 * @param {string} piece
 */
export function lanesOf(board, piece) {
  const group = all("[data-lanes]", board).find((one) => piece.startsWith(one.dataset.lanesOf ?? " "));
  if (!group) return null;
  const points = (group.dataset.lanes ?? "").split(" ").map((point) => {
    const [x, y] = point.split(",").map(Number);
    return { x, y };
  });
  return {
    group: /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (group)),
    lanes: { points, step: Number(group.dataset.step) },
  };
}
