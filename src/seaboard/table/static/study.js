// The study room: the board at one moment of a line, and what can be done there.
import { clickTarget } from "./study_choices.js";
import { keepWhenLeft, showComment } from "./study_comment.js";
import { drawMarks, isDrawing, toggleDrawing } from "./study_drawing.js";
import { here, study, words, writes } from "./study_here.js";
import { askOpinion, forgetOpinion, opinionIsOn, toggleOpinion } from "./study_opinion.js";
import { showTree, step, turn, upOrDown } from "./study_tree.js";
import { measure, movePieces } from "./moving.js";
import { addressOf, warning } from "./links.js";
import { drawnFor, room } from "./room.js";
import { closePick } from "./picking.js";
import { $, look, send } from "./server.js";
import { toast } from "./toast.js";

const still = matchMedia("(prefers-reduced-motion: reduce)"), narrow = matchMedia("(max-width: 800px)");
let busy = false, current = null, stream = null, heard = 0;

const asked = (more) => { const query = new URLSearchParams(more); if (here.key) query.set("key", here.key); return query; };
const deed = (name, body) => send(`${here.base}/${name}?${asked({})}`, body);

// Fetches what is to be seen at a node, and shows it.
async function go(at = here.at, chapter = here.chapter) {
  const space = room(), query = asked({ chapter, at, narrow: narrow.matches, ...space, known: here.scene?.mark ?? "" });
  const wanted = { chapter, at };
  here.wanted = wanted;
  let next;
  try { next = await look(`${here.base}/scene?${query}`); } catch (error) {
    toast(error.status ? error.message : words.lost);
    if (!error.status) setTimeout(go, 1500);
    return;
  }
  if (here.wanted !== wanted) return; // another one was asked for meanwhile
  show(next);
  drawnFor(space);
}

function show(next) {
  const before = here.scene, old = $("#board svg"), places = old && measure(old);
  Object.assign(here, { scene: { ...before, ...next }, at: next.at, chapter: next.chapter, version: next.version });
  Object.assign(study.dataset, { version: next.version, at: next.at, chapter: next.chapter });
  if (before?.board !== next.board) {
    $("#board").innerHTML = next.board;
    if (before && before.chapter === next.chapter && !still.matches) movePieces($("#board svg"), places, measure($("#board svg")));
  }
  $("#prompt").innerHTML = next.prompt;
  $("#sentences").innerHTML = next.sentences;
  $("#told").textContent = next.told;
  document.title = next.title;
  if (next.tree !== undefined) showAbout(next);
  showTree(here.scene);
  showComment(before, saveComment);
  drawMarks();
  remember();
  if (opinionIsOn()) askOpinion(ask); else forgetOpinion();
}

const ask = () => deed("opinion", { chapter: here.chapter, at: here.at });

function showAbout(next) {
  $("#chapters").innerHTML = next.chapters;
  const made = $("#about .made input")?.value ?? "";
  $("#about .content").innerHTML = next.about;
  $("[data-file]").href = `${here.base}/file?${asked({})}`;
  if (made && $("#about .made")) showLink(made);
  if (!$("#bots")) return;
  const chosen = here.bots();
  $("#bots").replaceChildren($("#bots legend"), ...next.names.map((name, seat) => {
    const label = document.createElement("label"), box = document.createElement("input");
    Object.assign(box, { type: "checkbox", checked: chosen.has(seat) });
    box.onchange = () => here.keepBots(seat, box.checked);
    box.setAttribute("aria-label", name);
    Object.assign(label, { className: `seat-${seat}`, title: name });
    label.append(box, `${seat + 1}`);
    return label;
  }));
}

// The address names the moment that is shown.
function remember() {
  history.replaceState(null, "", `/study/${study.dataset.study}?${asked({ chapter: here.chapter, at: here.at })}`);
}

// One deed after the other; who was slower than somebody else is told, and sees what there is now.
// While one is done, clicks do nothing.
const doing = (deed) => busy ? false : current = perform(deed);

async function perform(deed) {
  let done = true;
  busy = true;
  study.classList.add("busy");
  try { await deed(); } catch (error) {
    done = false;
    toast(error.status ? error.message : words.lost);
    if (error.status === 409) await go();
  } finally { busy = false; study.classList.remove("busy"); }
  if (heard > here.version) await go();
  return done;
}

// What was written or drawn waits its turn.
async function afterwards(deed) {
  while (busy) await current;
  return doing(deed);
}

const change = async (name, body = {}) => {
  if (!writes) throw Object.assign(new Error(words.read_only), { status: 403 });
  const answer = await deed(name, { version: here.version, chapter: here.chapter, at: here.at, ...body });
  here.version = answer.version;
  if (name === "note") await go(here.wanted.at, here.wanted.chapter); // who went on meanwhile is not called back
  else await go(answer.at, answer.chapter);
};

// A choice steps into its line, if there is one already, and else begins it; then the bots move on their seats.
const play = (action) => doing(async () => {
  closePick();
  const there = here.scene.children[action];
  if (there !== undefined) return go(there);
  await change("play", { action });
  await botsFollow();
});

