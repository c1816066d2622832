// @ts-check
// Loads a position or a record that was pasted, chosen or dropped.
import { find } from "../common/dom.js";
import { send } from "../common/server.js";

const MAX_LENGTH = 200_000; // characters

/** @typedef {(text: string) => void} ShowError shows an error; an empty text hides it */

/**
 * @param {string} text
 * @param {ShowError} showError
 */
export async function load(text, showError) {
  showError("");
  try {
    location.href = (await send("/load", { text })).page;
  } catch (error) {
    showError(/** @type {Error} */ (error).message);
  }
}

/**
 * @param {File} file
 * @param {ShowError} showError
 * @returns {Promise<string>} empty if the file is too large
 */
export async function readFile(file, showError) {
  if (file.size <= 4 * MAX_LENGTH) return file.text();
  showError(find("[data-too-large]")?.dataset.tooLarge ?? file.name);
  return "";
}

/**
 * Lets the user drop a file or a text on the page.
 * @param {ShowError} showError
 * @param {(text: string) => void} [take]
 */
export function acceptDrops(showError, take = (text) => load(text, showError)) {
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    const text = file ? await readFile(file, showError) : event.dataTransfer?.getData("text");
    if (text) take(text);
  });
}
