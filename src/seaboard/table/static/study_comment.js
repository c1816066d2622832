// What is said about a moment: kept when its field is left, or the moment is.
import { here } from "./study_here.js";
import { $ } from "./server.js";

const field = $("#comment textarea");
let sent = null; // on its way to the server

// `save` sends a text for a moment; it may be refused, and then the text stays in the field.
export function showComment(before, save) {
  const text = here.scene.comment;
  if (!field) { $("#comment p").textContent = text; return; }
  const moved = !before || before.at !== here.at || before.chapter !== here.chapter;
  if (moved && before) keep(before, save);
  if (moved || (document.activeElement !== field && sent === null)) field.value = text;
}

async function keep(moment, save) {
  const text = field.value, { chapter, at, comment } = moment;
  if (text.trim() === comment || sent === text) return;
  sent = text;
  const saved = await save({ chapter, at, comment: text });
  sent = null;
  if (saved || here.at !== at || here.chapter !== chapter) return;
  field.value = text;
}

export const keepWhenLeft = (save) => field?.addEventListener("blur", () => { if (here.scene) keep(here.scene, save); });
