// Where one thing on the board stands for several choices, one of them is picked.
import { openPick } from "./picking.js";

export function clickTarget(target, play) {
  const actions = target.dataset.actions.split(" ").filter(Boolean).map(Number);
  if (!actions.length) return;
  if (actions.length > 1 && target.classList.contains("can")) return openPick(actions, target);
  play(actions[0]);
}
