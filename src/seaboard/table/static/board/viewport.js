// @ts-check
// The pixels for which the server draws a board.
import { narrow } from "../common/media.js";

/**
 * On a phone it has no size: there the board is as high as it needs to be.
 * @typedef {{ width?: number, height?: number, opened?: string }} Viewport opened: the parts of the board that are opened in place
 */

const STEP = 20,
  MIN = 300,
  MAX = 6000;

/** @param {number} pixels */
export const rounded = (pixels) => Math.min(MAX, Math.max(MIN, Math.floor(pixels / STEP) * STEP));

/**
 * @param {HTMLElement} board its scroll bars do not count, or they would come and go
 * @returns {Viewport}
 */
export const viewportOf = (board) =>
  narrow.matches ? {} : { width: rounded(board.offsetWidth), height: rounded(board.offsetHeight) };

/** @param {Viewport} viewport */
export const viewportName = ({ width, height }) => (width ? `${width}x${height}` : "narrow");

/**
 * Stores the viewport in a cookie, so that the server can send the next page with its board.
 * @param {Viewport} viewport
 */
export function rememberViewport(viewport) {
  const cookie = `board=${viewportName(viewport)}`;
  if (document.cookie.split("; ").includes(cookie)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`;
}
