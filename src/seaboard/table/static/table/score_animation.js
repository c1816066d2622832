// @ts-check
// The end of the game: counts the points up category by category, then celebrates the winner. A click skips the counting.
import { all, find, pause } from "../common/dom.js";
import { reducedMotion } from "../common/media.js";
import { fanfare, knock } from "./sound.js";

let isSkipped = false;

export async function countUp() {
  const sheet = find("#final .sheet"),
    rows = all("#final tbody tr"),
    totals = all("#final .points td b");
  if (!sheet || reducedMotion.matches || !rows.length) return;
  const ends = totals.map((total) => total.textContent),
    sums = totals.map(() => 0);
  isSkipped = false;
  sheet.classList.add("counting");
  for (const row of rows) {
    for (const [n, cell] of all("td", row).entries()) {
      sums[n] += Number(cell.textContent?.replace("−", "-"));
      totals[n].textContent = String(sums[n]).replace("-", "−");
    }
    row.classList.add("counted");
    if (!isSkipped) {
      knock();
      await pause(550);
    }
    if (!sheet.isConnected) return;
  }
  for (const [n, total] of totals.entries()) total.textContent = ends[n];
  sheet.classList.replace("counting", "celebrated");
  const winner = find("h2.winner", sheet);
  if (winner) fanfare();
  if (winner && !isSkipped) throwConfetti(winner);
}

document.addEventListener("click", () => {
  isSkipped = true;
});

/** @param {HTMLElement} heading */
function throwConfetti(heading) {
  const place = heading.getBoundingClientRect();
  for (let n = 0; n < 36; n++) {
    const bit = document.createElement("i"),
      x = (Math.random() - 0.5) * 620,
      y = 90 + Math.random() * 330;
    bit.className = `confetti seat-${n % 5}`;
    bit.style.left = `${place.x + place.width / 2}px`;
    bit.style.top = `${place.y + 8}px`;
    document.body.append(bit);
    const flight = bit.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${x / 2}px, ${-60 - y / 5}px) rotate(240deg)`, opacity: 1, offset: 0.3 },
        { transform: `translate(${x}px, ${y}px) rotate(720deg)`, opacity: 0 },
      ],
      { duration: 1800 + 600 * Math.random(), easing: "ease-out" },
    );
    flight.finished.finally(() => bit.remove());
  }
}
