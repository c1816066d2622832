// What this browser remembers of puzzles: which are solved, and how many in a row at the first try.
const key = (name) => `seaboard puzzle ${name}`;
const number = (name) => Number(localStorage.getItem(`seaboard ${name}`)) || 0;

export const isSolved = (name) => localStorage.getItem(key(name)) !== null;
export const streak = () => ({ n: number("streak"), best: number("best streak") });

// A first try counts for the streak, if the puzzle was not solved before.
export function firstTry(name, right) {
  if (isSolved(name)) return;
  const n = right ? number("streak") + 1 : 0;
  localStorage.setItem("seaboard streak", n);
  localStorage.setItem("seaboard best streak", Math.max(n, number("best streak")));
}

export const solve = (name) => localStorage.setItem(key(name), "solved");

export const filled = (words, figures) => words.replace(/\{(\w+)\}/g, (_whole, name) => figures[name]);

export function showStreak(part) {
  const now = streak();
  part.textContent = now.best ? filled(part.dataset.words, now) : "";
}

// Which puzzles are wanted: remembered for each game until the window is closed.
export const wanted = (name) => JSON.parse(sessionStorage.getItem(`seaboard wanted ${name}`) ?? "{}");
export const want = (name, filter) => sessionStorage.setItem(`seaboard wanted ${name}`, JSON.stringify(filter));
export const fits = (filter, theme, difficulty) => (!filter.theme || filter.theme === theme) && (!filter.difficulty || filter.difficulty === difficulty);

// The next one after a number that is wanted and not solved, else that is wanted; null if there is none.
export function nextOf(name, list, after) {
  const filter = wanted(name), later = [...list.filter(([n]) => n > after), ...list.filter(([n]) => n < after)];
  const good = later.filter(([, theme, difficulty]) => fits(filter, theme, difficulty));
  return (good.find(([n]) => !isSolved(`${name}/${n}`)) ?? good[0] ?? [null])[0];
}
