// A table that waits for its players: takes part in the shuffle, shows who is missing, and goes on to the game when it is dealt.
import "./invite.js";
import { contribute } from "./fair_shuffle.js";
import { $, look, send } from "./server.js";
import { toast } from "./toast.js";

const page = $("#table"), table = page.dataset.table, base = `/t/${table}`;
let heard = Number(page.dataset.number);

function show(state) {
  heard = Math.max(heard, state.number);
  if (state.started) return location.replace(base);
  for (const [id, html] of [["waiting", state.html], ["invite", state.invite]]) if ($(`#${id}`).innerHTML !== html) swap($(`#${id}`), html);
}

// An invitation that is shown already stays: it has been copied, or photographed.
function swap(part, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  for (const sheet of fresh.content.querySelectorAll("[data-invite]")) {
    const shown = $(`[data-invite="${sheet.dataset.invite}"]`, part);
    if (shown) sheet.replaceWith(shown);
  }
  part.replaceChildren(fresh.content);
}

async function goOn() {
  try { show(await contribute(table)); } catch (error) { if (error.status) toast(error.message); }
}

const start = $("[data-start]");
if (start) {
  start.disabled = false;
  start.onclick = async () => {
    start.disabled = true;
    try { show(await contribute(table, await send(`${base}/start`))); } catch (error) { toast(error.message); }
    start.disabled = false;
  };
}

await goOn();
const news = new EventSource(`${base}/events?after=${heard}`);
news.onmessage = goOn;
news.onopen = () => dispatchEvent(new Event("reached"));
news.onerror = () => dispatchEvent(new Event("away"));
addEventListener("pagehide", () => news.close());
document.addEventListener("visibilitychange", () => { if (!document.hidden) goOn(); });
setInterval(async () => { const state = await look(`${base}/shuffle`).catch(() => null); if (state) show(state); }, 15000);
