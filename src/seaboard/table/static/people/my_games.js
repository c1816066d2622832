// @ts-check
// The badge in the header with the number of tables where it is the user's turn, and the button to the next one.
import { $, find } from "../common/dom.js";
import { get } from "../common/server.js";

const REFRESH = 60_000; // milliseconds
const badge = $(".badge"),
  next = /** @type {HTMLAnchorElement} */ ($(".next-table"));

/** The button is hidden at a table where it is the user's turn, and on pages without a table. */
const hidesNext = () => Boolean(find("#table.yours")) || !find("#table");

async function refresh() {
  const thisTable = find("#table")?.dataset.table ?? "";
  try {
    const { turns, next: nextPage } = await get(`/my-games/turns?other_than=${thisTable}`);
    badge.hidden = turns === 0;
    badge.textContent = String(turns);
    next.hidden = !nextPage || hidesNext();
    if (nextPage) next.href = nextPage;
  } catch {
    // the server cannot be reached, which other scripts report
  }
}

let wasYours = false;
new MutationObserver(() => {
  const yours = Boolean(find("#table.yours"));
  if (yours !== wasYours) refresh();
  wasYours = yours;
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"] });
document.addEventListener("visibilitychange", () => document.hidden || refresh());
setInterval(() => document.hidden || refresh(), REFRESH);
refresh();
