// @ts-check
// Fetches the scene and shows it, replacing only changed parts.
import { keepScene } from "../app/kept_games.js";
import { theBoard } from "../board/board.js";
import { rememberViewport, viewportOf } from "../board/viewport.js";
import { $, all, field } from "../common/dom.js";
import { narrow, reducedMotion } from "../common/media.js";
import { replaceContent } from "../common/replace_content.js";
import { messageOf, statusOf } from "../common/server.js";
import { recall } from "../common/storage.js";
import { toast } from "../common/toast.js";
import { setServerTime, showClocks } from "../meet/clock.js";
import { announce, announceRound, closeBubble } from "./announcer.js";
import { catchUp, stopCatchingUp, useScenes } from "./catch_up.js";
import { explainFirst } from "./coach.js";
import { showDice } from "./dice.js";
import { closeOldHints } from "./hints.js";
import { showLog } from "./log.js";
import { base, scene, sceneQuery, setting, state, table, words } from "./page_state.js";
import { requestScene, sceneInPage } from "./scene_request.js";
import { countUp } from "./score_animation.js";
import { callPlayer, materialOf, sound } from "./sound.js";
import { markTurns, rememberPositions } from "./trails.js";

/** @typedef {import("./page_state.js").Shown} Shown */

const board = theBoard();
board.isAnimated = () => setting("motion");
board.opened = new Set();
board.slowness = () => ({ 1800: 1.3, 250: 0.6 })[Number(field("[data-pace]").value)] ?? 1;
useScenes({ fetchScene, show });

export async function refresh() {
  const at = state.at,
    next = await fetchScene(at);
  if (!next || at !== state.at) return;
  if (state.draft !== null && next.draft === null) state.draft = null;
  if (state.at === null) await catchUp(next);
  else {
    stopCatchingUp();
    show(next);
  }
}

/**
 * The scene after `at` moves, or of the current position (null). Returns null if the request fails, if the scene is older than the
 * current one, or if the seat or the draft has changed meanwhile: then another request is running.
 * @param {number | null} at
 * @returns {Promise<Shown | null>}
 */
export async function fetchScene(at) {
  const { viewport } = board,
    { seat, draft, scene: current } = state;
  const query = sceneQuery(at, viewport);
  query.set("after", String(state.lastEventId));
  if (at !== null && state.at === null) query.set("following", "true");
  if (draft !== null) query.set("draft", String(draft));
  let next;
  try {
    next = (current || at !== null ? null : sceneInPage(viewport)) ?? (await requestScene(query, current));
  } catch (error) {
    toast(messageOf(error, words.lost));
    if (!statusOf(error)) setTimeout(refresh, 1500);
    return null;
  }
  setServerTime(next.now);
  if (seat !== state.seat || draft !== state.draft) return null;
  if (at === null && draft === null) keepScene(base, next);
  return state.scene && next.number < state.scene.number ? null : { ...next, viewport };
}

/**
 * Whether pieces move from one scene to the next, rather than jump to a distant moment.
 * @param {Shown | null} before
 * @param {Shown} next
 */
function hasMoved(before, next) {
  if (!before || before.viewer !== next.viewer || before.board === next.board) return false;
  return Math.abs(before.at - next.at) < 9 && (before.at !== next.at || before.draft !== next.draft);
}

/** @param {Shown} next */
export function show(next) {
  const before = state.scene,
    moves = hasMoved(before, next);
  const isForward = before !== null && before.viewer === next.viewer && before.at < next.at;
  state.scene = next;
  if (moves) closeBubble();
  const { positions, moved } = board.draw(next.board, { viewport: next.viewport, moves });
  rememberViewport(viewportOf(board));
  for (const id of /** @type {const} */ (["prompt", "sentences", "final", "players", "seats", "invite"])) {
    replaceContent($(`#${id}`), next[id]);
  }
  showScores(next);
  showClocks();
  showMeanwhile(next);
  showDice(next, moved);
  showLog(next);
  showChat(next, before);
  showReplay(next);
  table.classList.toggle("curtained", next.curtain !== null);
  table.classList.toggle("yours", next.yours);
  Object.assign(table.dataset, { version: next.version, at: next.at, over: next.over });
  document.title = next.title;
  if (positions && next.draft === null) rememberPositions(next.at, positions);
  if (isForward && moved.length) playSounds(moved);
  markTurns();
  closeOldHints(next.yours && next.at === next.moves ? next.version : -1, next.draft !== null);
  explainFirst(next);
  if ((isForward && next.round !== before.round) || next.over) announceRound(next.over ? "" : next.round);
  if (next.at === next.moves || state.at !== null) announce(next.announcement);
  if (before && !before.over && next.over && next.at === next.moves) countUp();
  if (before && next.yours && !before.yours) callPlayer();
  const scrolls = narrow.matches || board.classList.contains("tall");
  if (scrolls && next.yours && before?.version !== next.version) scrollToChoices();
}

/** @param {string[]} names of pieces that moved and places that changed */
function playSounds(names) {
  for (const [n, material] of [...new Set(names.map(materialOf))].slice(0, 2).entries()) sound(material, 0.18 * n);
}

/** @param {Shown} next */
function showScores({ scores }) {
  for (const [n, score] of all("#players .score").entries()) {
    const [points, about] = scores[n] ?? ["", ""];
    score.hidden = !points;
    score.textContent = points;
    score.title = about;
    score.ariaLabel = `${points}. ${about}`;
  }
}

// the strip "Meanwhile": the others' moves since the viewer's last turn

/** @param {Shown} next */
function showMeanwhile(next) {
  const strip = $("#meanwhile"),
    isFolded = recall("meanwhile") === "folded";
  replaceContent($("#since"), next.meanwhile);
  strip.classList.toggle("empty", !next.meanwhile.trim());
  strip.classList.toggle("folded", isFolded);
  $("[data-fold]").setAttribute("aria-expanded", String(!isFolded));
}

/** @param {Shown} next */
function showReplay(next) {
  const slider = field("#replay input");
  slider.max = String(next.moves);
  slider.value = String(next.at);
  $("#replay output").textContent = `${next.at} / ${next.moves}`;
  $("#replay [data-now]").hidden = next.at === next.moves;
  field("#replay [data-step='-1']").disabled = next.at === 0;
  field("#replay [data-step='1']").disabled = next.at === next.moves;
}

function scrollToChoices() {
  const choices = board.choices,
    shown = board.getBoundingClientRect();
  const [top, end] = narrow.matches ? [0, innerHeight - $("#prompt").offsetHeight] : [shown.top, shown.bottom];
  const isVisible = (/** @type {Element} */ part) => {
    const place = part.getBoundingClientRect();
    return place.top >= top && place.bottom <= end;
  };
  if (!choices.length || choices.some(isVisible)) return;
  choices[0].scrollIntoView({ block: "center", behavior: reducedMotion.matches ? "auto" : "smooth" });
}

/**
 * @param {Shown} next
 * @param {Shown | null} before
 */
function showChat(next, before) {
  const chat = $("#chat");
  if (!replaceContent(chat, next.chat)) return;
  chat.scrollTop = chat.scrollHeight;
  if (before && next.message_count > before.message_count && $("#chat-tab").hidden) $("#tab-chat .new").hidden = false;
}

board.addEventListener("viewport", () => {
  if (state.scene) refresh();
});

/**
 * Shows the position after a number of moves.
 * @param {number} move
 */
export function goToMove(move) {
  state.at = move >= scene().moves ? null : Math.max(0, move);
  history.replaceState(null, "", state.at === null ? base : `${base}?at=${state.at}`);
  return refresh();
}
