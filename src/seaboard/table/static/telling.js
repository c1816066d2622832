// Short messages: at the edge of the page, at the place of a click, across the board, and for those who listen.
import { here, words } from "./here.js";
import { $ } from "./server.js";
import { choose } from "./tabs.js";

// A bubble at a point of the page, with a link to the rule.
export function bubble(text, { x, y }, rule = "") {
  const box = $("#bubble"), said = document.createElement("span");
  said.textContent = text.charAt(0).toUpperCase() + text.slice(1);
  box.replaceChildren(said);
  if (rule && document.getElementById(`rule-${rule}`)) {
    const link = document.createElement("a");
    link.href = `#rule-${rule}`;
    link.textContent = words.rule.replace("{n}", rule);
    box.append(" ", link);
  } else if (rule) said.textContent += ` (${rule})`;
  box.hidden = false;
  const size = box.getBoundingClientRect(), above = y - size.height - 14;
  box.classList.toggle("below", above < 8);
  box.style.left = `${Math.max(8, Math.min(innerWidth - size.width - 8, x - size.width / 2))}px`;
  box.style.top = `${above < 8 ? y + 14 : above}px`;
  box.style.setProperty("--tip", `${Math.max(14, Math.min(size.width - 14, x - box.offsetLeft))}px`);
}

export function closeBubble() { $("#bubble").hidden = true; }

addEventListener("scroll", closeBubble, { passive: true, capture: true });
document.addEventListener("pointerdown", (event) => { if (!event.target.closest("#bubble")) closeBubble(); }, true);

// Opens the rules at a number.
export function openRule(number) {
  const rule = document.getElementById(`rule-${number}`);
  if (!rule) return;
  choose($("#tab-help"));
  rule.closest("details").open = true;
  rule.scrollIntoView({ block: "center" });
  rule.focus({ preventScroll: true });
}

// A new round, for a moment; nothing takes the last one away.
let passing;
export function announce(text) {
  const banner = $("#banner");
  banner.textContent = text;
  banner.hidden = !text;
  clearTimeout(passing);
  passing = setTimeout(() => { banner.hidden = true; }, 2600);
}

export function tell(html) {
  const told = $("#told");
  if (told.drawn === html) return;
  told.drawn = html;
  told.innerHTML = html;
}

// What keeps somebody from choosing anything just now.
export function notNow() {
  if (here.at !== null) return words.earlier;
  const asked = ($("#prompt .ask b") ?? $("#prompt .ask")).textContent;
  return here.scene.yours ? `${words.not_asked} ${asked}` : asked;
}
