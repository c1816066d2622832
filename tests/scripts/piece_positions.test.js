// The differences between two drawings of the board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changesBetween } from "../../src/seaboard/table/static/board/piece_positions.js";

const spot = (panel, x, y) => ({ panel, x, y, width: 10, height: 10 });
const board = (pieces, places = {}) => ({ pieces: new Map(Object.entries(pieces)), places: new Map(Object.entries(places)) });
const names = (moved) => moved.map(({ name }) => name);

test("a piece that stays has not moved, and rounding does not move it", () => {
  const before = board({ ship: spot("sea", 10, 10) });
  const after = board({ ship: spot("sea", 11, 10.5) });
  assert.deepEqual(changesBetween(before, after), { moved: [], changed: [] });
});

test("a piece comes from where it was, also in another panel", () => {
  const before = board({ ship: spot("sea", 10, 10) });
  const { moved } = changesBetween(before, board({ ship: spot("harbour", 10, 10) }));
  assert.deepEqual(names(moved), ["ship"]);
  assert.equal(moved[0].from.panel, "sea");
});

test("one of several alike comes from where one of its kind left", () => {
  const before = board({ "fish@a": spot("sea", 1, 1), "fish@b": spot("sea", 50, 1) });
  const after = board({ "fish@b": spot("sea", 50, 1), "fish@c": spot("hut", 9, 9) });
  const { moved } = changesBetween(before, after);
  assert.deepEqual(names(moved), ["fish@c"]);
  assert.equal(moved[0].from.x, 1);
});

test("a new piece comes from nowhere, though one of another kind left", () => {
  const { moved } = changesBetween(board({ "fish@a": spot("sea", 1, 1) }), board({ "boat@a": spot("sea", 1, 1) }));
  assert.equal(moved[0].from, null);
});

test("cards of a row close up when one is taken", () => {
  const before = board({ "card-1": spot("row", 0, 0), "card-2": spot("row", 50, 0), "card-3": spot("row", 100, 0) });
  const after = board({ "card-2": spot("row", 0, 0), "card-3": spot("row", 50, 0) });
  assert.deepEqual(
    changesBetween(before, after).moved.map(({ name, closesUp }) => [name, closesUp]),
    [
      ["card-2", true],
      ["card-3", true],
    ],
  );
});

test("a piece that gives way to another in its row has not moved", () => {
  const before = board({ "card-1": spot("harbour", 90, 20), god: spot("sea", 10, 10) });
  const after = board({ "card-1": spot("harbour", 104, 20), god: spot("sea", 60, 10) });
  assert.deepEqual(
    changesBetween(before, after).moved.map(({ name, closesUp }) => [name, closesUp]),
    [
      ["card-1", true],
      ["god", false],
    ],
  );
});

test("a place changes with what it holds", () => {
  const before = board({}, { a: { ...spot("sea", 0, 0), holds: "1" }, b: { ...spot("sea", 9, 0), holds: "x" } });
  const after = board({}, { a: { ...spot("sea", 0, 0), holds: "2" }, b: { ...spot("sea", 9, 9), holds: "x" } });
  assert.deepEqual(names(changesBetween(before, after).changed), ["a"]);
});
