// @ts-check
// Asks for a scene, and gets the changes of the scene that the page has.
import { viewportName } from "../board/viewport.js";
import { find } from "../common/dom.js";
import { get } from "../common/server.js";
import { base, state } from "./page_state.js";
import { applyUpdate } from "./scene_update.js";

/** @typedef {import("./scene_update.js").Marked} Marked */

/**
 * @param {URLSearchParams} query
 * @param {Marked | null} had
 * @returns {Promise<Marked>}
 */
export async function requestScene(query, had) {
  if (had) query.set("base", had.mark);
  const update = await get(`${base}/scene?${query}`);
  if (update.base === null || update.base === had?.mark) return applyUpdate(had, update);
  query.delete("base"); // changes of something else: the whole scene
  return applyUpdate(null, await get(`${base}/scene?${query}`));
}

/**
 * The scene that came with the page, if it was drawn for this viewport; once.
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
