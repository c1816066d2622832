// @ts-check
// Calling the player, and the sounds of pieces: made on the spot, and only after a first touch.
import { setting, tableId, words } from "./page_state.js";

/** @type {AudioContext | null} */
let audio = null;
document.addEventListener(
  "pointerdown",
  () => {
    audio ??= new AudioContext();
    audio.resume();
  },
  { once: true },
);

export function callPlayer() {
  if (setting("sound")) {
    play([
      [0, 523.25],
      [0.14, 783.99],
    ]);
  }
  if (setting("notify") && document.hidden && "Notification" in window && Notification.permission === "granted") {
    new Notification(document.title, { body: words.your_turn, tag: tableId });
  }
}

export function fanfare() {
  if (!setting("pieces")) return;
  play([
    [0, 392],
    [0.16, 523.25],
    [0.32, 659.25],
    [0.5, 783.99],
  ]);
}

/** @param {[after: number, pitch: number][]} tones seconds, hertz */
function play(tones) {
  if (audio?.state !== "running") return;
  for (const [after, pitch] of tones) {
    const tone = audio.createOscillator(),
      gain = audio.createGain(),
      start = audio.currentTime + after;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.55);
  }
}

// Wood on wood: a short burst of noise through a narrow filter.
export function knock(after = 0, pitch = 620) {
  if (!setting("pieces") || audio?.state !== "running") return;
  const length = Math.round(audio.sampleRate * 0.07),
    buffer = audio.createBuffer(1, length, audio.sampleRate),
    data = buffer.getChannelData(0);
  for (let n = 0; n < length; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 6;
  const noise = audio.createBufferSource(),
    filter = audio.createBiquadFilter(),
    gain = audio.createGain();
  noise.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 4;
  gain.gain.value = 0.5;
  noise.connect(filter).connect(gain).connect(audio.destination);
  noise.start(audio.currentTime + after);
}

// Dice on wood.
export function rattle() {
  for (const after of [0, 0.09, 0.2, 0.34, 0.5, 0.72]) knock(after, 900 + 500 * Math.random());
}
