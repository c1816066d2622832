// Games that are being compiled: how far that is, and about how long it will take.
import { $, all, look } from "./server.js";

const waiting = () => all("[data-compiling]:not([hidden])");
const begun = new Map(); // by game: when it was first seen to go on, and from where

function tell(part, done) {
  const name = part.dataset.compiling, now = performance.now();
  if (done > 0 && !begun.has(name)) begun.set(name, { at: now, from: done });
  const first = begun.get(name);
  $("progress", part).value = done;
  if (first && done > first.from) {
    const seconds = Math.max(1, Math.round((now - first.at) / 1000 / (done - first.from) * (100 - done)));
    $("output", part).textContent = part.dataset.left.replace("{n}", seconds);
  }
  part.hidden = done === 100;
}

while (waiting().length) {
  await new Promise((done) => setTimeout(done, 1000));
  const ready = await look("/ready").catch(() => ({}));
  for (const part of waiting()) tell(part, ready[part.dataset.compiling] ?? 0);
}
