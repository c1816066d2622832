// What the browser remembers of puzzles.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

class Memory {
  items = new Map();
  getItem = (name) => this.items.get(name) ?? null;
  setItem = (name, value) => this.items.set(name, value);
}
globalThis.localStorage = new Memory();
globalThis.sessionStorage = new Memory();
const progress = await import("../../src/seaboard/table/static/learn/puzzle_progress.js");
const LIST = [
  [1, "ships", "easy"],
  [2, "huts", "hard"],
  [3, "ships", "hard"],
];

beforeEach(() => {
  localStorage.items.clear();
  sessionStorage.items.clear();
});

test("first tries make a streak; a wrong one ends it, and the best is kept", () => {
  for (const right of [true, true, false, true]) progress.countFirstTry("kaivai/1", right);
  assert.deepEqual(progress.streak(), { n: 1, best: 2 });
});

test("a puzzle that was solved before does not count", () => {
  progress.markSolved("kaivai/1");
  progress.countFirstTry("kaivai/1", true);
  assert.deepEqual(progress.streak(), { n: 0, best: 0 });
});

test("the next puzzle is the next unsolved one that fits the filter, from the start after the end", () => {
  assert.equal(progress.nextPuzzle("kaivai", LIST, 1), 2);
  assert.equal(progress.nextPuzzle("kaivai", LIST, 3), 1);
  progress.markSolved("kaivai/2");
  assert.equal(progress.nextPuzzle("kaivai", LIST, 1), 3);
  progress.saveFilter("kaivai", { theme: "ships" });
  assert.equal(progress.nextPuzzle("kaivai", LIST, 0), 1);
  progress.saveFilter("kaivai", { theme: "tiles" });
  assert.equal(progress.nextPuzzle("kaivai", LIST, 0), null);
});

test("figures are put into a text", () => {
  assert.equal(progress.withFigures("{done} of {all}", { done: 3, all: 7 }), "3 of 7");
});
