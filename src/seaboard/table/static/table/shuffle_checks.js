// @ts-check
// Checks the shuffle of a game that is over, and saves this browser's receipt for `seaboard verify`.

import { attempt } from "../common/attempt.js";
import { $, find } from "../common/dom.js";
import { get } from "../common/server.js";
import { toast } from "../common/toast.js";
import { checkShuffle, receiptOf } from "../shuffle/fair_shuffle.js";
import { base, state, tableId, words } from "./page_state.js";

const part = find("#shuffle"),
  receipt = receiptOf(tableId);

if (part) {
  const names = JSON.parse(part.dataset.names ?? "{}"),
    save = $("[data-save-receipt]", part);
  save.hidden = !receipt?.seats;
  save.onclick = saveReceipt;
  $("[data-check-shuffle]", part).onclick = () => (state.scene?.over ? check(names) : toast(names.early));
}

function saveReceipt() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(receipt, null, 1)], { type: "application/json" }));
  link.download = `receipt-${tableId}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {Record<string, string>} names of the checks */
const check = (names) =>
  attempt(async () => {
    const checks = checkShuffle(await get(`${base}/record`), receipt);
    const lines = Object.entries(checks).map(([name, holds]) => {
      const line = document.createElement("li");
      line.className = holds ? "holds" : "fails";
      line.textContent = holds ? `✓ ${names[name]}` : `✗ ${names.bad} ${names[name]}`;
      return line;
    });
    $("#shuffle-checks").replaceChildren(...lines);
  }, words.lost);
