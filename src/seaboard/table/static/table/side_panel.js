// @ts-check
// Folds the panel with log, chat and rules to a strip with its tabs, which makes the board wider.
import { $, find } from "../common/dom.js";
import { recall, remember } from "../common/storage.js";
import { table } from "./page_state.js";

const button = $("#fold");
const laptop = matchMedia("(max-width: 1439px)");

/** @param {boolean} folded */
function show(folded) {
  table.classList.toggle("folded", folded);
  button.setAttribute("aria-expanded", String(!folded));
}

/** @param {boolean} folded */
function fold(folded) {
  show(folded);
  remember("folded", folded);
}

/** Until the player chooses: folded on laptops if the board needs the width, unless the coach is next to it. */
function isFoldedAtFirst() {
  const chosen = recall("folded"),
    isCoached = /** @type {HTMLInputElement | null} */ (find("[data-setting=coach]"))?.checked;
  return chosen === null ? "needsWidth" in table.dataset && laptop.matches && !isCoached : chosen === "true";
}

export const unfoldPanel = () => fold(false);

show(isFoldedAtFirst());
button.onclick = () => fold(!table.classList.contains("folded"));
