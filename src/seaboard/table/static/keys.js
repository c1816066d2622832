// Keys for everything.
import { toggleAutoplay } from "./autoplay.js";
import { deeds as coaching, hush, toggle } from "./coach.js";
import { clickTarget, lookAt } from "./doing.js";
import { here } from "./here.js";
import { closePick } from "./picking.js";
import { $ } from "./server.js";
import { choose } from "./tabs.js";
import { closeBubble } from "./telling.js";
import { toast } from "./toast.js";

document.addEventListener("keydown", (event) => {
  const target = event.target.closest?.("#board .target");
  if (target && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); return clickTarget(target, middleOf(target)); }
  if (event.key === "Escape") { closePick(); closeBubble(); hush(); toast(""); return; }
  const typing = event.target.matches?.("input:not([type=checkbox]):not([type=range]), select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const walks = !event.target.matches?.("[role=tab], input[type=range]");
  if (walks && ["ArrowLeft", "ArrowRight"].includes(event.key)) { event.preventDefault(); return walk(event.key === "ArrowRight", event.shiftKey); }
  const keys = {
    u: () => $("#prompt [data-undo], #prompt [data-take-back]")?.click(),
    e: () => $("#prompt [data-end]")?.click(),
    h: () => $("#prompt [data-hint]")?.click(),
    c: coaching.coach,
    C: toggle,
    b: () => ($("#board .target.can") ?? $("#prompt button:not([hidden])"))?.focus(),
    w: () => { const part = $("#words"); part.open = !part.open; $("summary", part).focus(); },
    p: toggleAutoplay,
    "?": () => choose($("#tab-help")),
  };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});

const middleOf = (part) => { const box = part.getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; };

// Through the game, turn by turn or step by step.
function walk(onward, bySteps) {
  const { at, moves, turns } = here.scene, ends = [0, ...turns.map(([, end]) => end)];
  if (bySteps) return lookAt(onward ? at + 1 : at - 1);
  lookAt(onward ? ends.find((end) => end > at) ?? moves : ends.findLast((end) => end < at) ?? 0);
}
