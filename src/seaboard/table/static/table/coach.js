// @ts-check
// The coach: explains each kind of decision once, and warns before a costly choice, within a time limit.
import { theBoard } from "../board/board.js";
import { $, find } from "../common/dom.js";
import { send } from "../common/server.js";
import { recall, remember } from "../common/storage.js";
import { toast } from "../common/toast.js";
import { base, scene, state, table, words } from "./page_state.js";

/** @typedef {import("./page_state.js").Shown} Shown */

const panel = $("#coach"),
  patience = 1000 * Number(table.dataset.patience); // milliseconds to wait for a warning
/** @type {HTMLInputElement | null} */
const box = find("[data-setting=coach]");
/** @type {number | null} the version that it explains */
let shownFor = null;
/** @type {number | null} the version at which it has warned */
let warnedAt = null;

const isOn = () => Boolean(box?.checked);
const key = `explained ${table.dataset.game}`;
/** The kinds of decisions that were explained. */
const explained = () => (recall(key) ?? "").split(" ");

/**
 * @param {string} html
 * @param {number | null} version
 */
function showPanel(html, version) {
  if (find(".warned", panel)) theBoard().hint();
  panel.innerHTML = html;
  panel.hidden = !html.trim();
  shownFor = panel.hidden ? null : version;
  updateFolding();
  const warning = find(".warned", panel);
  if (warning?.dataset.better) theBoard().hint(Number(warning.dataset.better));
}

export const closeCoach = () => showPanel("", null);

const isFolded = () => recall("coach folded") === "true";

/** Folds the panel to its title; a warning is always shown in full. */
function updateFolding() {
  panel.classList.toggle("folded", isFolded() && !find(".warned", panel));
  find("[data-coach-fold]", panel)?.setAttribute("aria-expanded", String(!isFolded()));
}

function toggleFold() {
  remember("coach folded", !isFolded());
  updateFolding();
  noteExplained();
}

function explain() {
  const { coach, version } = scene();
  if (!coach.trim()) {
    toast(words.nothing);
    return;
  }
  showPanel(coach, version);
  noteExplained();
}

/** Remembers the explained kind of decision, unless the panel is folded. */
function noteExplained() {
  const kind = find(".explained", panel)?.dataset.kind;
  if (kind && !isFolded() && !explained().includes(kind)) remember(key, [...explained(), kind].join(" ").trim());
}

/**
 * For a new position: explains its question if it is the first of its kind.
 * @param {Shown} next
 */
export function explainFirst(next) {
  if (shownFor === next.version && next.coach && next.draft === null) return;
  const kind = next.coach.match(/data-kind="(\w+)"/)?.[1];
  if (isOn() && kind && next.draft === null && !explained().includes(kind)) explain();
  else closeCoach();
}

/**
 * Whether the coach warns of a choice, which then is not played yet.
 * @param {number} action
 */
export async function warnsOf(action) {
  const { version } = scene();
  if (!isOn() || warnedAt === version) return false;
  const request = send(`${base}/coach`, { version, action }).catch(() => null);
  const answer = await Promise.race([request, new Promise((done) => setTimeout(done, patience))]);
  if (!answer?.html) return false;
  warnedAt = version;
  showPanel(answer.html, version);
  $("[data-think]", panel).focus({ preventScroll: true });
  return true;
}

/** @param {boolean} on */
function switchTo(on) {
  if (!box) return;
  box.checked = on;
  box.dispatchEvent(new Event("change"));
  toast(on ? words.coach_on : words.coach_off);
}

const updateSwitch = () => table.classList.toggle("coached", isOn());
box?.addEventListener("change", () => {
  updateSwitch();
  if (isOn() && state.scene) explainFirst(state.scene);
  else closeCoach();
});
updateSwitch();

export const coachCommands = {
  coach: explain,
  coachClose: closeCoach,
  coachFold: toggleFold,
  think: closeCoach,
  coachOn: () => switchTo(true),
  coachOff: () => switchTo(false),
};
export const toggleCoach = () => switchTo(!isOn());
const prompt = $("#prompt");
new ResizeObserver(() => table.style.setProperty("--asked", `${prompt.offsetHeight}px`)).observe(prompt);
