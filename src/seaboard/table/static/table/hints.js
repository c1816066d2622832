// @ts-check
// Hints: a bot's best choices; pointing at one shows its place.
import { actionIn } from "../board/actions.js";
import { theBoard } from "../board/board.js";
import { $, closest, find } from "../common/dom.js";

const panel = $("#advice"),
  board = theBoard();
/** @type {number | null} */
let shownFor = null;

/**
 * @param {string} html
 * @param {number | null} version
 */
export function showHints(html, version) {
  panel.innerHTML = html;
  panel.hidden = !html;
  shownFor = version;
  board.hint(actionIn(panel));
  find("[data-close]", panel)?.addEventListener("click", () => showHints("", null));
}

/**
 * Closes the hints for another position; hides those for this one while a draft is shown.
 * @param {number} version
 * @param {boolean} isDraft
 */
export function closeOldHints(version, isDraft) {
  if (shownFor === null) return;
  if (version !== shownFor) {
    showHints("", null);
    return;
  }
  panel.hidden = isDraft;
  board.hint(isDraft ? undefined : actionIn(panel));
}

for (const kind of ["pointerover", "focusin"]) {
  panel.addEventListener(kind, (event) => {
    const line = closest(event, "li"),
      action = line ? actionIn(line) : undefined;
    if (action !== undefined) board.hint(action);
  });
}
