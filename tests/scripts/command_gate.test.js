// One command at a time.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { readActions } from "../../src/seaboard/table/static/board/actions.js";
import { CommandGate } from "../../src/seaboard/table/static/common/command_gate.js";

let classes, failures, gate;
beforeEach(() => {
  classes = new Set();
  failures = [];
  gate = new CommandGate({ classList: { add: (name) => classes.add(name), remove: (name) => classes.delete(name) } }, (error) =>
    failures.push(error.message),
  );
});

test("a command that comes while another runs is dropped", async () => {
  const done = [];
  let finish;
  const first = gate.run(() => new Promise((resolve) => (finish = resolve)).then(() => done.push("first")));
  assert.ok(classes.has("busy"));
  assert.equal(await gate.run(() => done.push("second")), false);
  finish();
  assert.equal(await first, true);
  assert.deepEqual(done, ["first"]);
  assert.ok(!classes.has("busy"));
});

test("a command that may wait runs after the others", async () => {
  const done = [];
  let finish;
  gate.run(() => new Promise((resolve) => (finish = resolve)).then(() => done.push("first")));
  const later = gate.runAfterwards(() => done.push("later"));
  finish();
  assert.equal(await later, true);
  assert.deepEqual(done, ["first", "later"]);
});

test("a failure is reported, and the next command runs", async () => {
  assert.equal(await gate.run(() => Promise.reject(new Error("no"))), false);
  assert.deepEqual(failures, ["no"]);
  assert.equal(await gate.run(() => {}), true);
});

test("the actions of a target are numbers", () => {
  assert.deepEqual(readActions("3 14 159"), [3, 14, 159]);
  assert.deepEqual(readActions(""), []);
  assert.deepEqual(readActions(undefined), []);
});
