// @ts-check
// The action numbers in parts of a page.
import { find } from "../common/dom.js";

/**
 * @param {string | undefined} text the numbers of data-actions
 * @returns {number[]}
 */
export const readActions = (text) => (text ?? "").split(" ").filter(Boolean).map(Number);

/**
 * The action of the first choice in a part of the page.
 * @param {ParentNode} part
 */
export const actionIn = (part) => {
  const button = find("[data-action]", part);
  return button ? Number(button.dataset.action) : undefined;
};
