// Keys for everything.
import { clickTarget, closePick } from "./doing.js";
import { $ } from "./server.js";
import { choose } from "./tabs.js";
import { toast } from "./telling.js";

document.addEventListener("keydown", (event) => {
  const target = event.target.closest?.("#board .target");
  if (target && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); return clickTarget(target); }
  if (event.key === "Escape") { closePick(); toast(""); return; }
  const typing = event.target.matches?.("input:not([type=checkbox]):not([type=range]), select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = {
    u: () => $("#prompt [data-undo], #prompt [data-take-back]")?.click(),
    e: () => $("#prompt [data-end]")?.click(),
    h: () => $("#prompt [data-hint]")?.click(),
    b: () => ($("#board .target.can") ?? $("#prompt button:not([hidden])"))?.focus(),
    w: () => { const part = $("#words"); part.open = !part.open; $("summary", part).focus(); },
    "?": () => choose($("#tab-help")),
  };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});
