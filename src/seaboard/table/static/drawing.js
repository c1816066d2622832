// Fetches the scene and shows it, swapping only what changed.
import { base, here, narrow, setting, still, table, words } from "./here.js";
import { movePieces, piecesAt } from "./moving.js";
import { room } from "./room.js";
import { $, all, look } from "./server.js";
import { callMe } from "./sound.js";
import { toast } from "./telling.js";

export async function refresh() {
  const asked = new URLSearchParams({ narrow: narrow.matches, after: here.heard, ...room() });
  if (here.me !== null) asked.set("seat", here.me);
  if (here.at !== null) asked.set("at", here.at);
  if (here.draft !== null) asked.set("draft", here.draft);
  const had = here.scene;
  if (had) asked.set("have", Object.values(had.marks).join());
  let next;
  try { next = await look(`${base}/scene?${asked}`); } catch (error) {
    toast(error.status ? error.message : words.lost);
    if (!error.status) setTimeout(refresh, 1500);
    return;
  }
  if (here.scene && next.number < here.scene.number) return;
  for (const part of Object.keys(next.marks)) next[part] ??= had[part];
  if (here.draft !== null && next.draft === null) here.draft = null;
  show(next);
}

function swap(id, html) {
  const part = document.getElementById(id);
  if (part.drawn === html) return;
  part.drawn = html;
  const focus = part.contains(document.activeElement) ? nameOf(document.activeElement) : "";
  part.innerHTML = html;
  if (focus) ($(focus, part) ?? part).focus({ preventScroll: true });
}

function nameOf(element) {
  for (const name of ["action", "actions", "undo", "hint", "end"]) {
    if (name in element.dataset) return `[data-${name}="${element.dataset[name]}"]`;
  }
  return element.id ? `#${element.id}` : "";
}

function show(next) {
  const before = here.scene, places = piecesAt();
  const moved = before && before.viewer === next.viewer && Math.abs(before.at - next.at) < 9 && before.board !== next.board;
  const swapAll = () => {
    here.scene = next;
    for (const id of ["board", "prompt", "sentences", "final", "players", "company", "invite"]) swap(id, next[id]);
    showLog(next);
    showChat(next, before);
    table.classList.toggle("curtained", next.curtain !== null);
    table.classList.toggle("yours", next.yours);
    Object.assign(table.dataset, { version: next.version, at: next.at, over: next.over });
    const slider = $("#replay input");
    slider.max = next.moves;
    slider.value = next.at;
    $("#replay output").textContent = `${next.at} / ${next.moves}`;
    $("#replay [data-now]").hidden = next.at === next.moves;
    $("#replay [data-step='-1']").disabled = next.at === 0;
    $("#replay [data-step='1']").disabled = next.at === next.moves;
    document.title = next.title;
  };
  swapAll();
  if (moved && !still.matches && setting("motion")) movePieces(places);
  if (before && next.yours && !before.yours) callMe();
  if (narrow.matches && next.yours && before?.version !== next.version) showChoices();
}

function showChoices() {
  const choices = all("#board .target.can"), end = innerHeight - $("#prompt").offsetHeight;
  const seen = (part) => { const place = part.getBoundingClientRect(); return place.top >= 0 && place.bottom <= end; };
  if (choices.length && !choices.some(seen)) choices[0].scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
}

function showLog(next) {
  const log = $("#log");
  if (log.drawn === next.log) return;
  const panel = log.parentElement, atEnd = panel.scrollHeight - panel.scrollTop - panel.clientHeight < 60;
  log.drawn = next.log;
  log.innerHTML = next.log;
  if (atEnd || !here.scene) panel.scrollTop = panel.scrollHeight;
}

function showChat(next, before) {
  const chat = $("#chat");
  if (chat.drawn === next.chat) return;
  chat.drawn = next.chat;
  chat.innerHTML = next.chat;
  chat.scrollTop = chat.scrollHeight;
  const dot = $("#tab-chat .new");
  if (before && next.said > before.said && $("#chat-tab").hidden) dot.hidden = false;
}
