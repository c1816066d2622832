// @ts-check
// What this browser remembers, under names that begin with "seaboard".

/** @param {string} name */
export const recall = (name) => localStorage.getItem(`seaboard ${name}`);

/**
 * @param {string} name
 * @param {unknown} value
 */
export const remember = (name, value) => localStorage.setItem(`seaboard ${name}`, String(value));

/** @param {string} name */
export const forget = (name) => localStorage.removeItem(`seaboard ${name}`);

/**
 * Lets a list remember what was chosen in it.
 * @param {HTMLSelectElement} list
 * @param {string} name
 */
export function rememberChoice(list, name) {
  const chosen = recall(name);
  if (chosen !== null && [...list.options].some((option) => option.value === chosen)) list.value = chosen;
  list.addEventListener("change", () => remember(name, list.value));
}
