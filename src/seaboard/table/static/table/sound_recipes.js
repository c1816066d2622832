// @ts-check
// Synthesises the sounds of pieces that are put down. Solid materials ring in a few modes that decay, the higher ones faster; paper
// and water are filtered noise; water also has bubbles, whose pitch rises. The result is an array of samples, always the same for the
// same seed, and all materials are equally loud.

/** @typedef {"wood" | "card" | "coin" | "shell" | "water"} Material */
/** @typedef {() => number} Random from 0 to 1 */
/** @typedef {[ratio: number, gain: number, seconds: number][]} Modes frequency by the lowest, strength, time to fall by 60 dB */
/** @typedef {{ from: number, to: number, q: number, loud: number, seconds: number, rise: number }} Noise rise: share of the time */

const LOUDNESS = 0.08, // of the loudest moment, as `loudness` measures it
  PEAK = 0.9,
  ATTACK = 0.0008, // seconds in which a tone starts, so that the loudspeaker does not click
  FADE = 0.01, // seconds at the end of a sound
  MOMENT = 0.125; // seconds over which the ear adds up a short sound // seconds over which loudness is measured

/** @type {Record<string, Modes>} */
const MODES = {
  block: [
    [1, 1, 0.11],
    [2.76, 0.8, 0.06],
    [5.4, 0.5, 0.035],
    [8.93, 0.3, 0.02],
  ], // a bar of hard wood with free ends
  tabletop: [
    [1, 1, 0.16],
    [1.58, 0.6, 0.12],
    [2.24, 0.5, 0.1],
    [3.6, 0.3, 0.06],
  ], // a plate of wood
  disc: [
    [1, 0.7, 0.5],
    [1.004, 0.5, 0.48],
    [1.73, 1, 0.4],
    [1.737, 0.6, 0.4],
    [2.33, 0.6, 0.36],
    [3.91, 0.45, 0.2],
    [4.11, 0.3, 0.18],
    [6.3, 0.2, 0.1],
  ], // a coin: pairs of modes that beat
  shell: [
    [0.46, 0.6, 0.11],
    [1, 1, 0.1],
    [1.53, 0.7, 0.08],
    [2.27, 0.5, 0.06],
    [3.4, 0.35, 0.04],
    [4.6, 0.2, 0.03],
  ], // hollow and brittle
  bell: [
    [1, 1, 1.3],
    [3.93, 0.22, 0.42],
    [9.5, 0.06, 0.14],
  ], // a bar that is tuned, as of a marimba
};

/**
 * Random numbers that follow from a seed (mulberry32).
 * @param {number} seed
 * @returns {Random}
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A state variable filter, whose pitch may move. */
class BandPass {
  low = 0;
  band = 0;

  /** @param {number} q how narrow */
  constructor(q) {
    this.q = q;
  }

  /**
   * The next sample; `turn` is twice the sine of half the angle per sample.
   * @param {number} input
   * @param {number} turn
   */
  step(input, turn) {
    this.low += turn * this.band;
    this.band += turn * (input - this.low - this.band / this.q);
    return this.band / this.q;
  }
}

/** Adds sounds to an array of samples. */
class Mixer {
  /**
   * @param {number} seconds
   * @param {number} rate samples per second
   * @param {Random} random
   */
  constructor(seconds, rate, random) {
    this.samples = new Float32Array(Math.round(seconds * rate));
    this.rate = rate;
    this.random = random;
  }

  /**
   * Something solid is struck. The softer the contact, the longer it lasts, and the less of the high modes it excites.
   * @param {number} at seconds
   * @param {number} pitch of the lowest mode, hertz
   * @param {Modes} modes
   * @param {number} loud
   * @param {number} [touch] seconds that the contact lasts
   */
  strike(at, pitch, modes, loud, touch = 0) {
    for (const [ratio, gain, seconds] of modes)
      this.tone(at, pitch * ratio, pitch * ratio, seconds, loud * gain * pulse(pitch * ratio * touch));
  }

  /**
   * A tone that dies away; its pitch may move.
   * @param {number} at seconds
   * @param {number} from hertz
   * @param {number} to hertz, after `seconds`
   * @param {number} seconds to fall by 60 dB
   * @param {number} loud
   */
  tone(at, from, to, seconds, loud) {
    if (from > this.rate * 0.45) return;
    const first = Math.round(at * this.rate),
      length = Math.min(this.samples.length - first, Math.round(1.2 * seconds * this.rate)),
      decay = Math.log(1000) / seconds;
    let phase = 0.3 * this.random();
    for (let n = 0; n < length; n++) {
      const time = n / this.rate;
      phase += (2 * Math.PI * (from + (to - from) * Math.min(1, time / seconds))) / this.rate;
      this.samples[first + n] += loud * Math.min(1, time / ATTACK) * Math.exp(-decay * time) * Math.sin(phase);
    }
  }

