// A puzzle: sends a try, shows what it is worth; after the answer, the line step by step.
import { measure, movePieces } from "./moving.js";
import { closePick, openPick } from "./picking.js";
import { drawnFor, room } from "./room.js";
import { $, all, send } from "./server.js";
import { firstTry, nextOf, showStreak, solve } from "./solved.js";

const puzzle = $(".puzzle"), { address, number, key } = puzzle.dataset, name = `${key}/${number}`;
const narrow = matchMedia("(max-width: 800px)"), still = matchMedia("(prefers-reduced-motion: reduce)");
let scene = null, busy = false, tried = false, last = {};


async function ask(wish = {}) {
  if (busy) return;
  busy = true;
  puzzle.classList.add("busy");
  closePick();
  try {
    const space = room();
    show(await send(`${address}/${number}`, { ...wish, narrow: narrow.matches, ...space }));
    last = wish;
    drawnFor(space);
  } catch (error) {
    const part = document.createElement("p");
    part.className = "answer wrong";
    part.textContent = error.status ? error.message : puzzle.dataset.lost;
    $("#card").prepend(part);
  } finally { busy = false; puzzle.classList.remove("busy"); }
}

function show(next) {
  const before = scene, places = before && measure($("#board svg"));
  scene = next;
  count(next.kind);
  $("#card").innerHTML = next.card;
  if (before?.board !== next.board) {
    $("#board").innerHTML = next.board;
    if (before && !still.matches) movePieces($("#board svg"), places, measure($("#board svg")));
  }
  puzzle.dataset.kind = next.kind;
  puzzle.dataset.step = next.step;
  if (narrow.matches && next.kind !== (before?.kind ?? "")) $(".teacher").scrollTop = 0;
}

// Only the first try counts; whoever looks at the answer has not found it.
function count(kind) {
  if (!["right", "wrong", "shown"].includes(kind)) return;
  if (!tried) firstTry(name, kind === "right");
  tried = true;
  if (kind === "right") solve(name);
  showStreak($(".streak"));
}

const isOpen = () => !["right", "shown"].includes(scene?.kind);
const along = (step) => ask(scene.kind === "right" ? { action: scene.action, step } : { show: true, step });

function clickTarget(target) {
  const actions = target.dataset.actions.split(" ").filter(Boolean).map(Number);
  if (!actions.length || !isOpen()) return;
  if (actions.length > 1 && target.classList.contains("can")) return openPick(actions, target);
  ask({ action: actions[0] });
}

const deeds = {
  action: (value) => ask({ action: Number(value) }),
  show: () => ask({ show: true }),
  step: (value) => along(Number(value)),
  again: () => ask(),
};

document.addEventListener("click", (event) => {
  const target = event.target.closest("#board .target");
  if (target) return clickTarget(target);
  const button = event.target.closest(".puzzle button");
  for (const [deed, value] of Object.entries(button?.dataset ?? {})) if (deed in deeds) return deeds[deed](value);
  if (!event.target.closest("#pick")) closePick();
});
document.addEventListener("keydown", (event) => {
  const target = event.target.closest?.("#board .target");
  if (target && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); return clickTarget(target); }
  if (event.key === "Escape") return closePick();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step && !isOpen() && scene.step + step >= 0 && scene.step + step <= scene.steps) return along(scene.step + step);
  if (event.key === "h") $("[data-show]")?.click();
  if (event.key === "n") $("[data-next]").click();
  if (event.key === "b") ($("#board .target.can") ?? $("#card button:not([hidden])"))?.focus();
});

const next = nextOf(key, JSON.parse(puzzle.dataset.all), Number(number));
if (next === null) $("[data-next]").hidden = true;
else $("[data-next]").href = `${address}/${next}`;
showStreak($(".streak"));
addEventListener("room", () => ask(last));
await ask();
