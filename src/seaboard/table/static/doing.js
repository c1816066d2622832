// What clicks do.
import { deeds as coaching, doubts } from "./coach.js";
import { refresh } from "./drawing.js";
import { isWalking, skipToNow, togglePause } from "./following.js";
import { base, here, memory, setting, table, words } from "./here.js";
import { advise } from "./hints.js";
import { addressOf, warning } from "./links.js";
import { showWholeLog, toggle } from "./log.js";
import { dismiss } from "./marks.js";
import { closePick, openPick } from "./picking.js";
import { $, all, look, send } from "./server.js";
import { bubble, closeBubble, notNow, openRule } from "./telling.js";
import { toast } from "./toast.js";

let busy = false;

async function doing(deed) {
  if (busy) return;
  busy = true;
  table.classList.add("busy");
  try { await deed(); } catch (error) {
    toast(error.status ? error.message : words.lost);
    if (error.status === 409) { here.draft = null; await refresh(); }
  } finally { busy = false; table.classList.remove("busy"); }
}

// With `sure` the coach is not asked.
const play = (action, ask = setting("ask"), sure = false) => doing(async () => {
  closePick();
  if (!sure && await doubts(action)) return;
  const answer = await send(`${base}/move`, { version: here.scene.version, action, ask });
  here.heard = Math.max(here.heard, answer.number ?? -1);
  here.draft = answer.draft ?? null;
  if (answer.draft === undefined) toast("");
  await refresh();
  if (here.draft !== null) $("[data-end]")?.focus({ preventScroll: true });
});

const undo = () => doing(async () => {
  if (here.draft !== null) here.draft = null;
  else here.heard = (await send(`${base}/undo`, { version: here.scene.version })).number;
  await refresh();
});

const whyNot = (action, place) => doing(async () => {
  const answer = await look(`${base}/why?action=${action}&version=${here.scene.version}`);
  bubble(answer.why || notNow(), place, answer.rule);
});

// What is no choice says what it is, and what is asked instead.
function explain(part, place) {
  const what = $(":scope > title", part.closest("[data-panel] g:has(> title)") ?? part)?.textContent.split("\n", 1)[0];
  const reason = isWalking() ? words.walking : notNow();
  bubble(what ? `${what}. ${reason}` : reason, place);
}

const hint = () => doing(async () => {
  toast(words.thinking, 60000);
  const answer = await send(`${base}/hint`, { version: here.scene.version });
  toast(answer.hints.length ? "" : words.nothing);
  advise(answer.html, here.scene.version);
});

export function clickTarget(target, place) {
  const actions = target.dataset.actions.split(" ").filter(Boolean).map(Number);
  if (!actions.length || isWalking() || here.at !== null) return explain(target, place);
  if (!here.scene.yours || here.draft !== null || !target.classList.contains("can")) return whyNot(actions[0], place);
  dismiss();
  if (actions.length === 1) return play(actions[0]);
  openPick(actions, target);
}

async function copyLink(path) {
  const link = addressOf(path);
  try { await navigator.clipboard.writeText(link); } catch { /* shown instead */ }
  toast(`${words.copied} ${link} ${warning}`, 20000);
}

const deeds = {
  ...coaching,
  action: (value) => play(Number(value)),
  anyway: (value) => play(Number(value), setting("ask"), true),
  end: (value) => play(Number(value), false, true),
  takeBack: undo,
  undo,
  hint,
  now: () => lookAt(Infinity),
  scores: () => { $("#final").hidden = !$("#final").hidden; },
  seat: (value) => { here.me = value; sessionStorage.setItem(`seat ${table.dataset.table}`, here.me); refresh(); },
  link: (value) => doing(async () => copyLink((await send(`${base}/link`, { seat: Number(value) })).link)),
  watch: () => copyLink(base),
  revoke: (value, button) => doing(() => send(`${base}/revoke`, { seat: Number(button.dataset.of), key: value })),
  leave: (value) => confirm(words.sure_leave) && doing(() => send(`${base}/leave`, { seat: Number(value) })),
  back: (value) => doing(() => send(`${base}/back`, { seat: Number(value) })),
  hand: (value, button) => doing(() => send(`${base}/hand`, { seat: Number(value), level: $("[data-level]", button.parentElement).value })),
  agree: (value, button) => (value === "no" || confirm(button.dataset.sure)) && doing(() => send(`${base}/agree`, { yes: value === "yes" })),
  report: (value) => {
    const reason = prompt(words.report);
    if (reason !== null) doing(async () => { await send(`${base}/report`, { event: value ? Number(value) : null, reason: reason.slice(0, 300) }); toast(words.reported); });
  },
  branch: () => doing(async () => { location.href = (await send(`${base}/branch`, { at: here.scene.at })).page; }),
  study: () => doing(async () => { location.href = (await send("/api/studies", { table: table.dataset.table, at: here.scene.at })).page; }),
  rematch: () => doing(async () => { location.href = (await send(`${base}/rematch`)).page; }),
  wholeLog: showWholeLog,
  open: (value, button) => toggle(button),
  pause: togglePause,
  skip: skipToNow,
  fold: () => {
    memory("meanwhile", memory("meanwhile") === "folded" ? "open" : "folded");
    $("#meanwhile").classList.toggle("folded", memory("meanwhile") === "folded");
    $("[data-fold]").setAttribute("aria-expanded", memory("meanwhile") !== "folded");
  },
  show: () => {}, // pointing at it shows it
  step: (value) => lookAt((here.at ?? here.scene.moves) + Number(value)),
  at: (value) => lookAt(Number(value)),
};

export function lookAt(move) {
  here.at = move >= here.scene.moves ? null : Math.max(0, move);
  history.replaceState(null, "", here.at === null ? base : `${base}?at=${here.at}`);
  return refresh();
}

document.addEventListener("click", (event) => {
  const place = { x: event.clientX, y: event.clientY };
  const rule = event.target.closest('a[href^="#rule-"]');
  if (rule) { event.preventDefault(); closeBubble(); return openRule(rule.hash.slice(6)); }
  if (event.target.closest("#bubble")) return;
  closeBubble();
  const target = event.target.closest("#board .target");
  if (target) return clickTarget(target, place);
  if (!event.target.closest("#pick")) closePick();
  if (event.target.closest("#board svg")) return explain(event.target, place);
  const button = event.target.closest("#table button, #pick button, #log [data-at]");
  if (!button) return;
  if (button.closest("#prompt, #pick")) dismiss();
  for (const [name, value] of Object.entries(button.dataset)) if (name in deeds) return deeds[name](value, button);
});

$("#replay input").oninput = (event) => lookAt(Number(event.target.value));
$("#replay").onsubmit = (event) => event.preventDefault();
if ($("#say")) {
  $("#say").onsubmit = (event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    if (field.value.trim()) doing(async () => { await send(`${base}/chat`, { text: field.value }); field.value = ""; });
  };
}
