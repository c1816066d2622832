// The lobby, and the form for a new table.
import { loadWhatIsDropped } from "./load.js";
import { newTable } from "./new_table.js";
import { $, all } from "./server.js";

loadWhatIsDropped((text) => text && alert(text));

for (const button of all("[data-quick]")) {
  button.onclick = async () => {
    button.disabled = true;
    const wish = { game: button.dataset.quick, name: localStorage.getItem("seaboard name") ?? "" };
    try { location.href = await newTable(wish); } catch (error) { alert(error.message); button.disabled = false; }
  };
}

const form = $("form#new");
if (form) {
  const seatRows = () => all("[data-seat]", form);
  const seatField = (row, what) => $(`[name=seat-${row.dataset.seat}-${what}]`, row); // "level" alone may be an option of the game
  const myRow = () => seatRows().find((row) => seatField(row, "kind").value === "me");
  const myName = () => myRow() && seatField(myRow(), "name");
  if (myName()) myName().value = localStorage.getItem("seaboard name") ?? "";
  const tell = (text) => { Object.assign($(".trouble", form), { textContent: text, hidden: !text }); };
  const showSeats = () => {
    for (const row of seatRows()) {
      const kind = seatField(row, "kind").value;
      seatField(row, "level").hidden = kind !== "bot";
      seatField(row, "name").hidden = kind === "friend";
    }
  };
  showSeats();
  let last; // what was chosen last: the form is drawn anew for it
  const drawAnew = async (field) => {
    last = field;
    tell("");
    const chosen = new URLSearchParams(new FormData(form));
    for (const name of [...chosen.keys()]) if (name.startsWith("seat-") || ["hints", "seed"].includes(name)) chosen.delete(name);
    chosen.set("changed", field.name);
    chosen.set("part", "true");
    const answer = await fetch(`${form.action}?${chosen}`), drawn = await answer.text();
    if (!answer.ok || last !== field) return;
    // what was typed, opened or told meanwhile stays
    const kept = Object.fromEntries(all("[data-seat] select, [data-seat] input", form).map((one) => [one.name, one.value]));
    const opened = all("details[open] > summary", form).map((part) => part.textContent);
    const seed = form.elements.seed.value, hints = form.elements.hints.checked, trouble = $(".trouble", form).textContent;
    form.innerHTML = drawn;
    tell(trouble);
    for (const [name, value] of Object.entries(kept)) if (form.elements[name]) form.elements[name].value = value;
    form.elements.seed.value = seed;
    form.elements.hints.checked = hints;
    for (const part of all("details > summary", form)) if (opened.includes(part.textContent)) part.parentElement.open = true;
    if (field.name === "preset") for (const row of seatRows()) seatField(row, "level").value = field.dataset.bots;
    showSeats();
    all("input", form).find((input) => input.name === field.name && input.value === field.value)?.focus();
  };
  form.addEventListener("change", ({ target: field }) => {
    if (field.closest("[data-seat]")) showSeats();
    else if (field.closest(".option") && field.type !== "text") drawAnew(field); // what is typed is checked at the start
  });
  // what was chosen before this script came, or by the browser, which remembers forms
  const early = all(".option input:not([type=text])", form).find((input) =>
    input.checked !== input.defaultChecked && (input.checked || input.type === "checkbox"));
  if (early) drawAnew(early);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form), options = {};
    if (myName()?.value) localStorage.setItem("seaboard name", myName().value);
    for (const group of all(".option:not(.presets) input", form)) {
      if (group.type === "radio" && group.checked) options[group.name] = group.value;
      if (group.type === "text") options[group.name] = group.value.split(/[\s,]+/).filter(Boolean);
      if (group.type === "checkbox") { options[group.name] ??= []; if (group.checked) options[group.name].push(group.value); }
    }
    const seats = seatRows().map((row) => Object.fromEntries(["kind", "level", "name"].map((what) => [what, seatField(row, what).value])));
    try {
      location.href = await newTable({
        game: form.dataset.game, options, seats, seed: data.get("seed") ?? "", hints: data.get("hints") === "on",
      });
    } catch (error) {
      tell(error.message);
    }
  });
}
