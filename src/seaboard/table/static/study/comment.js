// @ts-check
// The comment on a moment: saved when its field, or the moment, is left.
import { $, find } from "../common/dom.js";
import { scene, state } from "./study_state.js";

/** @typedef {import("./study_state.js").StudyScene} StudyScene */
/** @typedef {(comment: { chapter: number, at: number, comment: string }) => Promise<boolean>} Save whether it was saved */

/** @type {HTMLTextAreaElement | null} */
const area = find("#comment textarea");
/** @type {string | null} on its way to the server */
let sent = null;

/**
 * @param {StudyScene | null} before
 * @param {Save} save
 */
export function showComment(before, save) {
  const text = scene().comment;
  if (!area) {
    $("#comment p").textContent = text;
    return;
  }
  const moved = !before || before.at !== state.at || before.chapter !== state.chapter;
  if (moved && before) saveChanged(area, before, save);
  if (moved || (document.activeElement !== area && sent === null)) area.value = text;
}

/**
 * A comment that is refused stays in the field.
 * @param {HTMLTextAreaElement} area
 * @param {StudyScene} moment
 * @param {Save} save
 */
async function saveChanged(area, { chapter, at, comment }, save) {
  const text = area.value;
  if (text.trim() === comment || sent === text) return;
  sent = text;
  const saved = await save({ chapter, at, comment: text });
  sent = null;
  if (!saved && state.at === at && state.chapter === chapter) area.value = text;
}

/** @param {Save} save */
export function saveWhenLeft(save) {
  area?.addEventListener("blur", () => {
    if (state.scene) saveChanged(area, state.scene, save);
  });
}
