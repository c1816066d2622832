// Short messages.
import { table, words } from "./here.js";
import { $ } from "./server.js";

// numbers of rules lead to the rules
function withRules(text) {
  return text.split(/([A-Z]\d+\.\d+)/).map((part, n) => {
    if (n % 2 === 0) return part;
    return Object.assign(document.createElement("a"), { href: `/rules/${table.dataset.game}#${part}`, target: "_blank", textContent: part });
  });
}

let hiding;
export function toast(text, stays = 6000) {
  const box = $("#toast");
  box.replaceChildren(...withRules(text));
  box.hidden = !text;
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.hidden = true; }, stays);
}

addEventListener("away", () => toast(words.lost));
