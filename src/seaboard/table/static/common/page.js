// @ts-check
// Every page: theme, language, menu, and whether the server can be reached.
import { $, all, find } from "./dom.js";
import { remember } from "./storage.js";
import { setTheme } from "./theme.js";
import { timeAgo } from "./time_ago.js";
import "./player_colours.js";

for (const button of all("[data-theme-choice]")) {
  button.onclick = () => {
    const theme = button.dataset.themeChoice ?? "";
    setTheme(theme);
    remember("theme", theme);
  };
}
for (const input of /** @type {HTMLInputElement[]} */ (all("[data-here]"))) input.value = location.pathname + location.search;
for (const time of all("time[data-at]")) {
  const { lang } = document.documentElement,
    at = 1000 * Number(time.dataset.at),
    format = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  time.title = format.format(at);
  time.textContent = timeAgo(at, Date.now(), lang) || time.title;
}

// Says that the server cannot be reached, after a delay that is longer than a restart.
const offline = $("#offline");
let lostTimer = 0;
for (const kind of ["server-lost", "offline"]) {
  addEventListener(kind, () => {
    lostTimer ||= setTimeout(() => {
      offline.hidden = false;
    }, 1200);
  });
}
addEventListener("server-reached", () => {
  clearTimeout(lostTimer);
  lostTimer = 0;
  offline.hidden = true;
});

/** @returns {HTMLDetailsElement | null} */
const openMenu = () => find("details.menu[open]");
document.addEventListener("click", (event) => {
  const menu = openMenu();
  if (menu && !menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  const menu = openMenu();
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  $("summary", menu).focus();
});
if (find("body.trouble.again")) setTimeout(() => location.reload(), 2000);
