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

export const evaluationIsOn = () => recall("study opinion") === "on";
const moment = () => `${state.chapter} ${state.at}`;

/** @param {Ask} ask */
export async function showEvaluation(ask) {
  showSwitch();
  const requested = moment();
  if (shownFor === requested) return;
  if (scene().mover === null) {
    closeEvaluation();
    return;
  }
  panel.classList.add("waiting");
  let answer;
  try {
    answer = await ask();
  } catch (error) {
    toast(messageOf(error, words.lost));
    closeEvaluation();
    return;
  }
  if (requested !== moment()) return;
  shownFor = requested;
  panel.classList.remove("waiting");
  panel.innerHTML = answer.html;
  panel.hidden = !answer.html;
  board.hint(actionIn(panel));
}

export function closeEvaluation() {
  shownFor = "";
  panel.classList.remove("waiting");
  panel.hidden = true;
  panel.replaceChildren();
  showSwitch();
}

/** @param {Ask} ask */
export function toggleEvaluation(ask) {
  remember("study opinion", evaluationIsOn() ? "off" : "on");
  if (evaluationIsOn()) showEvaluation(ask);
  else {
    closeEvaluation();
    board.hint();
  }
}

const showSwitch = () => $("[data-do=evaluation]").setAttribute("aria-pressed", String(evaluationIsOn()));

// Pointing at a choice shows its place.
for (const kind of ["pointerover", "focusin"]) {
  panel.addEventListener(kind, (event) => {
    const line = closest(event, "li");
    board.hint(line ? actionIn(line) : undefined);
  });
}
