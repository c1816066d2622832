// The page of cards: filters, order, and how many are left. What is chosen stays in the address.
import { $, all } from "./server.js";

const form = $("#filters"), list = $("#cards"), cards = all(".card", list);
for (const card of cards) {
  card.facets = JSON.parse(card.dataset.facets);
  card.said = card.textContent.toLocaleLowerCase();
}

const fields = () => [...form.elements].filter((field) => field.name && field.name !== "words" && field.name !== "order");

function fits(card) {
  const words = form.elements.words.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => card.said.includes(word))
    && fields().every((field) => !field.value || (card.facets[field.name] ?? []).includes(field.value));
}

function show() {
  let left = 0;
  for (const card of cards) { card.hidden = !fits(card); left += !card.hidden; }
  const order = form.elements.order.value;
  list.append(...(order ? [...cards].sort((a, b) => b.dataset[order] - a.dataset[order]) : cards));
  const told = $("output", form);
  told.textContent = told.dataset.words.replace("{n}", left).replace("{all}", cards.length);
  const chosen = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  history.replaceState(null, "", `${location.pathname}${chosen.size ? `?${chosen}` : ""}${location.hash}`);
}

for (const [name, value] of new URLSearchParams(location.search)) if (form.elements[name]) form.elements[name].value = value;
form.oninput = show;
form.onsubmit = (event) => event.preventDefault();
show();
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
