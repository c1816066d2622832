// @ts-check
// The page of notifications: subscribes this browser to push messages, and installs the app.
import { $, find } from "../common/dom.js";
import { send } from "../common/server.js";
import { hasServiceWorker, useServiceWorker } from "./app.js";

/** @typedef {Event & { prompt(): Promise<void> }} InstallEvent */

const pushButton = /** @type {HTMLButtonElement | null} */ (find("#push-on"));
if (pushButton) {
  if (!hasServiceWorker || !("PushManager" in window)) {
    pushButton.hidden = true;
    $("#push-none").hidden = false;
  }
  pushButton.onclick = async () => {
    pushButton.disabled = true;
    try {
      location.href = await subscribe(pushButton.dataset.key ?? "");
    } catch (error) {
      const problem = $("#push-problem");
      const denied = Notification.permission !== "granted" || /** @type {Error} */ (error).name === "NotAllowedError";
      problem.textContent = (denied ? pushButton.dataset.denied : pushButton.dataset.failed) ?? "";
      problem.hidden = false;
      pushButton.disabled = false;
    }
  };
}

/** @param {string} key */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") throw new DOMException("denied", "NotAllowedError");
  const { pushManager } = await useServiceWorker();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh, auth } = keys;
  return (await send("/api/notifications/push", { endpoint, keys: { p256dh, auth }, device: deviceName() })).page;
}

/** How the list names this browser: "Firefox, Android". */
function deviceName() {
  const { userAgent } = navigator;
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(userAgent)?.[0] ?? "",
    system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(userAgent)?.[0] ?? "";
  return [browser.replace("Edg", "Edge").replace("OPR", "Opera"), system].filter(Boolean).join(", ");
}

const form = /** @type {HTMLSelectElement | null} */ (find("#hook-form"));
if (form) {
  const matrix = $("#matrix");
  form.onchange = () => {
    matrix.hidden = form.value !== "matrix";
  };
  matrix.hidden = form.value !== "matrix";
}

const keep = /** @type {HTMLButtonElement} */ ($("#offline-on"));
keep.hidden = !hasServiceWorker;
keep.onclick = async () => {
  keep.disabled = true;
  await useServiceWorker();
  $("#offline-ready").hidden = false;
};

const install = $("#install");
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install.hidden = false;
  install.onclick = () => /** @type {InstallEvent} */ (event).prompt();
});
