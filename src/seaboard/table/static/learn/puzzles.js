// @ts-check
// The page of all puzzles: filters by theme and difficulty, marks the solved ones, shows the streak.
import { $, all } from "../common/dom.js";
import { fits, isSolved, nextPuzzle, savedFilter, saveFilter, showStreak, withFigures } from "./puzzle_progress.js";

showStreak($(".streak"));
for (const section of all(".puzzles")) showSection(section);

/** @param {HTMLElement} section */
function showSection(section) {
  const game = section.dataset.game ?? "";
  /** @type {HTMLFormElement} */
  const form = $("form", section);
  for (const name of /** @type {const} */ (["theme", "difficulty"])) {
    const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem(name)),
      saved = savedFilter(game)[name];
    if (saved && [...select.options].some((option) => option.value === saved)) select.value = saved;
    select.onchange = () => {
      saveFilter(game, { ...savedFilter(game), [name]: select.value });
      showPuzzles(game, form, all("[data-puzzle]", section));
    };
  }
  form.onsubmit = (event) => event.preventDefault();
  showPuzzles(game, form, all("[data-puzzle]", section));
}

/**
 * @param {string} game
 * @param {HTMLFormElement} form
 * @param {HTMLElement[]} lines
 */
function showPuzzles(game, form, lines) {
  const filter = savedFilter(game);
  let done = 0,
    shown = 0;
  for (const line of lines) {
    const solved = isSolved(line.dataset.puzzle ?? "");
    line.hidden = !fits(filter, line.dataset.theme, line.dataset.difficulty);
    line.classList.toggle("is-done", solved);
    shown += Number(!line.hidden);
    done += Number(!line.hidden && solved);
  }
  const output = $("output", form);
  output.textContent = withFigures(output.dataset.words ?? "", { done, all: shown });
  const next = nextPuzzle(
    game,
    lines.map((line, n) => [n + 1, line.dataset.theme, line.dataset.difficulty]),
    0,
  );
  /** @type {HTMLAnchorElement} */
  const start = $("[data-start]", form);
  start.hidden = next === null;
  if (next !== null) start.href = `/puzzles/${game}/${next}`;
}
