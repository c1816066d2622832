// @ts-check
// Shows the invitation of each seat that waits for a friend: a link to copy or share, and its QR code.
import { copyText } from "../common/clipboard.js";
import { $, all, field } from "../common/dom.js";
import { send, statusOf } from "../common/server.js";
import { addressOf, localOnlyWarning, siteOrigin } from "../common/share_links.js";
import { toast } from "../common/toast.js";
import { base, tableId, words } from "./page_state.js";

/**
 * @param {string} seat
 * @returns {Promise<{ link: string, qr: string }>}
 */
async function invitation(seat) {
  const key = `invitation ${tableId} ${seat}`,
    kept = sessionStorage.getItem(key);
  if (kept) return JSON.parse(kept);
  const made = await send(`${base}/link`, { seat: Number(seat), origin: siteOrigin });
  sessionStorage.setItem(key, JSON.stringify(made));
  return made;
}

/** @param {HTMLElement} part */
async function fill(part) {
  try {
    const { link, qr } = await invitation(part.dataset.invite ?? ""),
      address = addressOf(link);
    $(".qr", part).innerHTML = qr;
    field("input", part).value = address;
    $("[data-copy]", part).onclick = () => copy(part, address);
    const share = $("[data-share]", part);
    share.hidden = !("share" in navigator);
    share.onclick = () => navigator.share({ title: document.title, url: address }).catch(() => {});
    Object.assign($(".only-here", part), { textContent: localOnlyWarning, hidden: !localOnlyWarning });
    part.classList.add("ready");
  } catch (error) {
    if (statusOf(error)) toast(String(/** @type {Error} */ (error).message));
  }
}

/**
 * @param {HTMLElement} part
 * @param {string} address
 */
async function copy(part, address) {
  await copyText(address);
  field("input", part).select();
  toast(`${words.copied} ${address} ${localOnlyWarning}`);
}

const fillAll = () => {
  for (const part of all("#invite [data-invite]:not(.ready)")) fill(part);
};
new MutationObserver(fillAll).observe($("#invite"), { childList: true });
fillAll();
