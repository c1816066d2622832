// @ts-check
// The page of all studies: makes one of a game, from a file or from a text.
import { $, field } from "../common/dom.js";
import { send } from "../common/server.js";

const form = $("#bring"),
  fresh = $("#new"),
  file = field("input[type=file]", form);

/**
 * @param {import("../protocol.js").NewStudy} from
 * @param {HTMLElement} place the form that asks for it, which shows what went wrong
 */
async function makeStudy(from, place) {
  try {
    location.href = (await send("/api/studies", from)).page;
  } catch (error) {
    Object.assign($(".trouble", place), { textContent: /** @type {Error} */ (error).message, hidden: false });
  }
}

fresh.onsubmit = (event) => {
  event.preventDefault();
  makeStudy({ game: field("[name=game]", fresh).value }, fresh);
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
