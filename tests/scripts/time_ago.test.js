// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { timeAgo } from "../../src/seaboard/table/static/common/time_ago.js";

test("the largest unit that fits, in words; nothing after a week", () => {
  const minutes = (/** @type {number} */ n) => timeAgo(0, n * 60_000, "en");
  assert.equal(minutes(0.5), "now");
  assert.equal(minutes(1.5), "1 minute ago");
  assert.equal(minutes(59), "59 minutes ago");
  assert.equal(minutes(150), "2 hours ago");
  assert.equal(minutes(25 * 60), "yesterday");
  assert.equal(minutes(8 * 24 * 60), "");
  assert.equal(timeAgo(0, 300_000, "de"), "vor 5 Minuten");
  assert.equal(timeAgo(5000, 0, "en"), "now", "a clock that is a little wrong");
});
