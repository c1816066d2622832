// A bot's opinion beside each choice: asked for once, or for every position while it is on.
import { here, words } from "./study_here.js";
import { $, all } from "./server.js";
import { toast } from "./toast.js";

const panel = $("#advice"), KEPT = "seaboard study opinion";
let shownFor = "";

export const opinionIsOn = () => localStorage.getItem(KEPT) === "on";
const moment = () => `${here.chapter} ${here.at}`;

export async function askOpinion(ask) {
  showSwitch();
  const asked = moment();
  if (shownFor === asked || here.scene.mover === null) { if (shownFor !== asked) forgetOpinion(); return; }
  panel.classList.add("waiting");
  let answer;
  try { answer = await ask(); } catch (error) { toast(error.status ? error.message : words.lost); forgetOpinion(); return; }
  if (asked !== moment()) return;
  shownFor = asked;
  panel.classList.remove("waiting");
  panel.innerHTML = answer.html;
  panel.hidden = !answer.html;
  point($("[data-action]", panel)?.dataset.action);
}

export function forgetOpinion() {
  shownFor = "";
  panel.classList.remove("waiting");
  panel.hidden = true;
  panel.replaceChildren();
  showSwitch();
}

export function toggleOpinion(ask) {
  localStorage.setItem(KEPT, opinionIsOn() ? "off" : "on");
  if (opinionIsOn()) askOpinion(ask); else { forgetOpinion(); point(); }
}

const showSwitch = () => $("[data-do=opinion]").setAttribute("aria-pressed", opinionIsOn());

// Pointing at a choice shows its place.
function point(action) {
  for (const part of all(".hinted")) part.classList.remove("hinted");
  if (action === undefined) return;
  for (const part of all(`#prompt [data-action="${action}"]`)) part.classList.add("hinted");
  for (const part of all("#board .target.can")) if (part.dataset.actions.split(" ").includes(action)) part.classList.add("hinted");
}
for (const kind of ["pointerover", "focusin"]) {
  panel.addEventListener(kind, (event) => point(event.target.closest("li")?.querySelector("[data-action]")?.dataset.action));
}
