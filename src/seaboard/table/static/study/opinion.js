// @ts-check
// A bot's evaluation of each choice, for every position while it is switched on.
import { actionIn } from "../board/actions.js";
import { theBoard } from "../board/board.js";
import { $, closest } from "../common/dom.js";
import { messageOf } from "../common/server.js";
import { recall, remember } from "../common/storage.js";
import { toast } from "../common/toast.js";
import { scene, state, words } from "./study_state.js";

/** @typedef {() => Promise<{ html: string }>} Ask */

const panel = $("#advice"),
  board = theBoard();
let shownFor = "";

export const opinionIsOn = () => recall("study opinion") === "on";
const moment = () => `${state.chapter} ${state.at}`;

/** @param {Ask} ask */
export async function showOpinion(ask) {
  showSwitch();
  const requested = moment();
  if (shownFor === requested) return;
  if (scene().mover === null) {
    closeOpinion();
    return;
  }
  panel.classList.add("waiting");
  let answer;
  try {
    answer = await ask();
  } catch (error) {
    toast(messageOf(error, words.lost));
    closeOpinion();
    return;
  }
  if (requested !== moment()) return;
  shownFor = requested;
  panel.classList.remove("waiting");
  panel.innerHTML = answer.html;
  panel.hidden = !answer.html;
  board.hint(actionIn(panel));
}

export function closeOpinion() {
  shownFor = "";
  panel.classList.remove("waiting");
  panel.hidden = true;
  panel.replaceChildren();
  showSwitch();
}

/** @param {Ask} ask */
export function toggleOpinion(ask) {
  remember("study opinion", opinionIsOn() ? "off" : "on");
  if (opinionIsOn()) showOpinion(ask);
  else {
    closeOpinion();
    board.hint();
  }
}

const showSwitch = () => $("[data-do=opinion]").setAttribute("aria-pressed", String(opinionIsOn()));

// Pointing at a choice shows its place.
for (const kind of ["pointerover", "focusin"]) {
  panel.addEventListener(kind, (event) => {
    const line = closest(event, "li");
    board.hint(line ? actionIn(line) : undefined);
  });
}
