// @ts-check
// Shows the others' turns step by step, at the pace that the player has chosen, or skips to the current position.
import { $ } from "../common/dom.js";
import { rememberChoice } from "../common/storage.js";
import { scene, state, words } from "./page_state.js";

/** @typedef {import("./page_state.js").Shown} Shown */
/** @typedef {{ fetchScene: (at: number | null) => Promise<Shown | null>, show: (next: Shown) => void }} Scenes */

/** @type {Scenes} how scenes are fetched and shown */
let scenes;

/** @param {Scenes} functions */
export function useScenes(functions) {
  scenes = functions;
}

const WITHIN_A_TURN = 0.45; // the pause between two steps of a turn, as a share of that between turns
const MAX_STEPS = 120; // after a longer absence the page shows the current position immediately
/** @type {HTMLSelectElement} */
const pace = $("[data-pace]");
const pauseButton = $("[data-pause]"),
  skipButton = $("[data-skip]");
/** @type {Shown | null} */
let latest = null;
let isLive = false,
  isStepping = false,
  isPaused = false,
  shownAt = 0;
/** @type {() => void} */
let wake = () => {};

rememberChoice(pace, "pace");
pace.addEventListener("change", () => wake());

const isBehind = () => state.at === null && latest !== null && latest.moves > scene().at;

/**
 * Shows the newest scene, after the moves of others that the player has not seen.
 * @param {Shown} next
 */
export async function catchUp(next) {
  latest = next;
  if (isStepping) return;
  if (!hasSteps(next)) {
    arrive();
    return;
  }
  isStepping = true;
  if (isOwnTurn()) await step();
  stepOn();
}

// After viewing an earlier moment, the page returns to the current position immediately.
export function stopCatchingUp() {
  isLive = false;
}

/** @param {number} at */
const turnAt = (at) => latest?.turns.find(([before, after]) => before <= at && at < after);
const isOwnTurn = () => turnAt(scene().at)?.[2] === latest?.viewer;

/** @param {Shown} next */
function hasSteps(next) {
  const shown = state.scene,
    byOthers = next.turns.at(-1)?.[2] !== next.viewer;
  if (!isLive || !shown || !byOthers || state.at !== null || state.draft !== null || document.hidden) return false;
  if (shown.viewer !== next.viewer || next.curtain !== null) return false;
  const steps = next.moves - shown.at;
  return steps > 0 && steps <= MAX_STEPS && (Number(pace.value) > 0 || isPaused);
}

async function stepOn() {
  while (isBehind()) await step();
  isStepping = false;
  showTools();
}

/** The pause before the next step: short within a turn, long between two turns. */
const pauseBefore = () => Number(pace.value) * (turnAt(scene().at)?.[0] === scene().at ? 1 : WITHIN_A_TURN);

// Shows the next step, after a pause; the viewer's own turn is shown at once.
async function step() {
  const own = isOwnTurn(),
    due = shownAt + pauseBefore() - performance.now();
  showTools();
  if (!own && (isPaused || due > 0)) await wakeAfter(due);
  if ((isPaused && !own) || !isBehind() || !latest) return;
  const at = own ? (turnAt(scene().at)?.[1] ?? latest.moves) : scene().at + 1;
  if (!Number(pace.value) || at >= latest.moves) {
    arrive();
    return;
  }
  const next = await scenes.fetchScene(at);
  if (!next || !isBehind()) return;
  scenes.show(next);
  shownAt = performance.now();
}

/**
 * @param {number} due milliseconds
 * @returns {Promise<void>}
 */
const wakeAfter = (due) =>
  new Promise((done) => {
    wake = done;
    if (!isPaused) setTimeout(done, due);
  });

function arrive() {
  if (latest) scenes.show(latest);
  isLive = state.at === null;
  shownAt = performance.now();
}

function showTools() {
  skipButton.hidden = !isCatchingUp();
  pauseButton.setAttribute("aria-pressed", String(isPaused));
  pauseButton.title = isPaused ? words.go_on : words.pause;
  pauseButton.setAttribute("aria-label", pauseButton.title);
}

export const isCatchingUp = () => isStepping && isBehind();

export function togglePause() {
  isPaused = !isPaused;
  showTools();
  wake();
}

export function skipToPresent() {
  isPaused = false;
  if (latest && isBehind()) arrive();
  showTools();
  wake();
}
