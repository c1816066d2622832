// @ts-check
// The games that the service worker caches can be viewed without a connection.

/**
 * Caches the last scene of such a game.
 * @param {string} page
 * @param {import("../table/scene_update.js").Marked} scene
 */
export async function keepScene(page, scene) {
  if (!navigator.serviceWorker?.controller) return;
  const cache = await caches.open("games");
  if (await cache.match(page)) await cache.put(`${page}/scene`, Response.json({ ...scene, base: null }));
}
