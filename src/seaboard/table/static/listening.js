// Hidden tabs close their stream, and look again when they are seen.
import { refresh } from "./drawing.js";
import { base, here, narrow, setting } from "./here.js";

let stream = null;

export function listen() {
  stream?.close();
  stream = null;
  if (document.hidden && !setting("notify")) return;
  stream = new EventSource(`${base}/events?after=${here.scene?.number ?? -1}`);
  stream.onmessage = (event) => { here.heard = Math.max(here.heard, Number(event.data)); if (!here.scene || here.heard > here.scene.number) refresh(); };
  stream.onopen = () => dispatchEvent(new Event("reached"));
  stream.onerror = () => { dispatchEvent(new Event("away")); if (stream?.readyState === EventSource.CLOSED) setTimeout(listen, 3000); };
}
document.addEventListener("visibilitychange", async () => {
  if (!document.hidden) await refresh();
  listen();
});
addEventListener("pagehide", () => stream?.close());
addEventListener("pageshow", (event) => { if (event.persisted) refresh().then(listen); });
narrow.addEventListener("change", refresh);
addEventListener("room", () => { if (here.scene) refresh(); });
