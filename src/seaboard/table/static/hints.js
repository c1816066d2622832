// What a bot would do: the best choices; pointing at one shows its place.
import { $, all } from "./server.js";

const panel = $("#advice");
let shownFor = null;

export const mark = (action) => {
  for (const part of all(".hinted")) part.classList.remove("hinted");
  if (action === undefined) return;
  for (const part of all(`#prompt [data-action="${action}"]`)) part.classList.add("hinted");
  for (const part of all("#board .target.can")) if (part.dataset.actions.split(" ").includes(action)) part.classList.add("hinted");
};

export function advise(html, version) {
  panel.innerHTML = html;
  panel.hidden = !html;
  shownFor = version;
  mark($("[data-action]", panel)?.dataset.action);
  $("[data-close]", panel)?.addEventListener("click", () => advise("", null));
}

// Advice for another position is no advice; while a draft of this one is shown, it makes room.
export function forget(version, isDraft) {
  if (shownFor === null) return;
  if (version !== shownFor) return advise("", null);
  panel.hidden = isDraft;
  mark(isDraft ? undefined : $("[data-action]", panel)?.dataset.action);
}

for (const kind of ["pointerover", "focusin"]) {
  panel.addEventListener(kind, (event) => {
    const button = event.target.closest("li")?.querySelector("[data-action]");
    if (button) mark(button.dataset.action);
  });
}
