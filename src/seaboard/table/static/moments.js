// The moment that is shown: its link, its position, its record, to copy.
import { base, here, table, words } from "./here.js";
import { addressOf, warning } from "./links.js";
import { $, all } from "./server.js";
import { toast } from "./toast.js";

async function copy(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { /* no right to: the old way */ }
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

const query = () => here.at === null ? "" : `?at=${here.at}`;
const wanted = {
  link: async () => addressOf(base + query()),
  position: () => textAt(`${base}/position${query()}`),
  record: () => textAt(`${base}/record${query()}`),
};

async function textAt(address) {
  const answer = await fetch(address, { headers: { accept: "application/json, text/plain" } });
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer.text();
}

$("[data-edit]").onclick = async () => {
  try { sessionStorage.setItem("seaboard edit", await wanted.position()); location.href = `/edit/${table.dataset.game}`; } catch (error) { toast(error.message); }
};

for (const button of all("[data-copy]")) {
  button.onclick = async () => {
    try {
      const text = await wanted[button.dataset.copy]();
      const note = button.dataset.copy === "link" ? warning : "";
      toast(await copy(text) ? `${words.copied} ${text.length < 200 ? text : button.textContent} ${note}` : text, 12000);
    } catch (error) { toast(error.message); }
    button.closest("details").open = false;
  };
}
