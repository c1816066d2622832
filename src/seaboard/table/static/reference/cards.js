// @ts-check
// The page of cards: filters, order, and the number of cards shown. The URL has the choices.
import { $, all } from "../common/dom.js";

/** @type {HTMLFormElement} */
const form = $("#filters");
const list = $("#cards");
const cards = all(".card", list).map((element) => ({
  element,
  facets: /** @type {Record<string, string[]>} */ (JSON.parse(element.dataset.facets ?? "{}")),
  text: (element.textContent ?? "").toLocaleLowerCase(),
}));
const fields = /** @type {HTMLInputElement[]} */ ([...form.elements]).filter((one) => one.name);
/** @param {string} name */
const fieldValue = (name) => fields.find((one) => one.name === name)?.value ?? "";
const filters = fields.filter(({ name }) => !["words", "order"].includes(name));

/** @param {(typeof cards)[number]} card */
function fits({ text, facets }) {
  const words = fieldValue("words").toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return (
    words.every((word) => text.includes(word)) && filters.every(({ name, value }) => !value || facets[name]?.includes(value))
  );
}

function show() {
  for (const card of cards) card.element.hidden = !fits(card);
  const order = fieldValue("order"),
    elements = cards.map(({ element }) => element);
  list.append(...(order ? elements.sort((a, b) => Number(b.dataset[order]) - Number(a.dataset[order])) : elements));
  const output = $("output", form),
    left = elements.filter((element) => !element.hidden).length;
  output.textContent = (output.dataset.words ?? "").replace("{n}", String(left)).replace("{all}", String(cards.length));
  const chosen = new URLSearchParams(fields.filter(({ value }) => value).map(({ name, value }) => [name, value]));
  history.replaceState(null, "", `${location.pathname}${chosen.size ? `?${chosen}` : ""}${location.hash}`);
}

const parameters = new URLSearchParams(location.search);
for (const one of fields) one.value = parameters.get(one.name) ?? one.value;
form.oninput = show;
form.onsubmit = (event) => event.preventDefault();
show();
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
