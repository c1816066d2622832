// Being called, and the sounds of pieces: soft, made on the spot, and only after a first touch.
import { setting, table, words } from "./here.js";

let air = null;
document.addEventListener("pointerdown", () => { air ??= new AudioContext(); air.resume(); }, { once: true });

export function callMe() {
  if (setting("sound")) play([[0, 523.25], [0.14, 783.99]]);
  if (setting("notify") && document.hidden && "Notification" in window && Notification.permission === "granted") {
    new Notification(document.title, { body: words.your_turn, tag: table.dataset.table });
  }
}

export function fanfare() {
  if (setting("pieces")) play([[0, 392], [0.16, 523.25], [0.32, 659.25], [0.5, 783.99]]);
}

function play(tones) {
  if (air?.state !== "running") return;
  for (const [after, pitch] of tones) {
    const tone = air.createOscillator(), gain = air.createGain(), start = air.currentTime + after;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
    tone.connect(gain).connect(air.destination);
    tone.start(start);
    tone.stop(start + 0.55);
  }
}

// Wood on wood: a short breath of noise through a narrow filter.
export function knock(after = 0, pitch = 620) {
  if (!setting("pieces") || air?.state !== "running") return;
  const long = Math.round(air.sampleRate * 0.07), buffer = air.createBuffer(1, long, air.sampleRate), data = buffer.getChannelData(0);
  for (let n = 0; n < long; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / long) ** 6;
  const noise = air.createBufferSource(), filter = air.createBiquadFilter(), gain = air.createGain();
  noise.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 4;
  gain.gain.value = 0.5;
  noise.connect(filter).connect(gain).connect(air.destination);
  noise.start(air.currentTime + after);
}

export function rattle() {
  for (const after of [0, 0.09, 0.2, 0.34, 0.5, 0.72]) knock(after, 900 + 500 * Math.random());
}
