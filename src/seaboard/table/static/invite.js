// A seat that waits for a friend shows its invitation, large: to copy, to share, to photograph.
import { base, table, words } from "./here.js";
import { addressOf, server, warning } from "./links.js";
import { $, all, send } from "./server.js";
import { toast } from "./toast.js";

const keep = (seat) => `invitation ${table.dataset.table} ${seat}`;

async function invitation(seat) {
  const kept = sessionStorage.getItem(keep(seat));
  if (kept) return JSON.parse(kept);
  const made = await send(`${base}/link`, { seat: Number(seat), origin: server });
  sessionStorage.setItem(keep(seat), JSON.stringify(made));
  return made;
}

async function fill(part) {
  try {
    const { link, qr } = await invitation(part.dataset.invite), address = addressOf(link);
    $(".qr", part).innerHTML = qr;
    $("input", part).value = address;
    $("[data-copy]", part).onclick = () => copy(part, address);
    const share = $("[data-share]", part);
    share.hidden = !navigator.share;
    share.onclick = () => navigator.share({ title: document.title, url: address }).catch(() => {});
    Object.assign($(".only-here", part), { textContent: warning, hidden: !warning });
    part.classList.add("ready");
  } catch (error) { if (error.status) toast(error.message); }
}

async function copy(part, address) {
  $("input", part).select();
  try { await navigator.clipboard.writeText(address); } catch { document.execCommand("copy"); }
  toast(`${words.copied} ${address} ${warning}`);
}

const fillAll = () => { for (const part of all("#invite [data-invite]:not(.ready)")) fill(part); };
new MutationObserver(fillAll).observe($("#invite"), { childList: true });
fillAll();
