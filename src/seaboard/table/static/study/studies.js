// @ts-check
// The page of all studies: creates a study of a game, from a file or from a text.
import { $, field, showMessage } from "../common/dom.js";
import { send } from "../common/server.js";

const form = $("#bring"),
  newForm = $("#new"),
  file = field("input[type=file]", form);

/**
 * @param {import("../protocol.js").NewStudy} from
 * @param {HTMLElement} place the form, which shows an error
 */
async function makeStudy(from, place) {
  try {
    location.href = (await send("/api/studies", from)).page;
  } catch (error) {
    showMessage($(".trouble", place), /** @type {Error} */ (error).message);
  }
}

newForm.onsubmit = (event) => {
  event.preventDefault();
  makeStudy({ game: field("[name=game]", newForm).value }, newForm);
};

file.onchange = async () => {
  const chosen = file.files?.[0];
  if (chosen) await makeStudy({ text: await chosen.text() }, form);
  file.value = "";
};
form.onsubmit = (event) => {
  event.preventDefault();
  makeStudy({ text: field("[name=text]", form).value }, form);
};
