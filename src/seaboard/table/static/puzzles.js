// The page of all puzzles: by theme and difficulty, what is solved, the streak.
import { $, all } from "./server.js";
import { filled, fits, isSolved, nextOf, showStreak, want, wanted } from "./solved.js";

showStreak($(".streak"));
for (const section of all(".puzzles")) {
  const name = section.dataset.game, form = $("form", section), lines = all("[data-puzzle]", section);
  const list = lines.map((line, n) => [n + 1, line.dataset.theme, line.dataset.difficulty]);
  const show = () => {
    const filter = wanted(name);
    let done = 0, shown = 0;
    for (const line of lines) {
      const solved = isSolved(line.dataset.puzzle);
      line.hidden = !fits(filter, line.dataset.theme, line.dataset.difficulty);
      line.classList.toggle("is-done", solved);
      shown += !line.hidden;
      done += !line.hidden && solved;
    }
    $("output", form).textContent = filled($("output", form).dataset.words, { done, all: shown });
    const next = nextOf(name, list, 0);
    $("[data-start]", form).hidden = next === null;
    if (next !== null) $("[data-start]", form).href = `/puzzles/${name}/${next}`;
  };
  for (const field of ["theme", "difficulty"]) {
    const select = form.elements[field];
    if ([...select.options].some((option) => option.value === wanted(name)[field])) select.value = wanted(name)[field];
    select.onchange = () => { want(name, { ...wanted(name), [field]: select.value }); show(); };
  }
  form.onsubmit = (event) => event.preventDefault();
  show();
}
