// @ts-check
// Keyboard shortcuts of the table.
import { $, closest, find, hasModifier, isTyping } from "../common/dom.js";
import { toast } from "../common/toast.js";
import { closeBubble } from "./announcer.js";
import { closeCoach, coachCommands, toggleCoach } from "./coach.js";
import { scene } from "./page_state.js";
import { choosePanel } from "./panel_tabs.js";
import { toggleReplay } from "./replay.js";
import { goToMove } from "./scene.js";

function toggleWords() {
  /** @type {HTMLDetailsElement} */
  const part = $("#words");
  part.open = !part.open;
  $("summary", part).focus();
}

/** @type {Record<string, () => unknown>} */
const shortcuts = {
  u: () => find("#prompt [data-undo], #prompt [data-take-back]")?.click(),
  e: () => find("#prompt [data-end]")?.click(),
  h: () => find("#prompt [data-hint]")?.click(),
  c: coachCommands.coach,
  C: toggleCoach,
  w: toggleWords,
  p: toggleReplay,
  "?": () => choosePanel($("#tab-help")),
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    closeBubble();
    closeCoach();
    toast("");
    return;
  }
  if (isTyping(event) || hasModifier(event)) return;
  if (["ArrowLeft", "ArrowRight"].includes(event.key) && !closest(event, "[role=tab], input[type=range]")) {
    event.preventDefault();
    stepThroughGame(event.key === "ArrowRight", event.shiftKey);
  } else if (event.key in shortcuts) {
    event.preventDefault();
    shortcuts[event.key]();
  }
});

/**
 * Goes through the game, turn by turn or step by step.
 * @param {boolean} forward
 * @param {boolean} bySteps
 */
function stepThroughGame(forward, bySteps) {
  const { at, moves, turns } = scene(),
    ends = [0, ...turns.map(([, end]) => end)];
  if (bySteps) goToMove(forward ? at + 1 : at - 1);
  else goToMove(forward ? (ends.find((end) => end > at) ?? moves) : (ends.findLast((end) => end < at) ?? 0));
}
