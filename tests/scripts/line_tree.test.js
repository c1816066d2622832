// Steps through the lines of a study.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { LineTree } from "../../src/seaboard/table/static/study/line_tree.js";

// 0 - 1 - 2* - 3 - 4*   and from 2 also 5 - 6*   (* ends a turn)
const NODES = [
  [0, null, false],
  [1, 0, false],
  [2, 1, true],
  [3, 2, false],
  [4, 3, true],
  [5, 2, false],
  [6, 5, true],
];
let tree;
beforeEach(() => {
  tree = new LineTree();
  tree.update(NODES);
});

test("steps go to the next node and the one before, and stop at the ends", () => {
  assert.equal(tree.step(0, true), 1);
  assert.equal(tree.step(2, false), 1);
  assert.equal(tree.step(0, false), 0);
  assert.equal(tree.step(4, true), 4);
});

test("turns go to where a turn ends", () => {
  assert.equal(tree.turn(0, true), 2);
  assert.equal(tree.turn(2, true), 4);
  assert.equal(tree.turn(4, false), 2);
  assert.equal(tree.turn(2, false), 0);
});

test("the line that was looked at last is followed", () => {
  tree.follow(6);
  assert.equal(tree.step(2, true), 5);
  assert.equal(tree.turn(2, true), 6);
  tree.follow(4);
  assert.equal(tree.step(2, true), 3);
});

test("siblings are the lines at the nearest place where several were tried", () => {
  assert.equal(tree.sibling(3, 1), 5);
  assert.equal(tree.sibling(6, 1), 3);
  assert.equal(tree.sibling(5, 1), 3);
  assert.equal(tree.sibling(2, 1), 2);
});

test("a line that is removed is followed no more", () => {
  tree.follow(6);
  tree.update(NODES.slice(0, 5));
  assert.equal(tree.turn(2, true), 4);
});