  /**
   * Noise through two equal band-passes that move from one pitch to another (state variable filters): one alone hisses.
   * @param {number} at seconds
   * @param {Noise} noise
   * @param {number} [grain] how rough it is, from 0 to 1: fibres of paper
   */
  noise(at, { from, to, q, loud, seconds, rise }, grain = 0) {
    const first = Math.round(at * this.rate),
      length = Math.min(this.samples.length - first, Math.round(seconds * this.rate)),
      filters = [new BandPass(q), new BandPass(q)];
    let rough = 1;
    for (let n = 0; n < length; n++) {
      const share = n / length,
        pitch = from * (to / from) ** share,
        turn = 2 * Math.sin(Math.PI * Math.min(0.24, pitch / this.rate));
      if (grain && n % Math.round(this.rate / 900) === 0) rough = 1 - grain * this.random();
      const band = filters.reduce((input, filter) => filter.step(input, turn), rough * (2 * this.random() - 1));
      const envelope =
        share < rise
          ? Math.sin((Math.PI / 2) * (share / rise)) ** 2
          : Math.cos((Math.PI / 2) * ((share - rise) / (1 - rise))) ** 2;
      this.samples[first + n] += loud * envelope * band;
    }
  }
}

/**
 * A contact: a few milliseconds of noise.
 * @param {number} pitch
 * @param {number} loud
 * @param {number} seconds
 * @returns {Noise}
 */
const contact = (pitch, loud, seconds) => ({ from: pitch, to: pitch * 0.6, q: 0.8, loud, seconds, rise: 0.08 });

/**
 * How much of a mode a push in the form of half a sine excites.
 * @param {number} cycles of the mode during the push
 */
function pulse(cycles) {
  const odd = 1 - 4 * cycles ** 2;
  return Math.abs(odd) < 0.01 ? Math.PI / 4 : Math.abs(Math.cos(Math.PI * cycles) / odd);
}

/**
 * When something that bounces hits the table, and how hard: each time it comes back with the same share of its speed.
 * @param {number} first seconds until it hits the table again
 * @param {number} share
 * @param {number} times
 * @returns {[at: number, loud: number][]}
 */
function bounces(first, share, times) {
  let at = 0;
  return Array.from({ length: times }, (_, n) => {
    const hit = /** @type {[number, number]} */ ([at, share ** n]);
    at += first * share ** n;
    return hit;
  });
}

/** @type {Record<Material, { seconds: number, mix: (mixer: Mixer, vary: number, random: Random) => void }>} */
const RECIPES = {
  wood: {
    seconds: 0.4,
    mix: (mixer, vary, random) => {
      for (const [at, loud] of bounces(0.06 + 0.02 * random(), 0.3, 3)) {
        mixer.noise(at, contact(1900 * vary, 0.5 * loud, 0.008));
        mixer.strike(at, 610 * vary, MODES.block, 0.8 * loud, 0.0004);
        mixer.strike(at, 165, MODES.tabletop, 0.35 * loud, 0.001);
      }
    },
  },
  card: {
    seconds: 0.4,
    mix: (mixer, vary, random) => {
      const slide = 0.1 + 0.04 * random();
      mixer.noise(0, { from: 2200 * vary, to: 4200 * vary, q: 1, loud: 0.32, seconds: slide, rise: 0.7 }, 0.7);
      mixer.noise(slide * 0.9, contact(2100 * vary, 0.9, 0.03));
      mixer.strike(slide * 0.9, 190 * vary, MODES.tabletop, 0.12, 0.002);
      mixer.noise(slide, { from: 2800, to: 1400, q: 0.9, loud: 0.14, seconds: 0.1, rise: 0.1 }, 0.5);
    },
  },
  coin: {
    seconds: 1,
    mix: (mixer, vary, random) => {
      for (const [at, loud] of bounces(0.085 + 0.02 * random(), 0.62, 5)) {
        mixer.noise(at, contact(6200, 0.2 * loud, 0.004));
        mixer.strike(at, 3100 * vary * (1 + 0.01 * random()), MODES.disc, 0.3 * loud, 0.00005);
        mixer.strike(at, 165, MODES.tabletop, 0.12 * loud, 0.001);
      }
    },
  },
  shell: {
    seconds: 0.35,
    mix: (mixer, vary, random) => {
      let at = 0;
      for (const loud of [1, 0.6, 0.4, 0.2]) {
        mixer.noise(at, contact(3600 * vary, 0.3 * loud, 0.006));
        mixer.strike(at, 1560 * vary * (1 + 0.08 * random()), MODES.shell, 0.5 * loud, 0.0001);
        at += 0.03 + 0.03 * random();
      }
    },
  },
  water: {
    seconds: 1,
    mix: (mixer, vary, random) => {
      mixer.noise(0, { from: 420 * vary, to: 950 * vary, q: 0.9, loud: 0.55, seconds: 0.45, rise: 0.4 });
      mixer.noise(0.3, { from: 900 * vary, to: 380 * vary, q: 0.9, loud: 0.4, seconds: 0.55, rise: 0.25 });
      mixer.noise(0.05, { from: 3200, to: 1800, q: 0.7, loud: 0.1, seconds: 0.5, rise: 0.3 });
      for (let bubble = 0; bubble < 14; bubble++) {
        const pitch = 380 * 4 ** random() * vary;
        mixer.tone(0.08 + 0.6 * random(), pitch, pitch * 1.35, 0.05 + 0.05 * random(), 0.1 + 0.12 * random());
      }
    },
  },
};

