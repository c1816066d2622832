// @ts-check
// Tabs with their panels, chosen by clicks and arrow keys.

/**
 * @param {HTMLElement[]} tabs
 * @param {HTMLElement} chosen
 */
export function showTab(tabs, chosen) {
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
    if (panel) panel.hidden = tab !== chosen;
  }
}

/**
 * @param {HTMLElement[]} tabs
 * @param {(tab: HTMLElement) => void} choose
 */
export function listenToTabs(tabs, choose) {
  for (const [n, tab] of tabs.entries()) {
    tab.onclick = () => choose(tab);
    tab.onkeydown = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) choose(tabs[(n + step + tabs.length) % tabs.length]);
    };
  }
}
