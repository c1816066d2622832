// Loading a position or a record: pasted, chosen or dropped.
import { $, send } from "./server.js";

const LARGEST = 200000; // letters

export async function load(text, tell) {
  tell("");
  try { location.href = (await send("/load", { text })).page; } catch (error) { tell(error.message); }
}

export async function readFile(file, tell) {
  if (file.size > 4 * LARGEST) return tell($("[data-too-large]")?.dataset.tooLarge ?? file.name);
  return file.text();
}

// Whatever is dropped on the page: a file, or a text.
export function loadWhatIsDropped(tell, take = (text) => load(text, tell)) {
  document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const file = event.dataTransfer.files[0];
    const text = file ? await readFile(file, tell) : event.dataTransfer.getData("text");
    if (text) take(text);
  });
}

const form = $("form#load");
if (form) {
  const tell = (text) => { Object.assign($(".trouble", form), { textContent: text, hidden: !text }); };
  loadWhatIsDropped(tell, (text) => { form.elements.text.value = text; load(text, tell); });
  form.elements.file.onchange = async () => {
    const text = form.elements.file.files[0] && await readFile(form.elements.file.files[0], tell);
    if (text) form.elements.text.value = text;
  };
  form.onsubmit = (event) => { event.preventDefault(); load(form.elements.text.value, tell); };
}
