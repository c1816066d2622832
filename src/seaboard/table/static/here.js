// The table of this page: what is shown, from which seat, and what this browser remembers.
import { $, all } from "./server.js";

export const table = $("#table"), base = `/t/${table.dataset.table}`, words = JSON.parse(table.dataset.words);
export const narrow = matchMedia("(max-width: 800px)"), still = matchMedia("(prefers-reduced-motion: reduce)");

const address = new URLSearchParams(location.search);

export const here = {
  scene: null, // what the server drew last
  at: address.has("at") ? Number(address.get("at")) || 0 : null, // the moment that is looked at, null for now
  draft: null, // the move that would end the turn
  me: sessionStorage.getItem(`seat ${table.dataset.table}`),
  heard: Number(table.dataset.number), // the last event known of
};

// How the server is asked for a scene: from which seat, for how wide a screen, at which moment (null for now).
export function asking(at) {
  const asked = new URLSearchParams({ narrow: narrow.matches });
  if (here.me !== null) asked.set("seat", here.me);
  if (at !== null) asked.set("at", at);
  return asked;
}

export function memory(name, value) {
  const key = `seaboard ${name}`;
  if (value === undefined) return localStorage.getItem(key);
  localStorage.setItem(key, value);
}

export const setting = (name) => $(`[data-setting=${name}]`).checked;

for (const box of all("[data-setting]")) {
  if (memory(box.dataset.setting) !== null) box.checked = memory(box.dataset.setting) === "true";
  box.onchange = () => {
    memory(box.dataset.setting, box.checked);
    if (box.dataset.setting === "notify" && box.checked && "Notification" in window) Notification.requestPermission();
  };
}
