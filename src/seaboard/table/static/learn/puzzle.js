// @ts-check
// A puzzle: sends a try and shows its value; after the answer, shows the solution step by step.
import { $, closest, find } from "../common/dom.js";
import { narrow } from "../common/media.js";
import { Exercise } from "./exercise.js";
import { countFirstTry, markSolved, nextPuzzle, showStreak } from "./puzzle_progress.js";

/** @typedef {import("../protocol.js").PuzzleScene} PuzzleScene */

const { address = "", number = "", key = "", all: list = "[]" } = $(".puzzle").dataset,
  puzzleName = `${key}/${number}`;
let isTried = false;

const isOpen = () => !["right", "shown"].includes(puzzle.scene?.kind ?? "");

/** @type {Exercise<PuzzleScene>} */
const puzzle = new Exercise(`${address}/${number}`, {
  show,
  choose: (action) => puzzle.ask({ action }),
  isOpen,
  shortcuts: {
    ArrowLeft: () => stepBy(-1),
    ArrowRight: () => stepBy(1),
    h: () => find("[data-show]")?.click(),
    n: () => $("[data-next]").click(),
  },
});

/**
 * @param {PuzzleScene} next
 * @param {PuzzleScene | null} before
 */
function show(next, before) {
  countTry(next.kind);
  Object.assign(puzzle.root.dataset, { kind: next.kind, step: next.step });
  if (narrow.matches && next.kind !== (before?.kind ?? "")) $(".teacher").scrollTop = 0;
}

/**
 * Counts the first try; showing the solution does not solve the puzzle.
 * @param {string} kind
 */
function countTry(kind) {
  if (!["right", "wrong", "shown"].includes(kind)) return;
  if (!isTried) countFirstTry(puzzleName, kind === "right");
  isTried = true;
  if (kind === "right") markSolved(puzzleName);
  showStreak($(".streak"));
}

/** @param {number} step of the solution */
const goToStep = (step) => {
  const { kind, action } = /** @type {PuzzleScene} */ (puzzle.scene);
  return puzzle.ask(kind === "right" ? { action, step } : { show: true, step });
};

/** @param {number} by */
function stepBy(by) {
  const { scene } = puzzle,
    step = (scene?.step ?? 0) + by;
  if (scene && !isOpen() && step >= 0 && step <= scene.steps) goToStep(step);
}

/** @type {Record<string, (value: string) => unknown>} */
const commands = {
  action: (value) => puzzle.ask({ action: Number(value) }),
  show: () => puzzle.ask({ show: true }),
  step: (value) => goToStep(Number(value)),
  again: () => puzzle.ask({}),
};

document.addEventListener("click", (event) => {
  const button = closest(event, ".puzzle button");
  const [command, value] = Object.entries(button?.dataset ?? {}).find(([one]) => one in commands) ?? [];
  if (command) commands[command](value ?? "");
});

const next = nextPuzzle(key, JSON.parse(list), Number(number));
/** @type {HTMLAnchorElement} */
const nextLink = $("[data-next]");
if (next === null) nextLink.hidden = true;
else nextLink.href = `${address}/${next}`;
showStreak($(".streak"));
await puzzle.ask({});
