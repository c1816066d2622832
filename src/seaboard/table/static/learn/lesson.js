// @ts-check
// A lesson: sends what was said so far, shows the board and the card.
import { $, all, closest, find } from "../common/dom.js";
import { narrow, reducedMotion } from "../common/media.js";
import { Exercise } from "./exercise.js";
import { markLessonDone } from "./lesson_progress.js";

/** @typedef {import("../protocol.js").LessonScene} LessonScene */

const GO_ON = -1;
const { address = "", key = "" } = $("#lesson").dataset;

/** @type {Exercise<LessonScene>} */
const lesson = new Exercise(address, {
  show,
  choose: (action) => say([...said(), action]),
  shortcuts: {
    u: () => find("[data-say=undo]")?.click(),
    h: () => find("[data-say=hint]:not([hidden]), [data-say=show]:not([hidden])")?.click(),
  },
});
const { board, root } = lesson;
const said = () => lesson.scene?.said ?? [];

/** @param {number[]} actions */
const say = (actions) => lesson.ask({ said: actions });

/**
 * @param {LessonScene} next
 * @param {LessonScene | null} before
 */
function show(next, before) {
  for (const part of all(".lit-up")) part.classList.remove("lit-up");
  board.mark(next.lit, "lit-up");
  for (const part of next.parts) {
    const [kind, ...name] = part.split(" ");
    for (const one of all(`#board [data-${kind}="${CSS.escape(name.join(" "))}"]`)) one.classList.add("lit-up");
  }
  board.classList.toggle("guided", find("#board .target.can.lit-up") !== null);
  const { at, kind, failed, finished } = next;
  Object.assign(root.dataset, { at, said: next.said.length, kind, failed, finished });
  $("#end").hidden = !finished;
  if (finished) {
    markLessonDone(key);
    $("#end a").focus({ preventScroll: true });
  } else if (before && before.at !== at) find("#card .say")?.scrollIntoView({ block: "nearest" });
  if (narrow.matches && (before?.at !== at || before.said.length !== next.said.length)) scrollToBoard();
}

function scrollToBoard() {
  const wanted = find("#board .lit-up") ?? board.choices[0];
  if (!wanted) return;
  const place = wanted.getBoundingClientRect(),
    above = $(".teacher").getBoundingClientRect().top;
  if (place.top >= 48 && place.bottom <= above) return;
  scrollBy({ top: place.top + place.height / 2 - above / 2, behavior: reducedMotion.matches ? "auto" : "smooth" });
}

function hint() {
  $("#card .hint").hidden = false;
  $("[data-say=hint]").hidden = true;
  $("[data-say=show]").hidden = false;
  const intended = lesson.scene?.intended;
  if (intended !== null && intended !== undefined) board.mark([intended], "hinted");
  if (narrow.matches) find("#board .hinted")?.scrollIntoView({ block: "center" });
}

/** @type {Record<string, (scene: LessonScene) => unknown>} */
const commands = {
  on: () => say([...said(), GO_ON]),
  retry: ({ began }) => say(said().slice(0, began)),
  undo: () => say(said().slice(0, -1)),
  back: ({ began, before }) => say(said().slice(0, said().length > began ? began : before)),
  again: () => say([]),
  show: () => lesson.ask({ said: said(), help: true }, (next) => ({ said: next.said })),
  hint,
};

document.addEventListener("click", (event) => {
  const button = closest(event, "#lesson button");
  if (!button || !lesson.scene) return;
  if (button.dataset.say) commands[button.dataset.say](lesson.scene);
  else if (button.dataset.action) say([...said(), Number(button.dataset.action)]);
});
await say([]);
