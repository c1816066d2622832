// The tab of the table: checks the shuffle of a game that is over, and saves this browser's receipt for `seaboard verify`.
import { checks, receiptOf } from "./fair_shuffle.js";
import { base, here, table } from "./here.js";
import { $, look } from "./server.js";
import { toast } from "./toast.js";

const part = $("#shuffle"), receipt = receiptOf(table.dataset.table);

if (part) {
  const names = JSON.parse(part.dataset.names), save = $("[data-save-receipt]", part);
  save.hidden = !receipt?.seats;
  save.onclick = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(receipt, null, 1)], { type: "application/json" }));
    link.download = `receipt-${table.dataset.table}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  $("[data-check-shuffle]", part).onclick = async () => {
    if (!here.scene?.over) return toast(names.early);
    try {
      const found = checks(await look(`${base}/record`), receipt);
      $("#shuffle-checks").replaceChildren(...Object.entries(found).map(([name, holds]) => {
        const line = document.createElement("li");
        line.className = holds ? "holds" : "fails";
        line.textContent = holds ? `✓ ${names[name]}` : `✗ ${names.bad} ${names[name]}`;
        return line;
      }));
    } catch (error) { toast(error.message); }
  };
}
