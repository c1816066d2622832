// @ts-check
// The panel with log, chat and rules folds away, so that the board has the whole width.
import { $ } from "../common/dom.js";
import { recall, remember } from "../common/storage.js";
import { table } from "./page_state.js";

const button = $("#fold");

/** @param {boolean} folded */
function fold(folded) {
  table.classList.toggle("folded", folded);
  button.setAttribute("aria-expanded", String(!folded));
  remember("folded", folded);
}

export const unfoldPanel = () => fold(false);

fold(recall("folded") === "true");
button.onclick = () => fold(!table.classList.contains("folded"));
