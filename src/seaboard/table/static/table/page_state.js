// @ts-check
// The table of this page: the scene, the viewer's seat, and the settings of this browser.
import { $, all } from "../common/dom.js";
import { narrow } from "../common/media.js";
import { recall, remember } from "../common/storage.js";

/** @typedef {import("../protocol.js").Scene} Scene */
/** @typedef {import("../board/viewport.js").Viewport} Viewport */
/** @typedef {Scene & { viewport: Viewport, mark: string }} Shown a scene, its mark, and the viewport for which its board was drawn */

export const table = $("#table"),
  tableId = table.dataset.table ?? "";
/** @type {`/t/${string}`} */
export const base = `/t/${tableId}`;
/** @type {Record<string, string>} */
export const words = JSON.parse(table.dataset.words ?? "{}");

const address = new URLSearchParams(location.search);

export const state = {
  /** @type {Shown | null} the last scene from the server */
  scene: null,
  /** @type {number | null} the number of moves before the shown position, null for the current position */
  at: address.has("at") ? Number(address.get("at")) || 0 : null,
  /** @type {number | null} the action whose outcome is shown before it is confirmed */
  draft: null,
  /** @type {string | null} */
  seat: sessionStorage.getItem(`seat ${tableId}`),
  lastEventId: Number(table.dataset.number),
};

/** The scene, once there is one. */
export function scene() {
  if (!state.scene) throw new Error("the table is not drawn yet");
  return state.scene;
}

/**
 * Notes the number of the latest event that the page knows.
 * @param {number} number
 */
export function noteEvent(number) {
  state.lastEventId = Math.max(state.lastEventId, number);
}

/** @param {string} seat */
export function takeSeat(seat) {
  state.seat = seat;
  sessionStorage.setItem(`seat ${tableId}`, seat);
}

/**
 * The query for a scene: from which seat, for which screen, after how many moves (null for the current position).
 * @param {number | null} at
 * @param {Viewport} viewport
 */
export function sceneQuery(at, viewport) {
  const query = new URLSearchParams({ narrow: String(narrow.matches) });
  if (state.seat !== null) query.set("seat", state.seat);
  if (at !== null) query.set("at", String(at));
  for (const [name, pixels] of Object.entries(viewport)) query.set(name, String(pixels));
  return query;
}

/** @param {string} name */
export const setting = (name) => /** @type {HTMLInputElement} */ ($(`[data-setting=${name}]`)).checked;

/**
 * Shows or hides the names of all places on the board.
 * @param {boolean} shown
 */
function showNames(shown) {
  document.body.classList.toggle("all-names", shown);
}

for (const box of /** @type {HTMLInputElement[]} */ (all("[data-setting]"))) {
  const name = box.dataset.setting ?? "",
    remembered = recall(name);
  if (remembered !== null) box.checked = remembered === "true";
  else if ((name === "pieces" || name === "sound") && narrow.matches) box.checked = false; // phones are silent at first
  if (name === "names") showNames(box.checked);
  box.onchange = () => {
    remember(name, box.checked);
    if (name === "names") showNames(box.checked);
    if (name === "notify" && box.checked && "Notification" in window) Notification.requestPermission();
  };
}
