// @ts-check
// Asks for a scene, and gets the changes of the scene that the page has.
import { get } from "../common/server.js";
import { base } from "./page_state.js";
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
