// @ts-check
// The log: a line for each turn, with its steps below. The current moment is marked in it.
import { $, all, closest, find } from "../common/dom.js";
import { replaceContent } from "../common/replace_content.js";
import { getText } from "../common/server.js";
import { base, scene, state } from "./page_state.js";
import { clearPointed, pointAtTurn } from "./trails.js";

/** @typedef {import("./page_state.js").Shown} Shown */

let isWhole = false,
  shownLog = "";

/** @param {Shown} next */
export async function showLog(next) {
  const log = $("#log"),
    panel = /** @type {HTMLElement} */ (log.parentElement);
  if (shownLog !== next.log) {
    const isFirst = !shownLog,
      atEnd = panel.scrollHeight - panel.scrollTop - panel.clientHeight < 60;
    const open = new Set(all("li.turn:has([aria-expanded=true])", log).map((line) => line.dataset.from));
    shownLog = next.log;
    replaceContent(log, isWhole ? ((await wholeLog()) ?? next.log) : next.log);
    for (const line of all("li.turn", log)) if (open.has(line.dataset.from)) toggleSteps(find("[data-open]", line));
    if (atEnd || isFirst) panel.scrollTop = panel.scrollHeight;
  }
  markMoment(panel);
}

/** @param {HTMLElement} panel */
function markMoment(panel) {
  const { at, moves } = scene();
  for (const line of all("#log .now")) line.classList.remove("now");
  for (const line of all("#log [aria-current]")) line.removeAttribute("aria-current");
  if (at === moves) return;
  const turn = all("#log li.turn").find((line) => Number(line.dataset.from) < at && at <= Number(line.dataset.at));
  if (!turn) return;
  for (const line of [turn, ...all(`ol [data-at="${at}"]`, turn)]) line.classList.add("now");
  $(".line", turn).setAttribute("aria-current", "true");
  const above = turn.offsetTop - panel.offsetTop,
    below = above + turn.offsetHeight;
  if (above < panel.scrollTop || below > panel.scrollTop + panel.clientHeight) panel.scrollTop = above - panel.clientHeight / 2;
}

const wholeLog = () => getText(`${base}/log${state.seat === null ? "" : `?seat=${state.seat}`}`).catch(() => null);

export async function showWholeLog() {
  isWhole = true;
  const html = await wholeLog();
  if (html !== null) replaceContent($("#log"), html);
}

/** @param {HTMLElement | null} button */
export function toggleSteps(button) {
  if (!button?.parentElement) return;
  const open = button.getAttribute("aria-expanded") !== "true";
  button.setAttribute("aria-expanded", String(open));
  $("ol", button.parentElement).hidden = !open;
}

// pointing at a line, or reaching it with the keyboard, shows its place on the board

/** @param {Event} event */
function point(event) {
  const line = closest(event, ".line[data-from]"),
    seat = line?.closest("li[class*=seat-]")?.className.match(/\bseat-(\w+)/)?.[1];
  if (line && seat && state.scene) pointAtTurn(Number(line.dataset.from), Number(line.dataset.at), seat);
}
for (const part of [$("#log"), $("#since")]) {
  for (const kind of ["pointerover", "focusin"]) part.addEventListener(kind, point);
  for (const kind of ["pointerout", "focusout"]) part.addEventListener(kind, clearPointed);
}
