// @ts-check
// Short messages at the edge of the page.
import { $ } from "./dom.js";

let timer = 0;

/**
 * @param {string} text empty: hides the last message
 * @param {number} [duration] milliseconds
 */
export function toast(text, duration = 6000) {
  const box = $("#toast");
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    box.hidden = true;
  }, duration);
}
