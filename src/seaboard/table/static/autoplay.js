// Autoplay: the game by itself, step by step, as fast as one likes, from the moment that is shown; from its beginning at the end.
import { lookAt } from "./doing.js";
import { here, memory, words } from "./here.js";
import { $ } from "./server.js";

const button = $("#replay [data-autoplay]"), speed = $("#replay [data-speed]");
let plays = false, waiting = 0;

if ([...speed.options].some((option) => option.value === memory("speed"))) speed.value = memory("speed");
speed.onchange = () => memory("speed", speed.value);

function show() {
  button.setAttribute("aria-pressed", plays);
  button.title = plays ? words.pause : words.autoplay;
  button.setAttribute("aria-label", button.title);
}

export function stop() {
  plays = false;
  clearTimeout(waiting);
  show();
}

async function onward() {
  const from = here.scene.at;
  if (here.at === null) return stop();
  await lookAt(from + 1);
  if (!plays) return;
  if (here.at === null) return stop();
  waiting = setTimeout(onward, Number(speed.value));
}

export async function toggleAutoplay() {
  if (plays) return stop();
  if (!here.scene.moves) return;
  plays = true;
  show();
  if (here.at === null) await lookAt(0);
  waiting = setTimeout(onward, Number(speed.value));
}

// Whoever walks by hand, or makes a move, has taken over.
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, (event) => {
    const own = event.target.closest?.("[data-autoplay], [data-speed]") || event.key === "p";
    const walks = event.key?.startsWith("Arrow") || event.target.closest?.("#replay, #log, #since, [data-now]");
    if (plays && walks && !own && !["Tab", "Shift"].includes(event.key)) stop();
  }, true);
}
button.onclick = toggleAutoplay;
show();
