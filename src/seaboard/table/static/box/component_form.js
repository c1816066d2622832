// @ts-check
// The form of one component: its fields, a drawing that can be clicked, the text in every language, errors next to the fields.
import { $, all, closest, find, showMessage } from "../common/dom.js";
import { messageOf, send } from "../common/server.js";
import { hasVocabulary, helpWith } from "./composer.js";

const main = $("main.box"),
  panel = $("#edit"),
  /** @type {HTMLFormElement} */ form = $("form", panel),
  path = (/** @type {string} */ what) =>
    `${main.dataset.address}/${what}?${main.dataset.key ? `key=${encodeURIComponent(main.dataset.key)}&` : ""}`;

/** The component that is being edited; an empty key: a new one. `opened` counts the forms, `stored` has the values on the server. */
export const current = { kind: "", key: "", name: "", opened: 0, stored: /** @type {Record<string, string>} */ ({}) };

/** @returns {(HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[]} */
const entries = () => all(".fields [name], [name=source], [name=note]", form);

/** @returns {Record<string, string>} */
export const typedValues = () => Object.fromEntries(entries().map((one) => [one.name, one.value.trim()]));

export const isChanged = () => {
  const typed = typedValues();
  return !panel.hidden && Object.keys(typed).some((name) => typed[name] !== (current.stored[name] ?? ""));
};

/**
 * Opens a component.
 * @param {string} kind
 * @param {string} key
 * @param {string} name
 * @param {Record<string, string>} values
 */
export function openForm(kind, key, name, values) {
  Object.assign(current, { kind, key, name, opened: current.opened + 1, stored: { ...values } });
  const template = /** @type {HTMLTemplateElement} */ ($(`template[data-part="${kind}"]`));
  $(".fields", form).replaceChildren(template.content.cloneNode(true));
  $("h2", form).textContent = name;
  for (const one of entries()) one.value = values[one.name] ?? "";
  /** @type {HTMLTextAreaElement} */ ($("[data-printed]", form)).value = "";
  $("[data-remove]", form).hidden = !("grows" in template.dataset) || !key;
  const measure = find("[data-measure]", form);
  if (measure) measure.hidden = !find("[name=effect]", form);
  $(".measured", form).hidden = true;
  const area = /** @type {HTMLTextAreaElement | null} */ (find(".fields textarea", form));
  $(".effect-help", form).hidden = !area || !hasVocabulary();
  if (area && hasVocabulary()) helpWith($(".effect-help", form), area, path("complete"));
  showError("");
  $(".drawing", form).inert = true; // it still shows the previous component
  panel.hidden = false;
  const first = entries()[0];
  first.focus();
  if (first instanceof HTMLInputElement) first.select();
  preview();
}

/** @param {string} text */
export const showError = (text) => showMessage($(".trouble", form), text);

let lastRequest = 0,
  timer = 0;

/** Draws the component with the typed values, or shows errors next to their fields. Returns whether there are none. */
export async function preview() {
  clearTimeout(timer);
  const request = ++lastRequest;
  try {
    const { picture, texts, problems } = await send(path("preview"), {
      kind: current.kind,
      key: current.key,
      values: typedValues(),
    });
    if (request !== lastRequest) return !problems.length;
    showProblems(problems);
    if (problems.length) return false;
    Object.assign($(".drawing", form), { innerHTML: picture, inert: false });
    const spots = all("[data-set]", $(".drawing", form));
    $(".click-help", form).hidden = !spots.length;
    for (const spot of spots) spot.setAttribute("tabindex", "0");
    $(".texts", form).replaceChildren(
      ...Object.entries(texts).map(([language, text]) => {
        const line = document.createElement("p");
        line.lang = language;
        line.append(Object.assign(document.createElement("b"), { textContent: `${language} ` }), text);
        return line;
      }),
    );
    return true;
  } catch (error) {
    if (request === lastRequest) showError(messageOf(error, main.dataset.lost ?? ""));
    return false;
  }
}

/** @param {{field: string, text: string}[]} problems */
function showProblems(problems) {
  for (const place of all(".problem", form)) {
    const found = problems.find(({ field }) => field === place.dataset.for);
    place.textContent = found?.text ?? "";
    find(`[name="${place.dataset.for}"]`, form)?.setAttribute("aria-invalid", found ? "true" : "false");
  }
  const general = problems.filter(({ field }) => !find(`.problem[data-for="${field}"]`, form));
  showError(general.map(({ field, text }) => (field ? `${field}: ${text}` : text)).join(" "));
}

/**
 * Sets the fields that a click on the drawing changes.
 * @param {Event} event
 */
function clickDrawing(event) {
  const spot = closest(event, "[data-set]");
  if (!spot) return;
  event.preventDefault();
  const label = spot.getAttribute("aria-label");
  const next = JSON.parse(spot.dataset.set ?? "{}");
  for (const [name, value] of Object.entries(next)) {
    const entry = /** @type {HTMLInputElement | null} */ (find(`[name="${name}"]`, form));
    if (entry) entry.value = String(value);
  }
  preview().then(() => find(`.drawing [aria-label="${label}"]`, form)?.focus());
}

form.addEventListener("input", (event) => {
  if (closest(event, "[data-printed]") || closest(event, ".composer")) return;
  clearTimeout(timer);
  timer = setTimeout(preview, 150);
});
$(".drawing", form).addEventListener("click", clickDrawing);
$(".drawing", form).addEventListener("keydown", (event) => {
  if (/** @type {KeyboardEvent} */ (event).key === " ") clickDrawing(event);
});
$("[data-exact]", form).onclick = () => {
  /** @type {HTMLInputElement} */ ($("[name=source]", form)).value = "exact";
  preview();
};
