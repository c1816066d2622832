// @ts-check
// A table that continues from a moment of another table has a link back to it, in the browser that made it.
import { find } from "./dom.js";
import { recall, remember } from "./storage.js";

/**
 * @param {string} page of the new table
 * @param {string} origin the moment at which it branched off
 */
export const rememberOrigin = (page, origin) => remember(`origin ${page}`, origin, false);

/** Shows the link back on the page of such a table. */
export function showOrigin() {
  const origin = recall(`origin ${location.pathname}`);
  /** @type {HTMLAnchorElement | null} */
  const link = find("#origin");
  if (!link || !origin?.startsWith("/t/")) return;
  link.href = origin;
  link.hidden = false;
}
