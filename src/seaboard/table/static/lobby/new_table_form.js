// @ts-check
// The form for a new table. The server draws it again for every option that is chosen.
import { $, all, field } from "../common/dom.js";
import { recall, remember } from "../common/storage.js";
import { acceptDrops } from "../editor/load.js";
import { makeTable } from "../shuffle/new_table.js";

/** @type {HTMLFormElement} */
const form = $("form#new");
/** @type {HTMLInputElement | undefined} what was chosen last */
let last;
/** the latest redraw; starting a game waits for it, so that the game is what was chosen */
let drawn = Promise.resolve();

/** @param {string} text */
const complain = (text) => {
  Object.assign($(".trouble", form), { textContent: text, hidden: !text });
};

const seatRows = () => all("[data-seat]", form);

/**
 * A field of a seat. Its name begins with the seat, since a game may have an option "level".
 * @param {HTMLElement} row
 * @param {"kind" | "level" | "name"} what
 */
const seatField = (row, what) => field(`[name=seat-${row.dataset.seat}-${what}]`, row);

const myName = () => {
  const row = seatRows().find((one) => seatField(one, "kind").value === "me");
  return row && seatField(row, "name");
};

function showSeats() {
  for (const row of seatRows()) {
    const kind = seatField(row, "kind").value;
    seatField(row, "level").hidden = kind !== "bot";
    seatField(row, "name").hidden = kind === "friend";
  }
}

/** @param {HTMLInputElement} changed */
async function redraw(changed) {
  last = changed;
  complain("");
  const answer = await fetch(`${form.action}?${queryFor(changed)}`),
    html = await answer.text();
  if (!answer.ok || last !== changed) return;
  const restore = keepEntries();
  form.innerHTML = html;
  restore();
  if (changed.name === "preset") for (const row of seatRows()) seatField(row, "level").value = changed.dataset.bots ?? "";
  showSeats();
  const inputs = /** @type {HTMLInputElement[]} */ (all("input", form));
  inputs.find((input) => input.name === changed.name && input.value === changed.value)?.focus();
}

/** @param {HTMLInputElement} changed */
function queryFor(changed) {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const chosen = entries.filter(([name]) => !name.startsWith("seat-") && !["hints", "seed"].includes(name));
  const query = new URLSearchParams(chosen);
  query.set("changed", changed.name);
  query.set("part", "true");
  return query;
}

// What was typed, opened or said stays when the form is drawn again.
function keepEntries() {
  const inputs = /** @type {HTMLInputElement[]} */ (all("[data-seat] select, [data-seat] input", form));
  const values = inputs.map((input) => [input.name, input.value]),
    opened = all("details[open] > summary", form).map((part) => part.textContent),
    seed = field("[name=seed]", form).value,
    hints = field("[name=hints]", form).checked,
    trouble = $(".trouble", form).textContent ?? "";
  return () => {
    complain(trouble);
    for (const [name, value] of values) {
      const input = /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
      if (input) input.value = value;
    }
    field("[name=seed]", form).value = seed;
    field("[name=hints]", form).checked = hints;
    for (const part of all("details > summary", form)) {
      const details = /** @type {HTMLDetailsElement} */ (part.parentElement);
      if (opened.includes(part.textContent)) details.open = true;
    }
  };
}

function chosenOptions() {
  /** @type {Record<string, any>} */
  const options = {};
  for (const { type, name, value, checked } of /** @type {HTMLInputElement[]} */ (all(".option:not(.presets) input", form))) {
    if (type === "radio" && checked) options[name] = value;
    if (type === "text") options[name] = value.split(/[\s,]+/).filter(Boolean);
    if (type !== "checkbox") continue;
    options[name] ??= [];
    if (checked) options[name].push(value);
  }
  return options;
}

form.addEventListener("change", (event) => {
  const changed = /** @type {HTMLInputElement} */ (event.target);
  if (changed.closest("[data-seat]")) showSeats();
  else if (changed.closest(".option") && changed.type !== "text") drawn = redraw(changed); // what is typed is checked at the start
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await drawn.catch(() => {}); // a server that cannot be reached shows below
  const name = myName()?.value;
  if (name) remember("name", name);
  const seats = seatRows().map((row) => ({
    kind: seatField(row, "kind").value,
    level: seatField(row, "level").value,
    name: seatField(row, "name").value,
  }));
  const seed = field("[name=seed]", form).value,
    hints = field("[name=hints]", form).checked;
  try {
    location.href = await makeTable({ game: form.dataset.game ?? "", options: chosenOptions(), seats, seed, hints });
  } catch (error) {
    complain(/** @type {Error} */ (error).message);
  }
});

acceptDrops((text) => {
  if (text) alert(text);
});
const mine = myName();
if (mine) mine.value = recall("name") ?? "";
showSeats();
// what was chosen before this script ran, or by the browser, which remembers forms
const early = /** @type {HTMLInputElement[]} */ (all(".option input:not([type=text])", form)).find(
  (input) => input.checked !== input.defaultChecked && (input.checked || input.type === "checkbox"),
);
if (early) drawn = redraw(early);
