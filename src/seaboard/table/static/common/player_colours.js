// @ts-check
// The player colours that the user of this browser has chosen. Shapes and numbers stay the same.
import { all } from "./dom.js";
import { recall, remember } from "./storage.js";

const buttons = all("[data-palette-choice]");

/** @param {string} name */
function choose(name) {
  document.documentElement.dataset.palette = name;
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.paletteChoice === name));
}

choose(recall("palette") ?? "");
for (const button of buttons) {
  button.onclick = () => {
    const name = button.dataset.paletteChoice ?? "";
    remember("palette", name);
    choose(name);
  };
}
