// @ts-check
// Items that this browser remembers, in its local storage under names that begin with "seaboard".

const START = "seaboard ";
/** The names of items that a profile has on all devices; the others belong to this browser. */
export const SYNCED =
  /^(lesson .+|puzzle .+|streak|best streak|explained .+|coach|ask|sound|pieces|motion|pace|speed|volume|palette|names|name|theme)$/;

/** @type {(name: string, value: string | null) => void} */
let report = () => {};

/**
 * Calls a function with each change that the person makes; the value is null if the item was removed.
 * @param {(name: string, value: string | null) => void} call
 */
export const onChange = (call) => {
  report = call;
};

/** @param {string} name */
export const recall = (name) => localStorage.getItem(START + name);

/** The person's name: the profile's, else the one that was typed last. */
export const ownName = () => document.documentElement.dataset.person ?? recall("name") ?? "";

/** The items of this browser that a profile has on all devices. */
export function recallAll() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(START) && SYNCED.test(name.slice(START.length)));
  return Object.fromEntries(names.map((name) => [name.slice(START.length), localStorage.getItem(name) ?? ""]));
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {boolean} [isChange] made by the person; false: it comes from the profile
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
 * Restores the remembered choice of a list, and remembers the next ones.
 * @param {HTMLSelectElement} list
 * @param {string} name
 */
export function rememberChoice(list, name) {
  const chosen = recall(name);
  if (chosen !== null && [...list.options].some((option) => option.value === chosen)) list.value = chosen;
  list.addEventListener("change", () => remember(name, list.value));
}
