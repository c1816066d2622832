// @ts-check
// The clocks at the seats. They count down by themselves: the server says what time it is there, and when time runs out.
import { $, all } from "../common/dom.js";
import { clockText, timeText } from "./clock_text.js";

const WARNINGS = [60, 30, 10]; // seconds before my time runs out
let offset = 0; // of the server's clock from this page's, in seconds
let warned = Infinity;
let late = "";
/** @type {() => void} */
let onTimeout = () => {};

const now = () => performance.now() / 1000 + offset;

/** @param {number} seconds the server's time, just received */
export function setServerTime(seconds) {
  offset = seconds - performance.now() / 1000;
  showClocks();
}

/** @param {() => void} callback is called when a time has run out; the server then decides what happens */
export function whenTimeRunsOut(callback) {
  onTimeout = callback;
}

/** @param {number} left */
function warn(left) {
  const next = WARNINGS.filter((seconds) => left <= seconds).at(-1);
  if (next === undefined || next >= warned) {
    if (left > WARNINGS[0]) warned = Infinity;
    return;
  }
  warned = next;
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
    if (left < -0.5 && late !== deadline) {
      late = deadline;
      onTimeout();
    }
  }
}

setInterval(showClocks, 500);
