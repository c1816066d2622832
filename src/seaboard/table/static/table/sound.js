// @ts-check
// Plays the sounds of pieces and the signal that it is the player's turn. They are synthesised (sound_recipes.js) after the first
// touch of the page, in a few variants for each material, with the echo of a small room.
import { find } from "../common/dom.js";
import { recall, remember } from "../common/storage.js";
import { setting, tableId, words } from "./page_state.js";
import { melodyOf, roomOf, soundOf } from "./sound_recipes.js";

/** @typedef {import("./sound_recipes.js").Material} Material */

const VARIANTS = 5,
  ECHO = 0.22; // share of the echo in the sound
/** @type {[at: number, pitch: number][]} seconds and hertz */
const YOUR_TURN = [
    [0, 587.33],
    [0.17, 880],
  ],
  /** @type {[at: number, pitch: number][]} */
  FANFARE = [
    [0, 392],
    [0.16, 523.25],
    [0.32, 659.25],
    [0.5, 783.99],
  ];
/** @type {{ context: AudioContext, out: GainNode, buffers: Map<string, AudioBuffer> } | null} */
let audio = null;
document.addEventListener("pointerdown", start, { once: true });

function start() {
  const context = new AudioContext(),
    out = context.createGain(),
    room = context.createConvolver(),
    echo = context.createGain(),
    limiter = context.createDynamicsCompressor(); // several sounds at once do not clip
  room.buffer = bufferOf(context, roomOf(context.sampleRate));
  echo.gain.value = ECHO;
  out.connect(limiter);
  out.connect(room).connect(echo).connect(limiter);
  limiter.connect(context.destination);
  audio = { context, out, buffers: new Map() };
  setVolume();
  context.resume();
}

/** Applies the chosen volume, from 0 to 100. */
export function setVolume() {
  if (audio) audio.out.gain.value = 2.5 * (Number(recall("volume") ?? 60) / 100) ** 2;
}

const slider = /** @type {HTMLInputElement | null} */ (find("[data-volume]"));
if (slider) {
  slider.value = recall("volume") ?? "60";
  slider.onchange = () => {
    remember("volume", slider.value);
    setVolume();
    knock();
  };
}

/**
 * @param {AudioContext} context
 * @param {Float32Array[]} channels
 */
function bufferOf(context, channels) {
  const buffer = context.createBuffer(channels.length, channels[0].length, context.sampleRate);
  for (const [n, samples] of channels.entries()) buffer.getChannelData(n).set(samples);
  return buffer;
}

/**
 * Plays a sound, which is computed the first time.
 * @param {string} name
 * @param {(rate: number) => Float32Array} compute
 * @param {{ after?: number, loud?: number, side?: number, rate?: number }} [how] seconds, share, from -1 (left) to 1, speed
 */
function play(name, compute, { after = 0, loud = 1, side = 0, rate = 1 } = {}) {
  if (audio?.context.state !== "running") return;
  const { context, out, buffers } = audio,
    buffer = buffers.get(name) ?? bufferOf(context, [compute(context.sampleRate)]),
    source = context.createBufferSource(),
    gain = context.createGain(),
    pan = context.createStereoPanner();
  buffers.set(name, buffer);
  source.buffer = buffer;
  source.playbackRate.value = rate;
  gain.gain.value = loud;
  pan.pan.value = side;
  source.connect(gain).connect(pan).connect(out);
  source.start(context.currentTime + after);
}

export function callPlayer() {
  if (setting("sound")) play("your turn", (rate) => melodyOf(YOUR_TURN, rate), { loud: 0.8 });
  if (setting("notify") && document.hidden && "Notification" in window && Notification.permission === "granted") {
    new Notification(document.title, { body: words.your_turn, tag: tableId });
  }
}

export function fanfare() {
  if (setting("pieces")) play("fanfare", (rate) => melodyOf(FANFARE, rate));
}

/**
 * The material of a piece, by its name.
 * @param {string} name
 * @returns {Material}
 */
export function materialOf(name) {
  if (/^(card|elder|share|tile|strip)/.test(name)) return "card";
  if (/^(canoe|ship|explorer)/.test(name)) return "water";
  if (/^(good-\d+-2|gold)/.test(name)) return "coin";
  if (/^(shell|shells)/.test(name)) return "shell";
  return "wood";
}

/**
 * Plays the sound of a piece that is put down, each time a little different in pitch, loudness and place.
 * @param {Material} material
 * @param {number} after seconds
 */
export function sound(material, after = 0) {
  if (!setting("pieces")) return;
  const variant = Math.floor(VARIANTS * Math.random());
  play(`${material} ${variant}`, (rate) => soundOf(material, variant + 1, rate), {
    after,
    loud: 0.75 + 0.25 * Math.random(),
    side: 0.5 * Math.random() - 0.25,
    rate: 0.97 + 0.06 * Math.random(),
  });
}

/** The sound of wood on wood. */
export const knock = (after = 0) => sound("wood", after);

/** The sound of dice on wood. */
export function rattle() {
  for (const after of [0, 0.09, 0.2, 0.34, 0.5, 0.72]) sound("wood", after);
}
