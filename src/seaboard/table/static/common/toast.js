// @ts-check
// Short messages at the edge of the page.
import { $ } from "./dom.js";

let hiding = 0;

/**
 * @param {string} text an empty one takes the last one away
 * @param {number} [stays] milliseconds
 */
export function toast(text, stays = 6000) {
  const box = $("#toast");
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    box.hidden = true;
  }, stays);
}
