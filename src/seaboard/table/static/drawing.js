// Fetches the scene and shows it, swapping only what changed.
import { look as coach } from "./coach.js";
import { countUp } from "./final.js";
import { follow, leave } from "./following.js";
import { asking, base, here, memory, narrow, setting, still, table, words } from "./here.js";
import { forget } from "./hints.js";
import { showLog } from "./log.js";
import { markTurns, remember } from "./marks.js";
import { changes, measure, movePieces } from "./moving.js";
import { drawnFor, room } from "./room.js";
import { $, all, look } from "./server.js";
import { callMe, knock, rattle } from "./sound.js";
import { announce, closeBubble, tell } from "./telling.js";
import { toast } from "./toast.js";

export async function refresh() {
  const at = here.at, next = await sceneAt(at);
  if (!next || at !== here.at) return;
  if (here.draft !== null && next.draft === null) here.draft = null;
  if (here.at === null) await follow(next);
  else { leave(); show(next); }
}

// The scene at a moment, null for now; nothing if it cannot be had, is older than what is shown, or was asked for by another
// seat or with another draft than those of now: then another one is under way.
export async function sceneAt(at) {
  const asked = asking(at), space = room(), { me, draft } = here;
  asked.set("after", here.heard);
  for (const [name, pixels] of Object.entries(space)) asked.set(name, pixels);
  if (at !== null && here.at === null) asked.set("following", true);
  if (here.draft !== null) asked.set("draft", here.draft);
  const had = here.scene;
  if (had) asked.set("have", Object.values(had.marks).join());
  let next;
  try { next = await look(`${base}/scene?${asked}`); } catch (error) {
    toast(error.status ? error.message : words.lost);
    if (!error.status) setTimeout(refresh, 1500);
    return null;
  }
  if (me !== here.me || draft !== here.draft) return null;
  for (const part of Object.keys(next.marks)) next[part] ??= had[part];
  next.room = space;
  return here.scene && next.number < here.scene.number ? null : next;
}

function swap(id, html) {
  const part = document.getElementById(id);
  if (part.drawn === html) return;
  part.drawn = html;
  const focused = part.contains(document.activeElement) && part !== document.activeElement ? document.activeElement : null;
  const name = focused && nameOf(focused);
  part.innerHTML = html;
  if (!focused) return;
  if (!part.hasAttribute("tabindex")) part.tabIndex = -1; // so that it can take the focus of what is gone
  ((name && $(name, part)) ?? part).focus({ preventScroll: true });
}

// What stands in the same place afterwards, by all that is said about it.
function nameOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  return [...element.attributes].filter(({ name }) => name.startsWith("data-"))
    .map(({ name, value }) => `[${name}="${CSS.escape(value)}"]`).join("");
}

export function show(next) {
  const before = here.scene, old = $("#board svg"), was = old && measure(old);
  const moved = before && before.viewer === next.viewer && before.board !== next.board && Math.abs(before.at - next.at) < 9
    && (before.at !== next.at || before.draft !== next.draft);
  const onward = before && before.viewer === next.viewer && before.at < next.at;
  here.scene = next;
  if (moved) closeBubble();
  for (const id of ["board", "prompt", "sentences", "final", "players", "company", "invite"]) swap(id, next[id]);
  showMeanwhile(next);
  showLog(next);
  showChat(next, before);
  showReplay(next);
  table.classList.toggle("curtained", next.curtain !== null);
  table.classList.toggle("yours", next.yours);
  Object.assign(table.dataset, { version: next.version, at: next.at, over: next.over });
  document.title = next.title;
  drawnFor(next.room);
  const svg = $("#board svg"), now = svg && measure(svg);
  if (svg && next.draft === null && !svg.getAnimations({ subtree: true }).length) remember(next.at, now);
  if (moved && onward && changes(was, now).moved.length) knock();
  if (moved && !still.matches && setting("motion")) movePieces(svg, was, now);
  markTurns();
  forget(next.yours && next.at === next.moves ? next.version : -1, next.draft !== null);
  coach(next);
  if (onward && next.round !== before.round || next.over) announce(next.over ? "" : next.round);
  if (next.at === next.moves || here.at !== null) tell(next.told);
  if (before && !before.over && next.over && next.at === next.moves) countUp();
  if (before && next.yours && !before.yours) callMe();
  if (narrow.matches && next.yours && before?.version !== next.version) showChoices();
}

// the strip: what the others did since my turn, and the dice that were rolled last

function showMeanwhile(next) {
  const strip = $("#meanwhile"), dice = $("#dice");
  swap("since", next.meanwhile);
  strip.classList.toggle("empty", !next.meanwhile.trim());
  strip.classList.toggle("folded", memory("meanwhile") === "folded");
  $("[data-fold]").setAttribute("aria-expanded", memory("meanwhile") !== "folded");
  if (dice.drawn === next.rolled) return;
  const onward = dice.drawn < next.rolled;
  dice.drawn = next.rolled;
  dice.innerHTML = next.chance;
  if (!onward || still.matches || !setting("motion")) return;
  dice.classList.remove("rolling");
  dice.getBoundingClientRect();
  dice.classList.add("rolling");
  rattle();
}

function showReplay(next) {
  const slider = $("#replay input");
  slider.max = next.moves;
  slider.value = next.at;
  $("#replay output").textContent = `${next.at} / ${next.moves}`;
  $("#replay [data-now]").hidden = next.at === next.moves;
  $("#replay [data-step='-1']").disabled = next.at === 0;
  $("#replay [data-step='1']").disabled = next.at === next.moves;
}

function showChoices() {
  const choices = all("#board .target.can"), end = innerHeight - $("#prompt").offsetHeight;
  const seen = (part) => { const place = part.getBoundingClientRect(); return place.top >= 0 && place.bottom <= end; };
  if (choices.length && !choices.some(seen)) choices[0].scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
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
