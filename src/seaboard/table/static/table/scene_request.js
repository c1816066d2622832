// @ts-check
// Requests a scene, and applies the changes that the server sends to the scene that the page has.
import { viewportName } from "../board/viewport.js";
import { find } from "../common/dom.js";
import { get } from "../common/server.js";
import { base, state } from "./page_state.js";
import { applyUpdate } from "./scene_update.js";

/** @typedef {import("./scene_update.js").Marked} Marked */

/**
 * @param {URLSearchParams} query
 * @param {Marked | null} current
 * @returns {Promise<Marked>}
 */
export async function requestScene(query, current) {
  if (current) query.set("base", current.mark);
  const update = await get(`${base}/scene?${query}`);
  if (update.base === null || update.base === current?.mark) return applyUpdate(current, update);
  query.delete("base"); // the changes are of another scene: requests the whole scene
  return applyUpdate(null, await get(`${base}/scene?${query}`));
}

/**
 * The scene that came with the page, if it was drawn for this viewport; only the first time.
 * @param {import("../board/viewport.js").Viewport} viewport
 * @returns {Marked | null}
 */
export function sceneInPage(viewport) {
  const element = find("#first-scene");
  element?.remove();
  const isFitting = element?.dataset.viewport === viewportName(viewport) && !viewport.opened;
  return element && isFitting && state.seat === null && navigator.onLine
    ? applyUpdate(null, JSON.parse(element.textContent ?? ""))
    : null;
}
