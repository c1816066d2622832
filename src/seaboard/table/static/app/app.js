// @ts-check
// The installed app: registers the service worker where somebody asked for it.
import { recall, remember } from "../common/storage.js";

const ASKED = "offline";

/** Registers the service worker, and again on every later page of this browser. */
export async function useServiceWorker() {
  remember(ASKED, true);
  await navigator.serviceWorker.register("/sw.js");
  return navigator.serviceWorker.ready;
}

export const hasServiceWorker = "serviceWorker" in navigator;
if (hasServiceWorker && (recall(ASKED) === "true" || matchMedia("(display-mode: standalone)").matches)) {
  useServiceWorker().catch(() => {}); // without it the app works with a connection
}
navigator.clearAppBadge?.().catch(() => {});
