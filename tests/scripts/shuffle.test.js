// SHA-256, against Node's own.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sha256 } from "../../src/seaboard/table/static/shuffle/sha256.js";

test("SHA-256 of texts of every length around its blocks, and of other letters", () => {
  const texts = Array.from({ length: 200 }, (_, length) => "x".repeat(length));
  for (const text of [...texts, "Māori – Kaivai", "\u{1f6f6}".repeat(50)]) {
    assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"));
  }
});
