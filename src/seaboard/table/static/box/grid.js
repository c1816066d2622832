// @ts-check
// The components of a box: filters, order, and the drawings of those that are visible.
import { $, all } from "../common/dom.js";
import { get } from "../common/server.js";

const main = $("main.box"),
  list = $("#components"),
  /** @type {HTMLFormElement} */ form = $("#filters"),
  BATCH = 40;
const address = main.dataset.address ?? "",
  access = main.dataset.key ? `&key=${encodeURIComponent(main.dataset.key)}` : "";

/** @returns {HTMLElement[]} */
export const cards = () => all(".component", list);

/** @param {HTMLElement} card */
export const isShown = (card) => !card.hidden;

/** @param {string} name */
const fieldValue = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** @param {HTMLElement} card */
function fits(card) {
  const words = fieldValue("words").value.toLocaleLowerCase().split(/\s+/).filter(Boolean),
    text = `${card.textContent} ${card.dataset.values}`.toLocaleLowerCase(),
    facets = JSON.parse(card.dataset.facets ?? "{}");
  if (fieldValue("open").checked && card.classList.contains("exact")) return false;
  const chosen = /** @type {HTMLSelectElement[]} */ (all("[data-facet]", form));
  return (
    words.every((word) => text.includes(word)) &&
    chosen.every(({ dataset, value }) => !value || facets[dataset.facet ?? ""] === value)
  );
}

export function filter() {
  const found = cards();
  for (const card of found) card.hidden = !fits(card);
  const output = $("output", form),
    left = found.filter(isShown).length;
  output.textContent = (output.dataset.words ?? "").replace("{n}", String(left)).replace("{all}", String(found.length));
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
let waiting = 0;

function fetchSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(fetchPictures, 60);
}

async function fetchPictures() {
  /** @type {Map<string, HTMLElement[]>} */
  const wanted = new Map();
  for (const card of visible) {
    if (card.dataset.drawn || card.hidden || !card.isConnected) continue;
    const kind = card.dataset.kind ?? "";
    wanted.set(kind, [...(wanted.get(kind) ?? []), card]);
  }
  for (const [kind, some] of wanted) {
    const batch = some.slice(0, BATCH);
    for (const card of batch) card.dataset.drawn = "asked";
    try {
      const of = encodeURIComponent(batch.map((card) => card.dataset.key).join("|"));
      const { pictures } = await get(`${address}/pictures?kind=${kind}&of=${of}${access}`);
      for (const card of batch) draw(card, pictures[card.dataset.key ?? ""] ?? "");
      if (some.length > BATCH) fetchSoon();
    } catch {
      for (const card of batch) delete card.dataset.drawn; // asked for again when it is seen again
    }
  }
}

/**
 * @param {HTMLElement} card
 * @param {string} picture
 */
export function draw(card, picture) {
  $(".art", card).innerHTML = picture;
  for (const spot of all("[data-set]", card)) spot.removeAttribute("role"); // only the drawing that is edited has buttons
  card.dataset.drawn = "drawn";
}

/** @param {HTMLElement} card */
export const watch = (card) => observer.observe(card);

for (const card of cards()) watch(card);
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
filter();
