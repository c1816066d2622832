// @ts-check
// Shows messages: in a bubble at the place of a click, across the board, and to screen readers.
import { $, closest, find } from "../common/dom.js";
import { replaceContent } from "../common/replace_content.js";
import { getText } from "../common/server.js";
import { scene, state, words } from "./page_state.js";
import { choosePanel } from "./panel_tabs.js";

/**
 * A bubble at a point of the page, with a link to the rule.
 * @param {string} text
 * @param {{ x: number, y: number }} place
 * @param {string} [rule]
 */
export function showBubble(text, { x, y }, rule = "") {
  const box = $("#bubble"),
    bubble = document.createElement("span");
  bubble.textContent = text.charAt(0).toUpperCase() + text.slice(1);
  box.replaceChildren(bubble);
  if (rule && find("#rules")) {
    const link = document.createElement("a");
    link.href = `#rule-${rule}`;
    link.textContent = words.rule.replace("{n}", rule);
    box.append(" ", link);
  } else if (rule) bubble.textContent += ` (${rule})`;
  box.hidden = false;
  const size = box.getBoundingClientRect(),
    above = y - size.height - 14;
  box.classList.toggle("below", above < 8);
  box.style.left = `${Math.max(8, Math.min(innerWidth - size.width - 8, x - size.width / 2))}px`;
  box.style.top = `${above < 8 ? y + 14 : above}px`;
  box.style.setProperty("--tip", `${Math.max(14, Math.min(size.width - 14, x - box.offsetLeft))}px`);
}

export function closeBubble() {
  $("#bubble").hidden = true;
}

addEventListener("scroll", closeBubble, { passive: true, capture: true });
document.addEventListener(
  "pointerdown",
  (event) => {
    if (!closest(event, "#bubble")) closeBubble();
  },
  true,
);

const rules = find("#rules");
rules?.addEventListener("toggle", loadRules);

/** Loads the numbered rules, when they are opened for the first time. */
async function loadRules() {
  const text = find("[data-from]", rules ?? document);
  if (!text) return;
  const { from } = text.dataset;
  delete text.dataset.from;
  try {
    text.innerHTML = await getText(from ?? "");
  } catch {
    text.dataset.from = from;
  }
}

/**
 * Opens the rules at a number.
 * @param {string} number
 */
export async function openRule(number) {
  await loadRules();
  const rule = document.getElementById(`rule-${number}`);
  if (!rule) return;
  choosePanel($("#tab-help"));
  const details = rule.closest("details");
  if (details) details.open = true;
  rule.scrollIntoView({ block: "center" });
  rule.focus({ preventScroll: true });
}

let bannerTimer = 0;

/**
 * Shows the round across the board for a moment.
 * @param {string} text empty: hides the last one
 */
export function announceRound(text) {
  const banner = $("#banner");
  banner.textContent = text;
  banner.hidden = !text;
  clearTimeout(bannerTimer);
  bannerTimer = setTimeout(() => {
    banner.hidden = true;
  }, 2600);
}

/** @param {string} html for screen readers */
export const announce = (html) => replaceContent($("#announcement"), html);

/** Why the viewer cannot choose anything now. */
export function whyNothingCanBeChosen() {
  if (state.at !== null) return words.earlier;
  const prompt = (find("#prompt .ask b") ?? $("#prompt .ask")).textContent;
  return scene().yours ? `${words.not_asked} ${prompt}` : (prompt ?? "");
}
