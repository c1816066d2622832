// @ts-check
// Listens to the table's events. A hidden page closes its stream, and requests the scene when it is visible again.
import { listenTo } from "../common/server.js";
import { base, noteEvent, setting, state } from "./page_state.js";
import { refresh } from "./scene.js";

/** @type {EventSource | null} */
let stream = null;

export function listen() {
  stream?.close();
  stream = null;
  if (document.hidden && !setting("notify")) return;
  const onMessage = (/** @type {string} */ data) => {
    noteEvent(Number(data));
    if (!state.scene || state.lastEventId > state.scene.number) refresh();
  };
  stream = listenTo(`${base}/events?after=${state.scene?.number ?? -1}`, onMessage, listen);
}

document.addEventListener("visibilitychange", async () => {
  if (!document.hidden) await refresh();
  listen();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) refresh().then(listen);
});
