// Brings a file into the study room.
import { $, send } from "./server.js";

const form = $("#bring"), trouble = $(".trouble", form);

async function bring(text) {
  try { location.href = (await send("/api/studies", { text })).page; } catch (error) {
    trouble.textContent = error.message;
    trouble.hidden = false;
  }
}

$("input[type=file]", form).onchange = async (event) => {
  const [file] = event.target.files;
  if (file) await bring(await file.text());
  event.target.value = "";
};
form.onsubmit = (event) => { event.preventDefault(); bring(form.elements.text.value); };
