// @ts-check
// The page that loads a position or a record.
import { $, field, showMessage } from "../common/dom.js";
import { acceptDrops, load, readFile } from "./load.js";

/** @type {HTMLFormElement} */
const form = $("form#load");
/** @type {HTMLTextAreaElement} */
const area = $("[name=text]", form);
const file = field("[name=file]", form);

/** @param {string} text */
const showError = (text) => showMessage($(".trouble", form), text);

acceptDrops(showError, (text) => {
  area.value = text;
  load(text, showError);
});
file.onchange = async () => {
  const chosen = file.files?.[0],
    text = chosen && (await readFile(chosen, showError));
  if (text) area.value = text;
};
form.onsubmit = (event) => {
  event.preventDefault();
  load(area.value, showError);
};
