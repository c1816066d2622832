// @ts-check
// The badge in the header: at how many tables it is my turn; and the button to the next one.
import { $, find } from "../common/dom.js";
import { get } from "../common/server.js";

const EVERY = 60_000; // milliseconds
const badge = $(".badge"),
  next = /** @type {HTMLAnchorElement} */ ($(".next-table"));

/** The button shows where this page has nothing to do: not at a table where it is my turn. */
const isBusyHere = () => Boolean(find("#table.yours")) || !find("#table");

async function refresh() {
  const here = find("#table")?.dataset.table ?? "";
  try {
    const found = await get(`/my-games/turns?other_than=${here}`);
    badge.hidden = found.turns === 0;
    badge.textContent = String(found.turns);
    next.hidden = !found.next || isBusyHere();
    if (found.next) next.href = found.next;
  } catch {
    // the server is away, and other scripts say so
  }
}

let wasYours = false;
new MutationObserver(() => {
  const yours = Boolean(find("#table.yours"));
  if (yours !== wasYours) refresh();
  wasYours = yours;
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"] });
document.addEventListener("visibilitychange", () => document.hidden || refresh());
setInterval(() => document.hidden || refresh(), EVERY);
refresh();
