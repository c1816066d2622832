// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { lineText, rowsFor } from "../../src/seaboard/table/static/box/effect_line.js";

/** @type {import("../../src/seaboard/table/static/box/effect_line.js").Chosen} */
const chosen = {
  trigger: "immediately",
  event: "ship",
  count: "",
  relation: ">=",
  number: "3",
  does: "gain",
  pay: [
    ["2", "wood"],
    ["1", ""],
  ],
  gain: [
    ["1", "gold"],
    ["3", "fish"],
  ],
  action: "serve",
  points: "2",
  special: "needs no space",
  target: "ships",
  counted: "elder",
  per: "",
  step: "1",
};

test("what is gained, lost, exchanged and done", () => {
  assert.equal(lineText(chosen), "immediately: +1 gold +3 fish");
  assert.equal(lineText({ ...chosen, does: "lose" }), "immediately: -2 wood");
  assert.equal(lineText({ ...chosen, does: "exchange" }), "immediately: 2 wood -> 1 gold 3 fish");
  assert.equal(lineText({ ...chosen, does: "do" }), "immediately: do serve");
});

test("when, under which condition, and for each what", () => {
  assert.equal(
    lineText({ ...chosen, trigger: "whenever", event: "worker 1", per: "each", step: "2" }),
    "whenever worker 1: +1 gold +3 fish each 2",
  );
  assert.equal(lineText({ ...chosen, trigger: "before" }), "before use elder: +1 gold +3 fish");
  assert.equal(lineText({ ...chosen, trigger: "once", count: "elder" }), "once elder >= 3: +1 gold +3 fish");
  assert.equal(
    lineText({ ...chosen, trigger: "points", count: "elder", per: "ship", step: "2" }),
    "points if elder >= 3: 2 per 2 ship",
  );
  assert.equal(lineText({ ...chosen, trigger: "cost", per: "round" }), "cost: 2 wood per round");
});

test("every form of a standing effect is filled, and shows what it needs", () => {
  /** @type {[string, string, string[]][]} */
  const forms = [
    ["TARGET cost GOODS less", "ships cost 2 wood less", ["special", "target", "pay"]],
    ["counts as N COUNT", "counts as 2 elder", ["special", "points", "counted"]],
    ["use blocked ACTION", "use blocked serve", ["special", "action"]],
    ["needs no space", "needs no space", ["special"]],
  ];
  for (const [special, text, rows] of forms) {
    const line = { ...chosen, trigger: "special", special };
    assert.equal(lineText(line), `special: ${text}`);
    assert.deepEqual([...rowsFor(line)].sort(), rows.sort());
  }
});

test("the rows of a plain line", () => {
  assert.deepEqual([...rowsFor({ ...chosen, trigger: "whenever", does: "lose" })], ["event", "does", "pay"]);
  assert.deepEqual([...rowsFor(chosen)], ["does", "gain", "per"]);
});
