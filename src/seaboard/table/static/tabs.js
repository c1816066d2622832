// Log, chat, rules, table.
import { $, all } from "./server.js";

const tabs = all("[role=tab]");
export function choose(tab) {
  for (const one of tabs) {
    const chosen = one === tab;
    one.setAttribute("aria-selected", chosen);
    one.tabIndex = chosen ? 0 : -1;
    document.getElementById(one.getAttribute("aria-controls")).hidden = !chosen;
  }
  if (tab.id === "tab-chat") $("#tab-chat .new").hidden = true;
  tab.focus();
}
for (const [n, tab] of tabs.entries()) {
  tab.onclick = () => choose(tab);
  tab.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) choose(tabs[(n + step + tabs.length) % tabs.length]);
  };
}
