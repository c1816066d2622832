// @ts-check
// What this browser remembers of puzzles: the solved ones, how many in a row at the first try, and the filter of the list.
import { recall, remember } from "../common/storage.js";

/**
 * @typedef {{ theme?: string, difficulty?: string }} Filter
 * @typedef {[number: number, theme: string | undefined, difficulty: string | undefined]} Listed
 */

/** @param {string} name */
const storedNumber = (name) => Number(recall(name)) || 0;

/** @param {string} puzzle */
export const isSolved = (puzzle) => recall(`puzzle ${puzzle}`) !== null;

/** @param {string} puzzle */
export const markSolved = (puzzle) => remember(`puzzle ${puzzle}`, "solved");

export const streak = () => ({ n: storedNumber("streak"), best: storedNumber("best streak") });

/**
 * A first try counts for the streak, if the puzzle was not solved before.
 * @param {string} puzzle
 * @param {boolean} isRight
 */
export function countFirstTry(puzzle, isRight) {
  if (isSolved(puzzle)) return;
  const n = isRight ? storedNumber("streak") + 1 : 0;
  remember("streak", n);
  remember("best streak", Math.max(n, storedNumber("best streak")));
}

/**
 * Replaces each {name} in a text by the number of that name.
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
 * The filter of a game's puzzles, which is kept until the window is closed.
 * @param {string} game
 * @returns {Filter}
 */
export const savedFilter = (game) => JSON.parse(sessionStorage.getItem(`seaboard wanted ${game}`) ?? "{}");

/**
 * @param {string} game
 * @param {Filter} filter
 */
export const saveFilter = (game, filter) => sessionStorage.setItem(`seaboard wanted ${game}`, JSON.stringify(filter));

/**
 * @param {Filter} filter
 * @param {string} [theme]
 * @param {string} [difficulty]
 */
export const fits = (filter, theme, difficulty) =>
  (!filter.theme || filter.theme === theme) && (!filter.difficulty || filter.difficulty === difficulty);

/**
 * The next puzzle after a number that fits the filter: an unsolved one, else any; null if there is none.
 * @param {string} game
 * @param {Listed[]} list
 * @param {number} after
 */
export function nextPuzzle(game, list, after) {
  const filter = savedFilter(game),
    inOrder = [...list.filter(([n]) => n > after), ...list.filter(([n]) => n < after)];
  const fitting = inOrder.filter(([, theme, difficulty]) => fits(filter, theme, difficulty));
  return (fitting.find(([n]) => !isSolved(`${game}/${n}`)) ?? fitting[0] ?? [null])[0];
}
