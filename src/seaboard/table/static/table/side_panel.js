// @ts-check
// The panel with log, chat and rules folds to a strip of its tabs, so that the board is wider.
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

/** Until the player chooses, a board that needs the width of a laptop gets it, unless a coach speaks next to it. */
function isFoldedAtFirst() {
  const chosen = recall("folded"),
    isCoached = /** @type {HTMLInputElement | null} */ (find("[data-setting=coach]"))?.checked;
  return chosen === null ? "needsWidth" in table.dataset && laptop.matches && !isCoached : chosen === "true";
}

export const unfoldPanel = () => fold(false);

show(isFoldedAtFirst());
button.onclick = () => fold(!table.classList.contains("folded"));
