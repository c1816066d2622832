// @ts-check
// What this browser remembers, under names that begin with "seaboard".

const START = "seaboard ";
/** What follows a profile to other devices; the rest belongs to this screen. */
export const FOLLOWS =
  /^(lesson .+|puzzle .+|streak|best streak|explained .+|coach|ask|sound|pieces|motion|pace|speed|volume|palette|names|name|theme)$/;

/** @type {(name: string, value: string | null) => void} */
let report = () => {};

/**
 * Calls a function with each change that the person makes; null: it is forgotten.
 * @param {(name: string, value: string | null) => void} call
 */
export const onChange = (call) => {
  report = call;
};

/** @param {string} name */
export const recall = (name) => localStorage.getItem(START + name);

/** The person's name: the profile's, else the one that was typed last. */
export const ownName = () => document.documentElement.dataset.person ?? recall("name") ?? "";

/** The items that follow a profile. */
export function recallAll() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(START) && FOLLOWS.test(name.slice(START.length)));
  return Object.fromEntries(names.map((name) => [name.slice(START.length), localStorage.getItem(name) ?? ""]));
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {boolean} [isChange] the person's; false: it comes from the profile
 */
export function remember(name, value, isChange = true) {
  localStorage.setItem(START + name, String(value));
  if (isChange) report(name, String(value));
}

/**
 * @param {string} name
 * @param {boolean} [isChange]
 */
export function forget(name, isChange = true) {
  localStorage.removeItem(START + name);
  if (isChange) report(name, null);
}

/**
 * Remembers the choice of a list.
 * @param {HTMLSelectElement} list
 * @param {string} name
 */
export function rememberChoice(list, name) {
  const chosen = recall(name);
  if (chosen !== null && [...list.options].some((option) => option.value === chosen)) list.value = chosen;
  list.addEventListener("change", () => remember(name, list.value));
}
