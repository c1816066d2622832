// @ts-check
// A lesson: sends all inputs so far, shows the board and the card.
import { $, all, closest, find } from "../common/dom.js";
import { narrow, reducedMotion } from "../common/media.js";
import { Exercise } from "./exercise.js";
import { markLessonDone } from "./lesson_progress.js";

/** @typedef {import("../protocol.js").LessonScene} LessonScene */

const CONTINUE = -1; // the input of the button
const { address = "", key = "" } = $("#lesson").dataset;

/** @type {Exercise<LessonScene>} */
const lesson = new Exercise(address, {
  show,
  choose: (action) => sendInputs([...inputs(), action]),
  shortcuts: {
    u: () => find("[data-command=undo]")?.click(),
    h: () => find("[data-command=hint]:not([hidden]), [data-command=show]:not([hidden])")?.click(),
  },
});
const { board, root } = lesson;
const inputs = () => lesson.scene?.inputs ?? [];

/** @param {number[]} actions */
const sendInputs = (actions) => lesson.ask({ inputs: actions });

/**
 * @param {LessonScene} next
 * @param {LessonScene | null} before
 */
function show(next, before) {
  for (const part of all(".lit-up")) part.classList.remove("lit-up");
  board.mark(next.highlighted, "lit-up");
  for (const part of next.parts) {
    const [kind, ...name] = part.split(" ");
    for (const one of all(`#board [data-${kind}="${CSS.escape(name.join(" "))}"]`)) one.classList.add("lit-up");
  }
  board.classList.toggle("guided", find("#board .target.can.lit-up") !== null);
  const { at, kind, failed, finished } = next;
  Object.assign(root.dataset, { at, inputs: next.inputs.length, kind, failed, finished });
  $("#end").hidden = !finished;
  if (finished) {
    markLessonDone(key);
    $("#end a").focus({ preventScroll: true });
  } else if (before && before.at !== at) find("#card .instruction")?.scrollIntoView({ block: "nearest" });
  if (narrow.matches && (before?.at !== at || before.inputs.length !== next.inputs.length)) scrollToBoard();
}

function scrollToBoard() {
  const target = find("#board .lit-up") ?? board.choices[0];
  if (!target) return;
  const place = target.getBoundingClientRect(),
    above = $(".teacher").getBoundingClientRect().top;
  if (place.top >= 48 && place.bottom <= above) return;
  scrollBy({ top: place.top + place.height / 2 - above / 2, behavior: reducedMotion.matches ? "auto" : "smooth" });
}

function hint() {
  $("#card .hint").hidden = false;
  $("[data-command=hint]").hidden = true;
  $("[data-command=show]").hidden = false;
  const intended = lesson.scene?.intended;
  if (intended !== null && intended !== undefined) board.mark([intended], "hinted");
  if (narrow.matches) find("#board .hinted")?.scrollIntoView({ block: "center" });
}

/** @type {Record<string, (scene: LessonScene) => unknown>} */
const commands = {
  on: () => sendInputs([...inputs(), CONTINUE]),
  retry: ({ step_start }) => sendInputs(inputs().slice(0, step_start)),
  undo: () => sendInputs(inputs().slice(0, -1)),
  back: ({ step_start, previous_start }) =>
    sendInputs(inputs().slice(0, inputs().length > step_start ? step_start : previous_start)),
  again: () => sendInputs([]),
  show: () => lesson.ask({ inputs: inputs(), help: true }, (next) => ({ inputs: next.inputs })),
  hint,
};

document.addEventListener("click", (event) => {
  const button = closest(event, "#lesson button");
  if (!button || !lesson.scene) return;
  if (button.dataset.command) commands[button.dataset.command](lesson.scene);
  else if (button.dataset.action) sendInputs([...inputs(), Number(button.dataset.action)]);
});
await sendInputs([]);