// Until it is a person's turn; who takes a bot off its seat stops it.
async function botsFollow() {
  while (here.scene.mover !== null && here.bots().has(here.scene.mover)) await botMoves();
}

async function botMoves() {
  toast(words.thinking, 60000);
  await change("bot");
  toast("");
}

// True if it was kept.
const saveComment = (said) => afterwards(async () => { await change("note", said); toast(words.saved, 1500); });

const deeds = {
  back: () => go(turn(false)),
  on: () => go(turn(true)),
  lines: () => $("#lines").scrollIntoView({ block: "center" }),
  opinion: () => toggleOpinion(ask),
  bot: () => doing(async () => { await botMoves(); await botsFollow(); }),
  draw: () => toggleDrawing(),
  deal: () => doing(() => change("deal")),
  promote: () => doing(() => change("promote")),
  remove: () => confirm(words.sure_line) && doing(() => change("remove")),
  drop: () => confirm(words.sure_chapter) && doing(() => change("drop")),
  copy: () => doing(async () => { location.href = (await deed("copy", {})).page; }),
  delete: () => confirm(words.sure_study) && doing(async () => { await deed("delete", {}); location.href = "/study"; }),
  copyLink: async () => {
    const field = $("#about .made input");
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    toast(`${words.copied} ${field.value} ${warning}`);
  },
  closeAbout: () => $("#about").close(),
};

function showLink(address) {
  $("#about .made").hidden = false;
  $("#about .made input").value = address;
}

const newLink = (kind) => doing(async () => {
  const { link } = await deed("link", { kind }), address = new URL(addressOf(link));
  address.searchParams.set("chapter", here.chapter);
  address.searchParams.set("at", here.at);
  here.scene.mark = "";
  await go();
  showLink(address.href);
});

const revoke = (key) => doing(async () => {
  await deed("revoke", { key });
  here.scene.mark = "";
  await go();
});

document.addEventListener("click", (event) => {
  if (isDrawing() && event.target.closest("#board")) return;
  const target = event.target.closest("#board .target");
  if (target) return clickTarget(target, play);
  if (!event.target.closest("#pick")) closePick();
  const button = event.target.closest("#study button, #share");
  if (!button) return;
  if (button.id === "share") return $("#about").showModal();
  const { action, node, link, revoke: key } = button.dataset;
  if (action !== undefined) return play(Number(action));
  if (node !== undefined) return go(Number(node));
  if (link) return newLink(link);
  if (key) return revoke(key);
  deeds[button.dataset.do]?.();
});

$("#chapters").onchange = (event) => go(0, Number(event.target.value));
keepWhenLeft(saveComment);
$("#about").addEventListener("submit", (event) => {
  event.preventDefault();
  const title = event.target.elements.title.value, ofChapter = event.target.dataset.name === "chapter";
  doing(() => change("name", { title, of_chapter: ofChapter }));
});
$("#about").addEventListener("change", async (event) => {
  if (!event.target.matches("[data-add]") || !event.target.files.length) return;
  const text = await event.target.files[0].text();
  event.target.value = "";
  doing(() => change("chapter", { text }));
});
addEventListener("marked", (event) => {
  const { at, chapter } = here;
  afterwards(() => change("note", { marks: event.detail, at, chapter }));
});

// keys

const walked = { ArrowLeft: (steps) => (steps ? step(false) : turn(false)), ArrowRight: (steps) => (steps ? step(true) : turn(true)), ArrowUp: () => upOrDown(-1), ArrowDown: () => upOrDown(1) };
document.addEventListener("keydown", (event) => {
  const target = event.target.closest?.("#board .target");
  if (target && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); return clickTarget(target, play); }
  if (event.key === "Escape") { closePick(); if (isDrawing()) toggleDrawing(); return; }
  if (!here.scene || event.target.matches?.("input:not([type=checkbox]), select, textarea") || $("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in walked) { event.preventDefault(); return go(walked[event.key](event.shiftKey)); }
  const keys = {
    h: deeds.opinion,
    m: () => writes && deeds.bot(),
    d: () => writes && toggleDrawing(),
    b: () => ($("#board .target.can") ?? $("#prompt button:not([hidden])"))?.focus(),
    w: () => { const part = $("#words"); part.open = !part.open; $("summary", part).focus(); },
  };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});

// what others write is shown at once

function listen() {
  stream?.close();
  stream = null;
  if (document.hidden) return;
  stream = new EventSource(`${here.base}/events?${asked({ after: here.version ?? -1 })}`);
  stream.onmessage = async (event) => {
    heard = Math.max(heard, Number(event.data));
    if (heard <= here.version || busy) return;
    await go(here.wanted.at, here.wanted.chapter);
    toast(words.renewed, 2500);
  };
  stream.onopen = () => dispatchEvent(new Event("reached"));
  stream.onerror = () => { dispatchEvent(new Event("away")); if (stream?.readyState === EventSource.CLOSED) setTimeout(async () => { await go(); listen(); }, 3000); };
}
document.addEventListener("visibilitychange", async () => { if (!document.hidden) await go(); listen(); });
addEventListener("pagehide", () => stream?.close());
addEventListener("room", () => { if (here.scene) go(); });

await go();
listen();
