// The rules: searching hides what does not hold the words. The player aid: print.
import { $, all } from "./server.js";

const find = $("#find");
const parts = all("#short > :not(h1):not(h2), #short li, #numbered li, #numbered table");

function show() {
  const words = find.elements.words.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (part) => words.every((word) => part.textContent.toLocaleLowerCase().includes(word));
  for (const part of parts) part.hidden = words.length > 0 && !fits(part);
  for (const part of all("#numbered > h2[id], #numbered figure, #short > h2")) part.hidden = words.length > 0 && part.matches("figure");
  const left = all("#numbered li:not([hidden])").length, told = $("output", find);
  told.textContent = words.length ? told.dataset.words.replace("{n}", left) : "";
}

if (find) {
  find.oninput = show;
  find.onsubmit = (event) => event.preventDefault();
}
$("[data-print]")?.addEventListener("click", () => print());
