// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, timeText } from "../../src/seaboard/table/static/meet/clock_text.js";

test("times from seconds to days", () => {
  assert.deepEqual([-3, 0, 0.2, 9, 75, 3600, 7500, 90_000, 200_000].map(timeText), [
    "0:00",
    "0:00",
    "0:01",
    "0:09",
    "1:15",
    "1 h 00",
    "2 h 05",
    "1 d 1 h",
    "2 d 7 h",
  ]);
});

test("the turn is used first, then the reserve", () => {
  assert.equal(clockText(90, 60), "0:30 + 1:00");
  assert.equal(clockText(60, 60), "1:00");
  assert.equal(clockText(12, 60), "0:12");
  assert.equal(clockText(30, 0), "0:30");
});