/**
 * A piece of this material, put down; another seed sounds a little different.
 * @param {Material} material
 * @param {number} seed
 * @param {number} rate samples per second
 */
export function soundOf(material, seed, rate) {
  const random = randomFrom(seed),
    { seconds, mix } = RECIPES[material],
    mixer = new Mixer(seconds, rate, random);
  mix(mixer, 0.93 + 0.14 * random(), random);
  return normalised(mixer.samples, rate);
}

/**
 * Notes of a tuned bar, one after the other.
 * @param {[at: number, pitch: number][]} notes seconds and hertz
 * @param {number} rate
 */
export function melodyOf(notes, rate) {
  const last = notes[notes.length - 1][0],
    mixer = new Mixer(last + 1.4, rate, randomFrom(1));
  for (const [at, pitch] of notes) {
    mixer.strike(at, pitch, MODES.bell, 0.5);
    mixer.noise(at, contact(1400, 0.04, 0.01));
  }
  return normalised(mixer.samples, rate);
}

/**
 * A small room with a wooden table: a few early reflections, then a tail that gets duller. One array for each ear.
 * @param {number} rate
 */
export function roomOf(rate) {
  return [1, 2].map((seed) => {
    const random = randomFrom(seed),
      samples = new Float32Array(Math.round(0.28 * rate));
    for (let tap = 0; tap < 8; tap++)
      samples[Math.round((0.006 + 0.04 * random()) * rate)] += (random() < 0.5 ? -1 : 1) * (0.8 - 0.08 * tap);
    let dull = 0;
    for (let n = Math.round(0.012 * rate); n < samples.length; n++) {
      const time = n / rate;
      dull += (0.5 - 1.2 * time) * (2 * random() - 1 - dull);
      samples[n] += 0.35 * dull * Math.exp(-time / 0.06);
    }
    return samples;
  });
}

/**
 * The loudest moment: low tones count less, as in the ear (a high-pass at 500 Hz, then the root of the mean square).
 * @param {Float32Array} samples
 * @param {number} rate
 */
export function loudness(samples, rate) {
  const size = Math.round(MOMENT * rate),
    slow = Math.exp((-2 * Math.PI * 500) / rate),
    heard = new Float32Array(samples.length);
  let high = 0,
    loudest = 0,
    sum = 0;
  for (let n = 0; n < samples.length; n++) {
    high = slow * (high + samples[n] - (n ? samples[n - 1] : 0));
    heard[n] = high;
    sum += high ** 2 - (n >= size ? heard[n - size] ** 2 : 0);
    loudest = Math.max(loudest, sum);
  }
  return Math.sqrt(loudest / size);
}

/**
 * Makes a sound as loud as all others, without clipping, and silent at the end.
 * @param {Float32Array} samples
 * @param {number} rate
 */
function normalised(samples, rate) {
  const peak = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0),
    gain = Math.min(LOUDNESS / loudness(samples, rate), PEAK / peak),
    fade = Math.round(FADE * rate);
  return samples.map((one, n) => one * gain * Math.min(1, (samples.length - 1 - n) / fade));
}
