// @ts-check
// Synchronises lessons, puzzles and settings with the profile: sends changes to the server, and fetches those of other devices.
import { all, find } from "../common/dom.js";
import { get, send } from "../common/server.js";
import { forget, onChange, recall, recallAll, remember, SYNCED } from "../common/storage.js";
import { setTheme } from "../common/theme.js";

const BATCH = 100; // items in one request
const DELAY = 500; // milliseconds in which changes are collected
const person = document.documentElement.dataset.person ?? "";

/** Changes that the server does not have yet. @type {Record<string, string | null>} */
let unsent = {};
let timer = 0;

/** Sends changes to the profile; if that fails, the next page sends the items that the profile lacks. */
function sendChanges() {
  const body = JSON.stringify({ items: unsent });
  unsent = {};
  timer = 0;
  fetch("/profile/items", { method: "POST", keepalive: true, headers: { "content-type": "application/json" }, body }).catch(
    () => {},
  );
}

onChange((name, value) => {
  if (!person || !SYNCED.test(name)) return;
  unsent[name] = value;
  timer ||= setTimeout(sendChanges, DELAY);
});
addEventListener("pagehide", () => timer && sendChanges());

/** Sends the items of this browser that the profile lacks. @param {Record<string, string>} stored */
async function pushItems(stored) {
  const missing = Object.entries(recallAll()).filter(([name]) => !(name in stored));
  for (let n = 0; n < missing.length; n += BATCH) {
    await send("/profile/items", { items: Object.fromEntries(missing.slice(n, n + BATCH)) });
  }
}

/** Fetches the profile's items and sends those of this browser; returns whether an item of this browser has changed. */
export async function pullItems() {
  const { items } = await get("/profile/items");
  let isNew = false;
  for (const [name, value] of Object.entries(items)) {
    if (!SYNCED.test(name) || recall(name) === value) continue;
    remember(name, value, false);
    if (name === "theme") setTheme(value);
    isNew = true;
  }
  await pushItems(items);
  return isNew;
}

// Signing out leaves nothing for the next person at this browser.
for (const form of all("form[data-forget]")) {
  form.addEventListener("submit", () => {
    for (const name of Object.keys(recallAll())) forget(name, false);
  });
}

// A page of lessons or puzzles shows progress on other devices too; other pages read it once for each visit.
const showsProgress = find("[data-lesson], [data-puzzle]") !== null;
if (person && (showsProgress || sessionStorage.getItem("seaboard follows") !== person)) {
  pullItems()
    .then((isNew) => {
      sessionStorage.setItem("seaboard follows", person);
      if (isNew && showsProgress) location.reload();
    })
    .catch(() => {}); // the server cannot be reached, which other scripts report
}
