// @ts-check
// What this browser remembers of puzzles: which are solved, how many in a row at the first try, and which are wanted.
import { recall, remember } from "../common/storage.js";

/**
 * @typedef {{ theme?: string, difficulty?: string }} Filter
 * @typedef {[number: number, theme: string | undefined, difficulty: string | undefined]} Listed
 */

/** @param {string} name */
const figure = (name) => Number(recall(name)) || 0;

/** @param {string} puzzle */
export const isSolved = (puzzle) => recall(`puzzle ${puzzle}`) !== null;

/** @param {string} puzzle */
export const markSolved = (puzzle) => remember(`puzzle ${puzzle}`, "solved");

export const streak = () => ({ n: figure("streak"), best: figure("best streak") });

/**
 * A first try counts for the streak, if the puzzle was not solved before.
 * @param {string} puzzle
 * @param {boolean} isRight
 */
export function countFirstTry(puzzle, isRight) {
  if (isSolved(puzzle)) return;
  const n = isRight ? figure("streak") + 1 : 0;
  remember("streak", n);
  remember("best streak", Math.max(n, figure("best streak")));
}

/**
 * Puts figures into words with {names}.
 * @param {string} words
 * @param {Record<string, number>} figures
 */
export const withFigures = (words, figures) => words.replace(/\{(\w+)\}/g, (_whole, name) => String(figures[name]));

/** @param {HTMLElement} part */
export function showStreak(part) {
  const now = streak();
  part.textContent = now.best ? withFigures(part.dataset.words ?? "", now) : "";
}

/**
 * Which puzzles of a game are wanted, until the window is closed.
 * @param {string} game
 * @returns {Filter}
 */
export const wantedFilter = (game) => JSON.parse(sessionStorage.getItem(`seaboard wanted ${game}`) ?? "{}");

/**
 * @param {string} game
 * @param {Filter} filter
 */
export const setFilter = (game, filter) => sessionStorage.setItem(`seaboard wanted ${game}`, JSON.stringify(filter));

/**
 * @param {Filter} filter
 * @param {string} [theme]
 * @param {string} [difficulty]
 */
export const fits = (filter, theme, difficulty) =>
  (!filter.theme || filter.theme === theme) && (!filter.difficulty || filter.difficulty === difficulty);

/**
 * The next puzzle after a number that is wanted and not solved, else that is wanted; null if there is none.
 * @param {string} game
 * @param {Listed[]} list
 * @param {number} after
 */
export function nextPuzzle(game, list, after) {
  const filter = wantedFilter(game),
    later = [...list.filter(([n]) => n > after), ...list.filter(([n]) => n < after)];
  const wanted = later.filter(([, theme, difficulty]) => fits(filter, theme, difficulty));
  return (wanted.find(([n]) => !isSolved(`${game}/${n}`)) ?? wanted[0] ?? [null])[0];
}
