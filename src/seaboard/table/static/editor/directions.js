// @ts-check
// Arrow keys on the board: move the focus from one place to the nearest one in a direction.
import { middleOf } from "../common/dom.js";

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * How far a point is in a direction; sideways distance counts double. Infinity for points on the other side.
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @param {string} key
 */
export function distanceInDirection(from, to, key) {
  const [right, down] = DIRECTIONS[key] ?? [0, 0];
  const ahead = (to.x - from.x) * right + (to.y - from.y) * down,
    aside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
  return ahead > 1 && aside <= 2 * ahead ? ahead + 2 * aside : Infinity;
}

/**
 * @param {HTMLElement} from
 * @param {HTMLElement[]} candidates
 * @param {string} key
 * @returns {HTMLElement | undefined}
 */
export function nearestInDirection(from, candidates, key) {
  const start = middleOf(from);
  const reached = candidates.map((one) => ({ one, far: distanceInDirection(start, middleOf(one), key) }));
  return reached.filter(({ far }) => far < Infinity).sort((a, b) => a.far - b.far)[0]?.one;
}
