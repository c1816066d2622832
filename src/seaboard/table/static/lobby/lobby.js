// @ts-check
// The lobby: a quick game, and positions that are dropped on the page.
import { all } from "../common/dom.js";
import { recall } from "../common/storage.js";
import { acceptDrops } from "../editor/load.js";
import { makeTable } from "../shuffle/new_table.js";

acceptDrops((text) => {
  if (text) alert(text);
});

for (const button of /** @type {HTMLButtonElement[]} */ (all("[data-quick]"))) {
  button.onclick = async () => {
    button.disabled = true;
    try {
      location.href = await makeTable({ game: button.dataset.quick ?? "", name: recall("name") ?? "" });
    } catch (error) {
      alert(/** @type {Error} */ (error).message);
      button.disabled = false;
    }
  };
}
