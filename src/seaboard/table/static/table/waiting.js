// @ts-check
// A table that waits for its players: takes part in the shuffle, shows the missing players, and opens the game when it is dealt.
import { $, all, find } from "../common/dom.js";
import { get, listenTo, messageOf, send, statusOf } from "../common/server.js";
import { toast } from "../common/toast.js";
import { contribute } from "../shuffle/fair_shuffle.js";
import "./invitations.js";
import { base, noteEvent, state, tableId } from "./page_state.js";

/** @typedef {import("../protocol.js").ShuffleAnswer} ShuffleState */

/** @param {ShuffleState} shuffle */
function show(shuffle) {
  noteEvent(shuffle.number);
  if (shuffle.started) {
    location.replace(base);
    return;
  }
  replaceParts($("#waiting"), shuffle.html);
  replaceParts($("#invite"), shuffle.invite);
}

/**
 * Replaces the content, except invitations that are already shown: they may have been copied or scanned.
 * @param {HTMLElement} part
 * @param {string} html
 */
function replaceParts(part, html) {
  if (part.innerHTML === html) return;
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const sheet of all("[data-invite]", template.content)) {
    const shown = find(`[data-invite="${sheet.dataset.invite}"]`, part);
    if (shown) sheet.replaceWith(shown);
  }
  part.replaceChildren(template.content);
}

async function takePart() {
  try {
    show(await contribute(tableId));
  } catch (error) {
    if (statusOf(error)) toast(messageOf(error, ""));
  }
}

/** @type {HTMLButtonElement | null} */
const start = find("[data-start]");
if (start) {
  start.disabled = false;
  start.onclick = async () => {
    start.disabled = true;
    try {
      show(await contribute(tableId, await send(`${base}/start`)));
    } catch (error) {
      toast(messageOf(error, String(error)));
    }
    start.disabled = false;
  };
}

await takePart();
listenTo(`${base}/events?after=${state.lastEventId}`, takePart);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) takePart();
});
setInterval(async () => {
  const shuffle = await get(`${base}/shuffle`).catch(() => null);
  if (shuffle) show(shuffle);
}, 15000);
