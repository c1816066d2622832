// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { distanceInDirection } from "../../src/seaboard/table/static/editor/directions.js";

const here = { x: 0, y: 0 };

test("what lies straight ahead is nearer than what lies aside", () => {
  const straight = distanceInDirection(here, { x: 10, y: 0 }, "ArrowRight"),
    aside = distanceInDirection(here, { x: 10, y: 5 }, "ArrowRight");
  assert.ok(straight < aside);
});

test("what lies behind or far aside is never reached", () => {
  assert.equal(distanceInDirection(here, { x: -10, y: 0 }, "ArrowRight"), Number.POSITIVE_INFINITY);
  assert.equal(distanceInDirection(here, { x: 1, y: 30 }, "ArrowRight"), Number.POSITIVE_INFINITY);
  assert.ok(distanceInDirection(here, { x: 0, y: -5 }, "ArrowUp") < Number.POSITIVE_INFINITY);
});
