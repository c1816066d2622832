// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { loudness, melodyOf, randomFrom, roomOf, soundOf } from "../../src/seaboard/table/static/table/sound_recipes.js";

const RATE = 44_100;
/** @type {import("../../src/seaboard/table/static/table/sound_recipes.js").Material[]} */
const MATERIALS = ["wood", "card", "coin", "shell", "water"];

/** @param {Float32Array} samples */
const peakOf = (samples) => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);

/**
 * The power at a frequency (Goertzel).
 * @param {Float32Array} samples
 * @param {number} pitch
 */
function power(samples, pitch) {
  const turn = 2 * Math.cos((2 * Math.PI * pitch) / RATE);
  let before = 0,
    last = 0;
  for (const one of samples) [before, last] = [last, one + turn * last - before];
  return last ** 2 + before ** 2 - turn * last * before;
}

/**
 * The mean frequency, by power.
 * @param {Float32Array} samples
 */
function centre(samples) {
  const pitches = Array.from({ length: 90 }, (_, n) => 100 * 1.05 ** n).filter((pitch) => pitch < RATE / 2),
    powers = pitches.map((pitch) => power(samples, pitch) * pitch); // bands get wider with the pitch
  const sum = powers.reduce((a, b) => a + b);
  return pitches.reduce((mean, pitch, n) => mean + (pitch * powers[n]) / sum, 0);
}

test("no sound clips, all are about equally loud, and each ends in silence", () => {
  for (const rate of [RATE, 48_000])
    for (const material of MATERIALS)
      for (const seed of [1, 2, 3, 4, 5]) {
        const samples = soundOf(material, seed, rate),
          where = `${material} ${seed}`;
        assert.ok(samples.every(Number.isFinite), where);
        assert.ok(peakOf(samples) <= 0.91, `${where}: ${peakOf(samples)}`);
        assert.ok(loudness(samples, rate) > 0.07 && loudness(samples, rate) < 0.11, `${where}: ${loudness(samples, rate)}`);
        assert.ok(peakOf(samples.slice(-40)) < 0.001, where);
        assert.ok(Math.abs(samples[0]) < 0.02, `${where}: begins with a click`);
      }
});

test("the same seed sounds the same, another one different", () => {
  for (const material of MATERIALS) {
    assert.deepEqual(soundOf(material, 7, RATE), soundOf(material, 7, RATE));
    assert.notDeepEqual(soundOf(material, 7, RATE), soundOf(material, 8, RATE));
  }
});

test("wood and water are dark, shells brighter, coins the brightest and longest", () => {
  const [wood, card, coin, shell, water] = MATERIALS.map((material) => centre(soundOf(material, 1, RATE)));
  assert.ok(wood < shell && water < shell && shell < coin, `${[wood, card, coin, shell, water].map(Math.round)}`);
  assert.ok(card > wood);
  const ringing = peakOf(soundOf("coin", 1, RATE).slice(0.3 * RATE, 0.4 * RATE));
  assert.ok(ringing > 4 * peakOf(soundOf("wood", 1, RATE).slice(0.3 * RATE, 0.4 * RATE)), "a coin rings on, wood does not");
});

test("a melody has its notes, one after the other", () => {
  const notes = melodyOf(
    [
      [0, 587.33],
      [0.2, 880],
    ],
    RATE,
  );
  const [first, both] = [notes.slice(0, 0.19 * RATE), notes.slice(0.25 * RATE, 0.45 * RATE)];
  assert.ok(power(first, 587.33) > 50 * power(first, 880));
  assert.ok(power(both, 880) > power(both, 587.33));
  assert.ok(peakOf(notes) <= 0.91);
});

test("the room is stereo, and dies away", () => {
  const [left, right] = roomOf(RATE);
  assert.notDeepEqual(left, right);
  assert.ok(peakOf(left.slice(-1000)) < 0.01 * peakOf(left));
});

test("random numbers are spread over the range", () => {
  const random = randomFrom(3),
    drawn = Array.from({ length: 4000 }, random);
  assert.ok(drawn.every((one) => one >= 0 && one < 1));
  assert.ok(Math.abs(drawn.reduce((a, b) => a + b) / 4000 - 0.5) < 0.02);
});

test("a knock is loudest at once and soon gone, a card slides before it lands", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const [wood, card] = [soundOf("wood", seed, RATE), soundOf("card", seed, RATE)];
    const [start, later] = [peakOf(wood.slice(0, 0.01 * RATE)), peakOf(wood.slice(0.2 * RATE))];
    assert.equal(start, peakOf(wood), `wood ${seed}`);
    assert.ok(later < start / 30, `wood ${seed}: ${later / start}`);
    assert.ok(peakOf(card.slice(0, 0.05 * RATE)) < peakOf(card) / 1.5, `card ${seed}`);
  }
});
