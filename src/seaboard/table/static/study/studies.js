// @ts-check
// The page of all studies: makes one from a file or a text.
import { $, field } from "../common/dom.js";
import { send } from "../common/server.js";

const form = $("#bring"),
  trouble = $(".trouble", form),
  file = field("input[type=file]", form);

/** @param {string} text */
async function makeStudy(text) {
  try {
    location.href = (await send("/api/studies", { text })).page;
  } catch (error) {
    Object.assign(trouble, { textContent: /** @type {Error} */ (error).message, hidden: false });
  }
}

file.onchange = async () => {
  const chosen = file.files?.[0];
  if (chosen) await makeStudy(await chosen.text());
  file.value = "";
};
form.onsubmit = (event) => {
  event.preventDefault();
  makeStudy(field("[name=text]", form).value);
};
