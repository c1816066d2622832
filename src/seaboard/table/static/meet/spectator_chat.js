// @ts-check
// The spectators' chat of a table. Players see it when the game is over.
import { attempt } from "../common/attempt.js";
import { $, closest, field, find } from "../common/dom.js";
import { replaceContent } from "../common/replace_content.js";
import { get, listenTo, send } from "../common/server.js";
import { recall, remember } from "../common/storage.js";
import { toast } from "../common/toast.js";
import { base, table, words } from "../table/page_state.js";

const part = $("#spectators"),
  form = $("#spectator-form"),
  messages = $("#spectator-messages");
let shown = -1;
let isOpen = false;

async function refresh() {
  const { number, html } = await get(`${base}/spectators`);
  if (number < shown) return;
  shown = number;
  replaceContent(messages, html);
  messages.scrollTop = messages.scrollHeight;
}

async function open() {
  if (isOpen) return;
  isOpen = true;
  part.hidden = false;
  await attempt(refresh, words.lost);
  const listen = () => listenTo(`${base}/spectators/events?after=${shown}`, refresh, listen);
  listen();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = field("[name=text]", form);
  const name = /** @type {HTMLInputElement | null} */ (find("[name=name]", form))?.value.trim() ?? "";
  if (name) remember("name", name);
  if (!text.value.trim()) return;
  attempt(async () => {
    await send(`${base}/spectators`, { text: text.value, name });
    text.value = "";
    await refresh();
  }, words.lost);
});
messages.addEventListener("click", (event) => {
  const button = closest(event, "[data-spectator-report]");
  if (!button) return;
  const reason = prompt(words.report);
  if (reason === null) return;
  attempt(async () => {
    await send(`${base}/spectators/report`, { message: Number(button.dataset.spectatorReport), reason });
    toast(words.reported);
  }, words.lost);
});
const nameField = /** @type {HTMLInputElement | null} */ (find("[name=name]", form));
if (nameField) nameField.value = recall("name") ?? "";
if (!part.hidden) open();
new MutationObserver(() => {
  if (table.dataset.over === "true") open();
}).observe(table, { attributeFilter: ["data-over"] });
