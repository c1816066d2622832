// @ts-check
// Shows the problems of a file, each with its line.
import { messageOf, Refusal } from "../common/server.js";

/**
 * @param {HTMLElement} place
 * @param {unknown} error
 * @param {string} lost
 */
export function showTrouble(place, error, lost) {
  const problems = error instanceof Refusal ? (error.details.problems ?? []) : [];
  place.replaceChildren(problems.length ? "" : messageOf(error, lost));
  if (problems.length) {
    const list = document.createElement("ul");
    for (const { line, text } of problems) {
      list.append(Object.assign(document.createElement("li"), { textContent: line ? `${line}: ${text}` : text }));
    }
    place.append(list);
  }
  place.hidden = false;
}
