// @ts-check
// The installed app: registers the service worker in browsers where the user asked for it.
import { recall, remember } from "../common/storage.js";

const SETTING = "offline"; // whether the user wants games without a connection

/** Registers the service worker, from now on on every page of this browser. */
export async function useServiceWorker() {
  remember(SETTING, true);
  await navigator.serviceWorker.register("/sw.js");
  return navigator.serviceWorker.ready;
}

export const hasServiceWorker = "serviceWorker" in navigator;
if (hasServiceWorker && (recall(SETTING) === "true" || matchMedia("(display-mode: standalone)").matches)) {
  useServiceWorker().catch(() => {}); // without it the app works with a connection
}
navigator.clearAppBadge?.().catch(() => {});
