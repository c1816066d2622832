// @ts-check
// The clocks at the seats. They count down in the browser; the server sends its time and the deadlines.
import { $, all } from "../common/dom.js";
import { clockText, timeText } from "./clock_text.js";

const WARNINGS = [60, 30, 10]; // seconds before the player's time runs out
let offset = 0; // of the server's clock from this page's, in seconds
let lastWarning = Infinity; // in seconds
let reportedDeadline = "";
/** @type {() => void} */
let onTimeout = () => {};

const now = () => performance.now() / 1000 + offset;

/** @param {number} seconds the server's time, just received */
export function setServerTime(seconds) {
  offset = seconds - performance.now() / 1000;
  showClocks();
}

/** @param {() => void} callback is called when a player's time has run out; the server decides what happens then */
export function whenTimeRunsOut(callback) {
  onTimeout = callback;
}

/**
 * Announces the remaining time to screen readers, once for each of `WARNINGS`.
 * @param {number} left
 */
function warn(left) {
  const next = WARNINGS.filter((seconds) => left <= seconds).at(-1);
  if (next === undefined || next >= lastWarning) {
    if (left > WARNINGS[0]) lastWarning = Infinity;
    return;
  }
  lastWarning = next;
  const words = JSON.parse($("#table").dataset.words ?? "{}");
  $("#announcement").textContent = (words.time_left ?? "").replace("{n}", String(Math.max(0, Math.ceil(left))));
}

export function showClocks() {
  for (const clock of all(".clock")) {
    const { deadline, reserve, mine } = clock.dataset;
    if (!deadline) {
      clock.textContent = timeText(Number(reserve));
      continue;
    }
    const left = Number(deadline) - now();
    clock.textContent = clockText(left, Number(reserve));
    clock.classList.toggle("urgent", left < WARNINGS[1]);
    if (mine !== undefined) warn(left);
    if (left < -0.5 && reportedDeadline !== deadline) {
      reportedDeadline = deadline;
      onTimeout();
    }
  }
}

setInterval(showClocks, 500);
