// @ts-check
// Copies the link, the position or the record of the current moment, and opens it in the editor.

import { attempt } from "../common/attempt.js";
import { copyText } from "../common/clipboard.js";
import { $, all } from "../common/dom.js";
import { getText } from "../common/server.js";
import { addressOf, localOnlyWarning } from "../common/share_links.js";
import { toast } from "../common/toast.js";
import { base, state, table, words } from "./page_state.js";

const query = () => (state.at === null ? "" : `?at=${state.at}`);

/** @type {Record<string, () => Promise<string>>} */
const texts = {
  link: async () => addressOf(base + query()),
  position: () => getText(`${base}/position${query()}`),
  record: () => getText(`${base}/record${query()}`),
};

$("[data-edit]").onclick = () =>
  attempt(async () => {
    sessionStorage.setItem("seaboard edit", await texts.position());
    location.href = `/edit/${table.dataset.game}`;
  }, words.lost);

for (const button of all(".menu [data-copy]")) {
  button.onclick = async () => {
    const kind = button.dataset.copy ?? "";
    await attempt(async () => {
      const text = await texts[kind](),
        name = text.length < 200 ? text : button.textContent;
      toast((await copyText(text)) ? `${words.copied} ${name} ${kind === "link" ? localOnlyWarning : ""}` : text, 12000);
    }, words.lost);
    const menu = button.closest("details");
    if (menu) menu.open = false;
  };
}
