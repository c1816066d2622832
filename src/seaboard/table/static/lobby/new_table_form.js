// @ts-check
// The form for a new table. The server draws it again after every chosen option.
import { $, all, field, showMessage } from "../common/dom.js";
import { ownName, remember } from "../common/storage.js";
import { acceptDrops } from "../editor/load.js";
import { tableSettings } from "../meet/table_settings.js";
import { makeTable } from "../shuffle/new_table.js";

/** @type {HTMLFormElement} */
const form = $("form#new");
/** @typedef {{ name: string, value: string, checked: boolean }} Change an option that the player has chosen, or a box unticked */

/** @type {Change[]} changes that the form does not show yet; each is requested after the form shows the previous one */
let changes = [];
/** The latest redraw. Starting a game waits for it, so that the game has every chosen option. */
let drawn = Promise.resolve();

/** @param {string} text */
const showError = (text) => showMessage($(".trouble", form), text);

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
function change({ name, value, checked }) {
  const latest = { name, value, checked };
  changes.push(latest);
  drawn = drawn.catch(() => {}).then(() => redraw(latest)); // an unreachable server does not hold up the next change
}

/** @param {Change} change */
function inputOf({ name, value }) {
  const inputs = /** @type {HTMLInputElement[]} */ (all(".option input", form));
  return inputs.find((input) => input.name === name && input.value === value);
}

/** @param {Change} latest */
async function redraw(latest) {
  const changed = applyChange(latest);
  try {
    if (!changed) return; // the previous change took this option away
    showError("");
    const answer = await fetch(`${form.action}?${queryFor(changed)}`),
      html = await answer.text();
    if (!answer.ok) return;
    const restore = keepEntries();
    form.innerHTML = html;
    restore();
    if (changed.name === "preset") for (const row of seatRows()) seatField(row, "level").value = changed.dataset.bots ?? "";
    showSeats();
    inputOf(latest)?.focus();
  } finally {
    changes = changes.filter((one) => one !== latest);
    changes.map(applyChange).at(-1)?.focus();
  }
}

/** @param {Change} change */
function applyChange(change) {
  const input = inputOf(change);
  if (input) input.checked = change.checked;
  return input;
}

/** @param {HTMLInputElement} changed */
function queryFor(changed) {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const chosen = entries.filter(
    ([name]) => !name.startsWith("seat-") && !name.startsWith("meet-") && !["hints", "seed"].includes(name),
  );
  const query = new URLSearchParams(chosen);
  query.set("changed", changed.name);
  query.set("part", "true");
  return query;
}

// Keeps seats, opened sections and the message when the server's form replaces this one.
function keepEntries() {
  const inputs = /** @type {HTMLInputElement[]} */ (
    all("[data-seat] select, [data-seat] input, .meet-settings :is(select, input)", form)
  );
  const values = inputs.map(({ name, value, checked }) => ({ name, value, checked })),
    opened = all("details[open] > summary", form).map((part) => part.textContent),
    seed = field("[name=seed]", form).value,
    hints = field("[name=hints]", form).checked,
    trouble = $(".trouble", form).textContent ?? "";
  return () => {
    showError(trouble);
    for (const { name, value, checked } of values) {
      const input = /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
      if (input?.type === "checkbox") input.checked = checked;
      else if (input) input.value = value;
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
  else if (changed.closest(".option") && changed.type !== "text") change(changed); // typed text is checked at the start
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await drawn.catch(() => {}); // creating the table reports a server that cannot be reached
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
    location.href = await makeTable({
      game: form.dataset.game ?? "",
      options: chosenOptions(),
      seats,
      seed,
      hints,
      ...tableSettings(form),
    });
  } catch (error) {
    showError(/** @type {Error} */ (error).message);
  }
});

acceptDrops((text) => {
  if (text) alert(text);
});
const nameField = myName();
if (nameField) nameField.value = ownName();
showSeats();
// options that the player chose before this script ran, or that the browser has remembered
const early = /** @type {HTMLInputElement[]} */ (all(".option input:not([type=text])", form)).find(
  (input) => input.checked !== input.defaultChecked && (input.checked || input.type === "checkbox"),
);
if (early) change(early);
