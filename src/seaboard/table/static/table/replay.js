// @ts-check
// Plays the game by itself, step by step, from the moment that is shown; from its beginning at the end.
import { $, closest } from "../common/dom.js";
import { rememberChoice } from "../common/storage.js";
import { scene, state, words } from "./page_state.js";
import { goToMove } from "./scene.js";

const button = $("#replay [data-autoplay]");
/** @type {HTMLSelectElement} */
const speed = $("#replay [data-speed]");
let plays = false,
  waiting = 0;

rememberChoice(speed, "speed");

function show() {
  button.setAttribute("aria-pressed", String(plays));
  button.title = plays ? words.pause : words.autoplay;
  button.setAttribute("aria-label", button.title);
}

function stop() {
  plays = false;
  clearTimeout(waiting);
  show();
}

async function next() {
  if (state.at !== null) await goToMove(scene().at + 1);
  if (!plays) return;
  if (state.at === null) stop();
  else waiting = setTimeout(next, Number(speed.value));
}

export async function toggleReplay() {
  if (plays) {
    stop();
    return;
  }
  if (!scene().moves) return;
  plays = true;
  show();
  if (state.at === null) await goToMove(0);
  waiting = setTimeout(next, Number(speed.value));
}

// Choosing another moment stops the automatic replay.
document.addEventListener("pointerdown", (event) => stopFor(event, ""), true);
document.addEventListener("keydown", (event) => stopFor(event, event.key), true);

/**
 * @param {Event} event
 * @param {string} key
 */
function stopFor(event, key) {
  const own = key === "p" || closest(event, "[data-autoplay], [data-speed]");
  const walks = key.startsWith("Arrow") || closest(event, "#replay, #log, #since, [data-now]");
  if (plays && walks && !own && !["Tab", "Shift"].includes(key)) stop();
}
button.onclick = toggleReplay;
show();
