// A lesson: sends what was said so far, shows the board and the card. And the page of all lessons: what is done.
import { measure, movePieces } from "./moving.js";
import { closePick, openPick } from "./picking.js";
import { drawnFor, room } from "./room.js";
import { $, all, send } from "./server.js";

const doneKey = (name) => `seaboard lesson ${name}`;
for (const part of all("[data-lesson]")) {
  const done = localStorage.getItem(doneKey(part.dataset.lesson)) !== null;
  part.classList.toggle("is-done", done);
  $(".done", part).hidden = !done;
}

const lesson = $("#lesson");
const narrow = matchMedia("(max-width: 800px)"), still = matchMedia("(prefers-reduced-motion: reduce)");
let scene = null, busy = false, last = [];

async function say(said, more = {}) {
  if (busy) return;
  busy = true;
  lesson.classList.add("busy");
  closePick();
  try {
    const space = room();
    show(await send(lesson.dataset.address, { said, narrow: narrow.matches, ...space, ...more }));
    last = more.help ? scene.said : said;
    drawnFor(space);
  } catch (error) {
    tell(error.status ? error.message : lesson.dataset.lost);
  } finally { busy = false; lesson.classList.remove("busy"); }
}

function tell(text) {
  const part = document.createElement("p");
  part.className = "answer wrong";
  part.textContent = text;
  $("#card").prepend(part);
}

function show(next) {
  const before = scene, places = before && measure($("#board svg"));
  scene = next;
  $("#card").innerHTML = next.card;
  if (before?.board !== next.board) {
    $("#board").innerHTML = next.board;
    if (before && !still.matches) movePieces($("#board svg"), places, measure($("#board svg")));
  }
  for (const part of all(".lit-up")) part.classList.remove("lit-up");
  light(next.lit, "lit-up");
  for (const part of next.parts) {
    const [kind, name] = [part.split(" ")[0], part.slice(part.indexOf(" ") + 1)];
    for (const one of all(`#board [data-${kind}="${CSS.escape(name)}"]`)) one.classList.add("lit-up");
  }
  $("#board").classList.toggle("guided", $("#board .target.can.lit-up") !== null);
  Object.assign(lesson.dataset, { at: next.at, said: next.said.length, kind: next.kind, failed: next.failed, finished: next.finished });
  $("#end").hidden = !next.finished;
  if (next.finished) {
    localStorage.setItem(doneKey(lesson.dataset.key), "done");
    $("#end a").focus({ preventScroll: true });
  } else if (before && before.at !== next.at) $("#card .say")?.scrollIntoView({ block: "nearest" });
  if (narrow.matches && (before?.at !== next.at || before.said.length !== next.said.length)) lookAtTheBoard();
}

function light(actions, name) {
  if (!actions.length) return;
  const wanted = new Set(actions.map(String));
  for (const part of all("#board [data-actions]")) if (part.dataset.actions.split(" ").some((one) => wanted.has(one))) part.classList.add(name);
  for (const part of all("#card [data-action]")) if (wanted.has(part.dataset.action)) part.classList.add(name);
}

function lookAtTheBoard() {
  const wanted = $("#board .lit-up") ?? $("#board .target.can");
  if (!wanted) return;
  const place = wanted.getBoundingClientRect(), above = $(".teacher").getBoundingClientRect().top;
  if (place.top < 48 || place.bottom > above) scrollBy({ top: place.top + place.height / 2 - above / 2, behavior: still.matches ? "auto" : "smooth" });
}

function hint() {
  $("#card .hint").hidden = false;
  $("[data-say=hint]").hidden = true;
  $("[data-say=show]").hidden = false;
  if (scene.intended !== null) light([scene.intended], "hinted");
  if (narrow.matches) $("#board .hinted")?.scrollIntoView({ block: "center" });
}

const deeds = {
  on: () => say([...scene.said, -1]),
  retry: () => say(scene.said.slice(0, scene.began)),
  undo: () => say(scene.said.slice(0, -1)),
  back: () => say(scene.said.slice(0, scene.said.length > scene.began ? scene.began : scene.before)),
  again: () => say([]),
  show: () => say(scene.said, { help: true }),
  hint,
};

function clickTarget(target) {
  const actions = target.dataset.actions.split(" ").filter(Boolean).map(Number);
  if (!actions.length) return;
  if (actions.length > 1 && target.classList.contains("can")) return openPick(actions, target);
  say([...scene.said, actions[0]]);
}

if (lesson) {
  document.addEventListener("click", (event) => {
    const target = event.target.closest("#board .target");
    if (target) return clickTarget(target);
    const button = event.target.closest("#lesson button");
    if (button?.dataset.say) return deeds[button.dataset.say]();
    if (button?.dataset.action) return say([...scene.said, Number(button.dataset.action)]);
    if (!event.target.closest("#pick")) closePick();
  });
  document.addEventListener("keydown", (event) => {
    const target = event.target.closest?.("#board .target");
    if (target && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); return clickTarget(target); }
    if (event.key === "Escape") return closePick();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "u") $("[data-say=undo]")?.click();
    if (event.key === "h") $("[data-say=hint]:not([hidden]), [data-say=show]:not([hidden])")?.click();
    if (event.key === "b") ($("#board .target.can") ?? $("#card button:not([hidden])"))?.focus();
  });
  addEventListener("room", () => say(last));
  await say([]);
}
