// Following what the others do: step by step, as fast as one likes, or straight to now.
import { show, sceneAt } from "./drawing.js";
import { here, memory, words } from "./here.js";
import { $ } from "./server.js";

const pace = $("[data-pace]"), pause = $("[data-pause]"), skip = $("[data-skip]");
let latest = null, live = false, walking = false, paused = false, shownAt = 0, wake = () => {};

if ([...pace.options].some((option) => option.value === memory("pace"))) pace.value = memory("pace");
pace.onchange = () => { memory("pace", pace.value); wake(); };

const FAR = 40; // steps: whoever was away for longer comes straight to now
const isBehind = () => here.at === null && latest.moves > here.scene.at;

// The newest scene has come: shows it, or walks there over what the others did.
export async function follow(next) {
  latest = next;
  if (walking) return;
  if (!mustWalk(next)) return arrive();
  walking = true;
  if (isMine()) await step();
  walkOn();
}

// Whoever looks at an earlier moment comes back to now at once.
export function leave() { live = false; }

const turnAt = (at) => latest.turns.find(([from, to]) => from <= at && at < to);
const isMine = () => turnAt(here.scene.at)?.[2] === latest.viewer;

function mustWalk(next) {
  const shown = here.scene;
  const byOthers = next.turns.at(-1)?.[2] !== next.viewer;
  return live && shown && byOthers && here.at === null && here.draft === null && shown.viewer === next.viewer && next.curtain === null && !document.hidden
    && shown.at < next.moves && next.moves - shown.at <= FAR && (Number(pace.value) > 0 || paused);
}

async function walkOn() {
  while (isBehind()) await step();
  stop();
}

// One step more: after as long as the pace says, unless it was one's own.
async function step() {
  const mine = isMine(), due = shownAt + Number(pace.value) - performance.now();
  showTools();
  if (!mine && (paused || due > 0)) await new Promise((done) => { wake = done; if (!paused) setTimeout(done, due); });
  if ((paused && !mine) || !isBehind()) return;
  if (!Number(pace.value)) return arrive();
  const at = mine ? turnAt(here.scene.at)[1] : here.scene.at + 1;
  if (at >= latest.moves) return arrive();
  const next = await sceneAt(at);
  if (next && isBehind()) { show(next); shownAt = performance.now(); }
}

function arrive() {
  show(latest);
  live = here.at === null;
  shownAt = performance.now();
}

function stop() {
  walking = false;
  showTools();
}

function showTools() {
  skip.hidden = !(walking && isBehind());
  pause.setAttribute("aria-pressed", paused);
  pause.title = paused ? words.go_on : words.pause;
  pause.setAttribute("aria-label", pause.title);
}

export const isWalking = () => walking && isBehind();

export function togglePause() {
  paused = !paused;
  showTools();
  wake();
}

export function skipToNow() {
  paused = false;
  if (latest && isBehind()) arrive();
  showTools();
  wake();
}
