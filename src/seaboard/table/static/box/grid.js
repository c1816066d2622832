// @ts-check
// The components of a box: filters, order, and the drawings of those that are visible.
import { $, all } from "../common/dom.js";
import { get } from "../common/server.js";

const main = $("main.box"),
  list = $("#components"),
  /** @type {HTMLFormElement} */ form = $("#filters"),
  BATCH = 40; // drawings in one request
const address = main.dataset.address ?? "",
  access = main.dataset.key ? `&key=${encodeURIComponent(main.dataset.key)}` : "";

/** @returns {HTMLElement[]} */
export const cards = () => all(".component", list);

/** @param {HTMLElement} card */
export const isShown = (card) => !card.hidden;

/** @param {string} name */
const fieldNamed = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** @param {HTMLElement} card */
function matchesFilters(card) {
  const words = fieldNamed("words").value.toLocaleLowerCase().split(/\s+/).filter(Boolean),
    text = `${card.textContent} ${card.dataset.values}`.toLocaleLowerCase(),
    facets = JSON.parse(card.dataset.facets ?? "{}");
  if (fieldNamed("open").checked && card.classList.contains("exact")) return false;
  const chosen = /** @type {HTMLSelectElement[]} */ (all("[data-facet]", form));
  return (
    words.every((word) => text.includes(word)) &&
    chosen.every(({ dataset, value }) => !value || facets[dataset.facet ?? ""] === value)
  );
}

/** Shows the components that fit the filters, and their number. */
export function filter() {
  const everyCard = cards();
  for (const card of everyCard) card.hidden = !matchesFilters(card);
  const output = $("output", form),
    shown = everyCard.filter(isShown).length;
  output.textContent = (output.dataset.words ?? "").replace("{n}", String(shown)).replace("{all}", String(everyCard.length));
  fetchSoon();
}

// drawings

/** @type {Set<HTMLElement>} */
const visible = new Set();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const card = /** @type {HTMLElement} */ (target);
      if (isIntersecting) visible.add(card);
      else visible.delete(card);
    }
    fetchSoon();
  },
  { rootMargin: "300px" },
);
let timer = 0;

function fetchSoon() {
  clearTimeout(timer);
  timer = setTimeout(fetchPictures, 60);
}

async function fetchPictures() {
  /** @type {Map<string, HTMLElement[]>} */
  const missing = new Map();
  for (const card of visible) {
    if (card.dataset.drawn || card.hidden || !card.isConnected) continue;
    const kind = card.dataset.kind ?? "";
    missing.set(kind, [...(missing.get(kind) ?? []), card]);
  }
  for (const [kind, undrawn] of missing) {
    const batch = undrawn.slice(0, BATCH);
    for (const card of batch) card.dataset.drawn = "requested";
    try {
      const of = encodeURIComponent(batch.map((card) => card.dataset.key).join("|"));
      const { pictures } = await get(`${address}/pictures?kind=${kind}&of=${of}${access}`);
      for (const card of batch) draw(card, pictures[card.dataset.key ?? ""] ?? "");
      if (undrawn.length > BATCH) fetchSoon();
    } catch {
      for (const card of batch) delete card.dataset.drawn; // requested again when the card is visible again
    }
  }
}

/**
 * @param {HTMLElement} card
 * @param {string} picture
 */
export function draw(card, picture) {
  $(".art", card).innerHTML = picture;
  for (const spot of all("[data-set]", card)) spot.removeAttribute("role"); // only the drawing in the form has buttons
  card.dataset.drawn = "drawn";
}

/** @param {HTMLElement} card */
export const watch = (card) => observer.observe(card);

for (const card of cards()) watch(card);
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
filter();
