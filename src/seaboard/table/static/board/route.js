// @ts-check
// The route of a piece over adjacent places, such as the hexes of a sea.
import { all } from "../common/dom.js";

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ points: Point[], step: number }} Lanes the centres of the places, and the distance between neighbours
 */

/**
 * @param {Point} one
 * @param {Point} other
 */
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * A shortest route over the places from any point; null if there is none.
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
    if (place === end) return routeTo(end, cameFrom);
    for (const next of points) if (!cameFrom.has(next) && apart(place, next) < 1.15 * step) cameFrom.set(next, place);
  }
  return null;
}

/**
 * @param {Point} end
 * @param {Map<Point, Point | null>} cameFrom
 */
function routeTo(end, cameFrom) {
  const way = [];
  for (let place = /** @type {Point | null | undefined} */ (end); place; place = cameFrom.get(place)) way.unshift(place);
  return way;
}

/**
 * The lanes on which a piece moves, and the SVG group in whose coordinates they are.
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
