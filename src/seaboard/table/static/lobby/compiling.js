// @ts-check
// Shows the progress of games that are being compiled, and the estimated time left.
import { $, all, pause } from "../common/dom.js";
import { get } from "../common/server.js";

const waiting = () => all("[data-compiling]:not([hidden])");
/** @type {Map<string, { at: number, from: number }>} by game: the time and value of the first progress */
const firstProgress = new Map();

/**
 * @param {HTMLElement} part
 * @param {number} percent
 */
function show(part, percent) {
  const game = part.dataset.compiling ?? "",
    now = performance.now(),
    first = firstProgress.get(game);
  if (percent > 0 && !first) firstProgress.set(game, { at: now, from: percent });
  /** @type {HTMLProgressElement} */ ($("progress", part)).value = percent;
  if (first && percent > first.from) {
    const seconds = Math.round(((now - first.at) / 1000 / (percent - first.from)) * (100 - percent));
    $("output", part).textContent = (part.dataset.left ?? "").replace("{n}", String(Math.max(1, seconds)));
  }
  part.hidden = percent === 100;
}

while (waiting().length) {
  await pause(1000);
  /** @type {Record<string, number>} */
  const ready = await get("/ready").catch(() => ({}));
  for (const part of waiting()) show(part, ready[part.dataset.compiling ?? ""] ?? 0);
}
