// @ts-check
// The panel next to the board: log, chat, rules, table.
import { $, all } from "../common/dom.js";
import { listenToTabs, showTab } from "../common/tabs.js";
import { unfoldPanel } from "./side_panel.js";

const tabs = all("[role=tab]");

/** @param {HTMLElement} tab */
export function choosePanel(tab) {
  unfoldPanel();
  showTab(tabs, tab);
  if (tab.id === "tab-chat") $("#tab-chat .new").hidden = true;
  tab.focus();
}
listenToTabs(tabs, choosePanel);
