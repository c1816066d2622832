// @ts-check
// The pixels for which the server draws a board.
import { narrow } from "../common/media.js";

/** @typedef {{ wide?: number, high?: number }} Viewport without sizes on a phone: there the board is as high as it needs to be */

const STEP = 20,
  LEAST = 300,
  MOST = 6000;

/** @param {number} pixels */
export const rounded = (pixels) => Math.min(MOST, Math.max(LEAST, Math.floor(pixels / STEP) * STEP));

/**
 * @param {Element} board
 * @returns {Viewport}
 */
export const viewportOf = (board) =>
  narrow.matches ? {} : { wide: rounded(board.clientWidth), high: rounded(board.clientHeight) };
