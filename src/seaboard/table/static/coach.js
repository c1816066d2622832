// The coach: explains each kind of decision once, asks "Sure?" before a choice that costs much, and keeps nobody waiting.
import { base, here, memory, table, words } from "./here.js";
import { mark } from "./hints.js";
import { $, send } from "./server.js";
import { toast } from "./toast.js";

const panel = $("#coach"), box = $("[data-setting=coach]"), patience = 1000 * table.dataset.patience;
let shownFor = null; // the version that it speaks of
let warnedAt = null; // and the one at which it has asked

const isOn = () => Boolean(box?.checked);
const key = `explained ${table.dataset.game}`;
const known = () => (memory(key) ?? "").split(" ");

function say(html, version) {
  if ($(".warned", panel)) mark();
  panel.innerHTML = html;
  panel.hidden = !html.trim();
  shownFor = panel.hidden ? null : version;
  if ($(".warned", panel)) mark($(".warned", panel).dataset.better);
}

export const hush = () => say("", null);

function explain() {
  if (!here.scene?.coach.trim()) return toast(words.nothing);
  say(here.scene.coach, here.scene.version);
  const { kind } = $(".explained", panel).dataset;
  if (!known().includes(kind)) memory(key, [...known(), kind].join(" ").trim());
}

// Another position: its question is explained if it is the first of its kind.
export function look(next) {
  if (shownFor === next.version && next.coach && next.draft === null) return;
  const kind = next.coach.match(/data-kind="(\w+)"/)?.[1];
  if (isOn() && kind && next.draft === null && !known().includes(kind)) explain();
  else hush();
}

// Whether a choice has to wait, since the coach asks about it.
export async function doubts(action) {
  const { version } = here.scene;
  if (!isOn() || warnedAt === version) return false;
  const asked = send(`${base}/coach`, { version, action }).catch(() => null);
  const answer = await Promise.race([asked, new Promise((done) => setTimeout(done, patience))]);
  if (!answer?.html) return false;
  warnedAt = version;
  say(answer.html, version);
  $("[data-think]", panel).focus({ preventScroll: true });
  return true;
}

function turn(on) {
  if (!box) return;
  box.checked = on;
  box.dispatchEvent(new Event("change"));
  toast(on ? words.coach_on : words.coach_off);
}

const shown = () => table.classList.toggle("coached", isOn());
box?.addEventListener("change", () => { shown(); if (isOn() && here.scene) look(here.scene); else hush(); });
shown();

export const deeds = {
  coach: explain,
  coachClose: hush,
  think: hush,
  coachOn: () => turn(true),
  coachOff: () => turn(false),
};
export const toggle = () => turn(!isOn());
const prompt = $("#prompt");
new ResizeObserver(() => table.style.setProperty("--asked", `${prompt.offsetHeight}px`)).observe(prompt);
