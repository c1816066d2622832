// Routes of pieces over adjacent places.
import assert from "node:assert/strict";
import { test } from "node:test";
import { routeBetween } from "../../src/seaboard/table/static/board/route.js";

const at = (x, y) => ({ x, y });
const RING = [at(0, 0), at(10, 0), at(20, 0), at(20, 10), at(20, 20), at(10, 20), at(0, 20), at(0, 10)]; // around an island
const lanes = { points: RING, step: 10 };

test("the way goes around what lies between, the shorter way", () => {
  assert.deepEqual(routeBetween(lanes, at(10.5, 0.4), at(20, 20)), [RING[1], RING[2], RING[3], RING[4]]);
});

test("a piece may come from a place that is none of them", () => {
  assert.deepEqual(routeBetween(lanes, at(10, 10), at(10, 20)), [at(10, 10), RING[5]]);
});

test("there is no way to another water, or to a place that is none of them", () => {
  assert.equal(routeBetween({ points: [...RING, at(90, 90)], step: 10 }, at(0, 0), at(90, 90)), null);
  assert.equal(routeBetween(lanes, at(0, 0), at(50, 50)), null);
});

test("a piece that stays has no way to go", () => {
  assert.deepEqual(routeBetween(lanes, at(0, 0), at(1, 1)), [RING[0]]);
});
