// @ts-check
// The rules: a search hides the parts without its words. The player aid: its button to print.
import { $, all, field, find } from "../common/dom.js";

const form = find("#find"),
  parts = all("#short > :not(h1):not(h2), #short li, #numbered li, #numbered table");

/** @param {HTMLElement} form */
function search(form) {
  const words = field("[name=words]", form).value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (/** @type {HTMLElement} */ part) =>
    words.every((word) => (part.textContent ?? "").toLocaleLowerCase().includes(word));
  for (const part of parts) part.hidden = words.length > 0 && !fits(part);
  for (const figure of all("#numbered figure")) figure.hidden = words.length > 0;
  const left = all("#numbered li:not([hidden])").length,
    output = $("output", form);
  output.textContent = words.length ? (output.dataset.words ?? "").replace("{n}", String(left)) : "";
}

if (form) {
  form.oninput = () => search(form);
  form.onsubmit = (event) => event.preventDefault();
}
find("[data-print]")?.addEventListener("click", () => print());
