// Being called, by ear and by the system.
import { setting, table, words } from "./here.js";

export function callMe() {
  if (setting("sound")) chime();
  if (setting("notify") && document.hidden && "Notification" in window && Notification.permission === "granted") {
    new Notification(document.title, { body: words.your_turn, tag: table.dataset.table });
  }
}

let air = null;
function chime() {
  air ??= new AudioContext();
  if (air.state !== "running") return;
  for (const [n, pitch] of [[0, 523.25], [1, 783.99]]) {
    const tone = air.createOscillator(), gain = air.createGain(), start = air.currentTime + n * 0.14;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
    tone.connect(gain).connect(air.destination);
    tone.start(start);
    tone.stop(start + 0.55);
  }
}
document.addEventListener("pointerdown", () => { air ??= new AudioContext(); air.resume(); }, { once: true });
