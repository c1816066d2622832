// @ts-check
// The standard components of a game: makes a box, or loads one from a file. Problems of a file are listed line by line.
import { $, field } from "../common/dom.js";
import { Refusal, send } from "../common/server.js";
import "./grid.js";
import { showTrouble } from "./trouble.js";

const main = $("main.box"),
  form = $("#make"),
  paste = $("#paste"),
  trouble = $(".own .trouble"),
  file = field("input[type=file]", form),
  MAX_SIZE = 1_600_000; // bytes of a file

let isMaking = false;

/**
 * Makes a box; further clicks meanwhile do nothing.
 * @param {{name?: string, text?: string}} body
 */
async function make(body) {
  if (isMaking) return;
  isMaking = true;
  trouble.hidden = true;
  try {
    location.href = (await send(`/box/${main.dataset.game}/new`, body)).page;
  } catch (error) {
    isMaking = false;
    showTrouble(trouble, error, main.dataset.lost ?? "");
  }
}
addEventListener("pageshow", () => {
  isMaking = false;
});

form.onsubmit = (event) => {
  event.preventDefault();
  make({ name: field("[name=name]", form).value });
};
async function load() {
  const chosen = file.files?.[0];
  if (!chosen) return;
  if (chosen.size > MAX_SIZE) showTrouble(trouble, new Refusal(main.dataset.tooLarge ?? "", 413), "");
  else {
    const text = await chosen.text();
    field("[name=text]", paste).value = text.slice(0, 400_000); // so that it can be corrected here
    await make({ text });
    const details = paste.closest("details");
    if (details) details.open = !trouble.hidden;
  }
  file.value = "";
}
file.onchange = load;
load(); // a file that was chosen before this script was loaded
paste.onsubmit = (event) => {
  event.preventDefault();
  make({ text: field("[name=text]", paste).value });
};
