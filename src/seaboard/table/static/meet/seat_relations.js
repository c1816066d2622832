// @ts-check
// Friends and blocks, at the seats of a table.
import { attempt } from "../common/attempt.js";
import { $, closest } from "../common/dom.js";
import { send } from "../common/server.js";
import { toast } from "../common/toast.js";
import { base, words } from "../table/page_state.js";
import { refresh } from "../table/scene.js";

$("#seats").addEventListener("click", async (event) => {
  const button = closest(event, "[data-relation]");
  if (!button || (button.dataset.sure && !confirm(button.dataset.sure))) return;
  const kind = /** @type {"friend"} */ (button.dataset.relation);
  await attempt(async () => {
    await send(`${base}/relation`, { seat: Number(button.dataset.of), kind });
    toast(words.related);
    await refresh();
  }, words.lost);
});
