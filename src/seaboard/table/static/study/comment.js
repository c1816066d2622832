// @ts-check
// The comment on a moment. It is saved when the user leaves its field or the moment.
import { $, find } from "../common/dom.js";
import { scene, state } from "./study_state.js";

/** @typedef {import("./study_state.js").StudyScene} StudyScene */
/** @typedef {(comment: { chapter: number, at: number, comment: string }) => Promise<boolean>} Save whether it was saved */

/** @type {HTMLTextAreaElement | null} */
const area = find("#comment textarea");
/** @type {string | null} the text that is being saved */
let saving = null;

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
  if (moved || (document.activeElement !== area && saving === null)) area.value = text;
}

/**
 * A comment that is refused stays in the field.
 * @param {HTMLTextAreaElement} area
 * @param {StudyScene} moment
 * @param {Save} save
 */
async function saveChanged(area, { chapter, at, comment }, save) {
  const text = area.value;
  if (text.trim() === comment || saving === text) return;
  saving = text;
  const saved = await save({ chapter, at, comment: text });
  saving = null;
  if (!saved && state.at === at && state.chapter === chapter) area.value = text;
}

/** @param {Save} save */
export function saveWhenLeft(save) {
  area?.addEventListener("blur", () => {
    if (state.scene) saveChanged(area, state.scene, save);
  });
}
