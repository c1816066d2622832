// @ts-check
// The review of a game: waits until it is done; opens moments of the game as tables and studies.
import { $, closest, find, pause } from "../common/dom.js";
import { rememberOrigin } from "../common/origin.js";
import { messageOf, Refusal, send } from "../common/server.js";

const page = $("main.story"),
  table = page.dataset.table ?? "";
/** @type {HTMLProgressElement | null} */
const bar = find("progress", page);

/** @param {HTMLProgressElement} bar */
async function waitForReview(bar) {
  for (;;) {
    try {
      const { percent, before } = await send(`/t/${table}/review`);
      if (percent === 100) {
        location.reload();
        return;
      }
      bar.value = percent;
      const words = $("#waiting").dataset.before ?? "";
      $("output", page).textContent = before ? words.replace("{n}", String(before)) : `${percent} %`;
    } catch (error) {
      if (error instanceof Refusal) {
        $("#waiting").textContent = error.message;
        bar.hidden = true;
        return;
      }
    }
    await pause(1500);
  }
}
if (bar) waitForReview(bar);

page.addEventListener("click", async (event) => {
  /** @type {HTMLButtonElement | null} */
  const button = closest(event, "[data-branch], [data-study]");
  if (!button) return;
  const { branch, study } = button.dataset;
  button.disabled = true;
  try {
    const made =
      study === undefined
        ? await send(`/t/${table}/branch`, { at: Number(branch) })
        : await send("/api/studies", { table, at: Number(study) });
    if (study === undefined) rememberOrigin(made.page, `/t/${table}?at=${branch}`);
    location.href = made.page;
  } catch (error) {
    button.disabled = false;
    alert(messageOf(error, String(error)));
  }
});
