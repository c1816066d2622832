// Short messages at the edge of the page.
import { $ } from "./server.js";

let hiding;
export function toast(text, stays = 6000) {
  const box = $("#toast");
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.hidden = true; }, stays);
}
