// @ts-check
// Helps to write an effect: suggests the next words, and composes a line from choices.
import { $, all, find } from "../common/dom.js";
import { get } from "../common/server.js";
import { lineText, rowsFor } from "./effect_line.js";

/**
 * The words of one list of the game's vocabulary, each with its text on cards.
 * @param {string} name
 */
const words = (name) =>
  /** @type {HTMLOptionElement[]} */ (all(`#words-${name} option`)).map((one) => ({
    value: one.value,
    text: one.textContent ?? "",
  }));

/** @param {string} name */
const title = (name) => find(`#words-${name}`)?.dataset.title ?? name;

export const hasVocabulary = () => Boolean(find(".vocabulary"));

/**
 * A menu of a list's words; if it is optional, the first choice is "nothing".
 * @param {string} list
 * @param {boolean} [optional]
 */
function choice(list, optional = false) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", title(list));
  if (optional) select.append(new Option("–", ""));
  for (const { value, text } of words(list)) select.append(new Option(text === value ? value : `${value}: ${text}`, value));
  return select;
}

/**
 * @param {number} value
 * @param {number} least
 */
function number(value, least = 1) {
  const input = document.createElement("input");
  Object.assign(input, { type: "number", min: String(least), max: "99", value: String(value) });
  input.setAttribute("aria-label", "N");
  return input;
}

/** @typedef {HTMLSelectElement | HTMLInputElement} Entry */

/**
 * Two pairs of a number and a good; the second may be left out.
 * @returns {Entry[]}
 */
const goods = () => [number(1), choice("good"), number(1), choice("good", true)];

/**
 * The chosen pairs of a number and a good.
 * @param {Entry[]} entries
 * @returns {[string, string][]}
 */
const goodsOf = ([n, good, m, other]) => [
  [n.value, good.value],
  [m.value, other.value],
];

/**
 * @param {string} text
 * @param {Entry[]} entries
 * @returns {HTMLElement}
 */
function row(text, entries) {
  const line = document.createElement("p");
  line.append(text, " ", ...entries);
  return line;
}

/**
 * The menu of what an effect does.
 * @returns {HTMLSelectElement}
 */
function effectKinds() {
  const select = document.createElement("select");
  for (const [value, text] of Object.entries({ gain: "+", lose: "−", exchange: "→", do: "do" })) {
    select.append(new Option(text, value));
  }
  select.setAttribute("aria-label", "+ − →");
  return select;
}

/** The form of a line: trigger, condition, cost, gain and multiplier. Returns the form and the line's text. */
function lineForm() {
  const trigger = choice("trigger"),
    event = choice("event"),
    condition = [choice("count", true), choice("relation"), number(1, 0)],
    does = effectKinds(),
    pay = goods(),
    gain = goods(),
    action = choice("action"),
    points = number(1, -30),
    special = choice("special"),
    target = choice("target"),
    counted = choice("count"),
    per = choice("count", true),
    step = number(1);
  per.options[0].after(new Option("each", "each"));
  /** @type {Record<import("./effect_line.js").Row, HTMLElement>} */
  const rows = {
    event: row("", [event]),
    does: row("", [does]),
    special: row("", [special]),
    target: row("", [target]),
    points: row("", [points]),
    counted: row("", [counted]),
    pay: row("", pay),
    gain: row("+", gain),
    action: row("do", [action]),
    per: row("per", [step, per]),
  };
  const place = document.createElement("div");
  place.append(row("", [trigger]), rows.event, row("if", condition), ...Object.values(rows).slice(1));

  const chosen = () => ({
    trigger: trigger.value,
    event: event.value,
    count: condition[0].value,
    relation: condition[1].value,
    number: condition[2].value,
    does: does.value,
    pay: goodsOf(pay),
    gain: goodsOf(gain),
    action: action.value,
    points: points.value,
    special: special.value,
    target: target.value,
    counted: counted.value,
    per: per.value,
    step: step.value,
  });

  function arrange() {
    const shown = rowsFor(chosen());
    for (const [name, line] of Object.entries(rows)) line.hidden = !shown.has(/** @type {keyof typeof rows} */ (name));
  }
  arrange();
  return { place, arrange, text: () => lineText(chosen()) };
}

/**
 * Shows the helpers for a field.
 * @param {HTMLElement} help
 * @param {HTMLTextAreaElement} area
 * @param {string} address
 */
export function helpWith(help, area, address) {
  const form = lineForm(),
    output = $("output", help);
  $(".choices", help).replaceChildren(form.place);
  const show = () => {
    form.arrange();
    output.textContent = form.text();
  };
  form.place.oninput = (event) => {
    event.stopPropagation(); // these are no fields of the component
    show();
  };
  $("[data-append]", help).onclick = () => {
    const before = area.value.trim().replace(/;$/, "");
    area.value = before ? `${before}; ${form.text()}` : form.text();
    area.dispatchEvent(new Event("input", { bubbles: true }));
  };
  show();
  let lastRequest = 0;
  const complete = async () => {
    const request = ++lastRequest,
      text = area.value.slice(0, area.selectionEnd);
    try {
      const { words } = await get(`${address}text=${encodeURIComponent(text.slice(-300))}`);
      if (request === lastRequest) offer($(".words", help), area, words);
    } catch {
      // suggestions are optional
    }
  };
  area.addEventListener("input", complete);
  area.addEventListener("focus", complete);
  area.addEventListener("keydown", (event) => {
    const first = find("button", $(".words", help));
    if (event.key !== "Tab" || event.shiftKey || !first || !/[A-Za-z]$/.test(area.value.slice(0, area.selectionEnd))) return;
    event.preventDefault();
    first.click();
  });
}

/**
 * @param {HTMLElement} place
 * @param {HTMLTextAreaElement} area
 * @param {string[]} words
 */
function offer(place, area, words) {
  place.replaceChildren(
    ...words.slice(0, 14).map((word) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: word });
      button.onclick = () => {
        insert(area, word);
        area.focus();
        area.dispatchEvent(new Event("input", { bubbles: true }));
      };
      return button;
    }),
  );
}

/**
 * Inserts a word at the cursor, or completes the word that ends there.
 * @param {HTMLTextAreaElement} area
 * @param {string} word
 */
function insert(area, word) {
  const before = area.value.slice(0, area.selectionEnd),
    after = area.value.slice(area.selectionEnd);
  let start = before.length;
  for (let size = Math.min(word.length, before.length); size > 0; size--) {
    const end = before.slice(-size);
    if (word.startsWith(end) && /(^|[^A-Za-z])$/.test(before.slice(0, -size))) {
      start = before.length - size;
      break;
    }
  }
  const head = before.slice(0, start),
    space = head && !/[\s+]$/.test(head) && ![":", ";"].includes(word) ? " " : "";
  area.value = `${head}${space}${word}${after}`;
  area.selectionEnd = head.length + space.length + word.length;
}
