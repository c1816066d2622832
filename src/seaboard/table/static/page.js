// Every page: the light, the language, the menu.
import { $, all } from "./server.js";

const year = "; path=/; max-age=31536000; samesite=lax";
for (const button of all("[data-theme-choice]")) {
  button.onclick = () => {
    const theme = button.dataset.themeChoice;
    document.cookie = `theme=${theme}${year}`;
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
}
for (const field of all("[data-here]")) field.value = location.pathname + location.search;
for (const time of all("time[data-at]")) {
  const shown = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  time.textContent = shown.format(new Date(1000 * time.dataset.at));
}
// While the server cannot be reached a line says so, after a moment: a restart takes less.
const offline = $("#offline");
let missing = 0;
for (const kind of ["away", "offline"]) addEventListener(kind, () => { missing ||= setTimeout(() => { offline.hidden = false; }, 1200); });
addEventListener("reached", () => { clearTimeout(missing); missing = 0; offline.hidden = true; });

document.addEventListener("click", (event) => {
  const menu = $("details.menu[open]");
  if (menu && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  const menu = $("details.menu[open]");
  if (event.key === "Escape" && menu) { menu.open = false; $("summary", menu).focus(); }
});
if ($("body.trouble.again")) setTimeout(() => location.reload(), 2000);
