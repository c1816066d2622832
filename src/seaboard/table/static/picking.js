// Where a place on the board stands for several choices: asks which one.
import { $ } from "./server.js";

let pickFor = null;
const wordsOf = (action) => $(`:is(#prompt, #card) [data-action="${action}"]`)?.textContent;

export function openPick(actions, target) {
  const box = $("#pick"), place = target.getBoundingClientRect();
  box.replaceChildren(...actions.map((action) => {
    const button = document.createElement("button");
    button.dataset.action = action;
    button.textContent = wordsOf(action) ?? action;
    return button;
  }));
  box.hidden = false;
  pickFor = target;
  const size = box.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(innerWidth - size.width - 8, place.x + place.width / 2 - size.width / 2))}px`;
  box.style.top = `${Math.max(8, Math.min(innerHeight - size.height - 8, place.bottom + 6))}px`;
  box.firstChild.focus();
}

export function closePick() {
  const box = $("#pick");
  if (box.hidden) return;
  const inside = box.contains(document.activeElement);
  box.hidden = true;
  if (inside) pickFor?.focus({ preventScroll: true });
}
