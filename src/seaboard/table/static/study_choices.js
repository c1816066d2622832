// Where one thing on the board stands for several choices, one of them is picked.
import { $ } from "./server.js";

let pickFor = null;

export function clickTarget(target, play) {
  const actions = target.dataset.actions.split(" ").filter(Boolean).map(Number);
  if (!actions.length) return;
  if (actions.length > 1 && target.classList.contains("can")) return openPick(actions, target);
  play(actions[0]);
}

function openPick(actions, target) {
  const box = $("#pick"), place = target.getBoundingClientRect();
  box.replaceChildren(...actions.map((action) => {
    const button = document.createElement("button");
    button.dataset.action = action;
    button.textContent = $(`#prompt [data-action="${action}"]`)?.textContent ?? action;
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
