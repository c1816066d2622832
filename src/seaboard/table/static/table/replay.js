// @ts-check
// Autoplay: shows the game step by step from the current moment; at the end of the game, from its beginning.
import { $, closest } from "../common/dom.js";
import { rememberChoice } from "../common/storage.js";
import { scene, state, words } from "./page_state.js";
import { goToMove } from "./scene.js";

const button = $("#replay [data-autoplay]");
/** @type {HTMLSelectElement} */
const speed = $("#replay [data-speed]");
let isPlaying = false,
  timer = 0;

rememberChoice(speed, "speed");

function show() {
  button.setAttribute("aria-pressed", String(isPlaying));
  button.title = isPlaying ? words.pause : words.autoplay;
  button.setAttribute("aria-label", button.title);
}

function stop() {
  isPlaying = false;
  clearTimeout(timer);
  show();
}

async function next() {
  if (state.at !== null) await goToMove(scene().at + 1);
  if (!isPlaying) return;
  if (state.at === null) stop();
  else timer = setTimeout(next, Number(speed.value));
}

export async function toggleReplay() {
  if (isPlaying) {
    stop();
    return;
  }
  if (!scene().moves) return;
  isPlaying = true;
  show();
  if (state.at === null) await goToMove(0);
  timer = setTimeout(next, Number(speed.value));
}

// Choosing another moment stops the automatic replay.
document.addEventListener("pointerdown", (event) => stopFor(event, ""), true);
document.addEventListener("keydown", (event) => stopFor(event, event.key), true);

/**
 * @param {Event} event
 * @param {string} key
 */
function stopFor(event, key) {
  const isReplayControl = key === "p" || closest(event, "[data-autoplay], [data-speed]");
  const choosesMoment = key.startsWith("Arrow") || closest(event, "#replay, #log, #since, [data-now]");
  if (isPlaying && choosesMoment && !isReplayControl && !["Tab", "Shift"].includes(key)) stop();
}
button.onclick = toggleReplay;
show();
