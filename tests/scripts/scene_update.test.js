// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { applyUpdate } from "../../src/seaboard/table/static/table/scene_update.js";

const had = /** @type {any} */ ({ mark: "1", number: 3, board: "<svg><g>a</g><g>b</g></svg>", log: "<li>x</li><li>y</li>" });

test("a whole scene replaces everything", () => {
  const update = /** @type {any} */ ({ mark: "2", base: null, number: 4, board: "<svg/>", log: "" });
  assert.deepEqual(applyUpdate(null, update), update);
  assert.deepEqual(applyUpdate(had, update), update);
});

test("changes keep the pieces that the page has, in any order, and add new ones", () => {
  const update = /** @type {any} */ ({
    mark: "2",
    base: "1",
    number: 4,
    board: { cut: "<", pieces: [[0, 2], [4, 2], "g>new</g>", [2, 2], [6, 1]] },
  });
  const next = applyUpdate(had, update);
  assert.equal(next.board, "<svg><g>b</g><g>new</g><g>a</g></svg>");
  assert.equal(next.log, had.log);
  assert.deepEqual([next.mark, next.number], ["2", 4]);
});
