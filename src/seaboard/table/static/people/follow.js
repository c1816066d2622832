// @ts-check
// Lessons, puzzles and settings follow the profile: what changes here goes to the server, what changed elsewhere comes here.
import { all, find } from "../common/dom.js";
import { get, send } from "../common/server.js";
import { forget, onChange, recall, recallAll, remember, SYNCED } from "../common/storage.js";
import { setTheme } from "../common/theme.js";

const PART = 100; // items in one request
const WAIT = 500; // milliseconds in which changes are gathered
const person = document.documentElement.dataset.person ?? "";

/** Changes that the server does not have yet. @type {Record<string, string | null>} */
let waiting = {};
let timer = 0;

/** Sends changes to the profile; if that fails, the next page sends what the profile lacks. */
function sendChanges() {
  const body = JSON.stringify({ items: waiting });
  waiting = {};
  timer = 0;
  fetch("/profile/items", { method: "POST", keepalive: true, headers: { "content-type": "application/json" }, body }).catch(
    () => {},
  );
}

onChange((name, value) => {
  if (!person || !SYNCED.test(name)) return;
  waiting[name] = value;
  timer ||= setTimeout(sendChanges, WAIT);
});
addEventListener("pagehide", () => timer && sendChanges());

/** Items of this browser that the profile lacks, in parts. @param {Record<string, string>} there */
async function pushItems(there) {
  const missing = Object.entries(recallAll()).filter(([name]) => !(name in there));
  for (let n = 0; n < missing.length; n += PART) {
    await send("/profile/items", { items: Object.fromEntries(missing.slice(n, n + PART)) });
  }
}

/** Brings the profile's items here, and this browser's own ones to the profile; whether something changed here. */
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
    .catch(() => {}); // the server is away, and other scripts say so
}
