// The log by turns: a line for each, its steps under it. It stays whole; the moment that is shown is marked in it.
import { base, here } from "./here.js";
import { point, unpoint } from "./marks.js";
import { $, all } from "./server.js";

let whole = false;

export async function showLog(next) {
  const log = $("#log"), panel = log.parentElement, first = log.drawn === undefined;
  if (log.drawn !== next.log) {
    const atEnd = panel.scrollHeight - panel.scrollTop - panel.clientHeight < 60;
    const open = new Set(all("li.turn:has([aria-expanded=true])", log).map((line) => line.dataset.from));
    const focus = log.contains(document.activeElement) ? document.activeElement.dataset : null;
    log.drawn = next.log;
    log.innerHTML = whole ? await wholeLog() ?? next.log : next.log;
    for (const line of all("li.turn", log)) if (open.has(line.dataset.from)) toggle($("[data-open]", line));
    if (focus?.at) $(`button[data-from="${focus.from}"][data-at="${focus.at}"]`, log)?.focus({ preventScroll: true });
    if (atEnd || first) panel.scrollTop = panel.scrollHeight;
  }
  markNow(panel);
}

function markNow(panel) {
  const { at, moves } = here.scene;
  for (const line of all("#log .now")) line.classList.remove("now");
  for (const line of all("#log [aria-current]")) line.removeAttribute("aria-current");
  if (at === moves) return;
  const turn = all("#log li.turn").find((line) => Number(line.dataset.from) < at && at <= Number(line.dataset.at));
  for (const line of turn ? [turn, ...all(`ol [data-at="${at}"]`, turn)] : []) line.classList.add("now");
  if (!turn) return;
  $(".line", turn).setAttribute("aria-current", "true");
  const above = turn.offsetTop - panel.offsetTop, below = above + turn.offsetHeight;
  if (above < panel.scrollTop || below > panel.scrollTop + panel.clientHeight) panel.scrollTop = above - panel.clientHeight / 2;
}

async function wholeLog() {
  const answer = await fetch(`${base}/log${here.me === null ? "" : `?seat=${here.me}`}`);
  return answer.ok ? answer.text() : null;
}

export async function showWholeLog() {
  whole = true;
  const html = await wholeLog();
  if (html !== null) $("#log").innerHTML = html;
}

export function toggle(button) {
  if (!button) return;
  const open = button.getAttribute("aria-expanded") !== "true";
  button.setAttribute("aria-expanded", open);
  $("ol", button.parentElement).hidden = !open;
}

// pointing at a line, or coming to it with the keyboard, shows its place on the board

function pointAt(event) {
  const line = event.target.closest?.(".line[data-from]");
  if (!line || !here.scene) return;
  const seat = [...line.closest("li[class*=seat-]").classList].find((name) => name.startsWith("seat-")).slice(5);
  point(Number(line.dataset.from), Number(line.dataset.at), seat);
}
for (const part of [$("#log"), $("#since")]) {
  part.addEventListener("pointerover", pointAt);
  part.addEventListener("focusin", pointAt);
  part.addEventListener("pointerout", unpoint);
  part.addEventListener("focusout", unpoint);
}
