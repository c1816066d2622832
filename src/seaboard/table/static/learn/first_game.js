// @ts-check
// A first game with a coach: against an easy bot, by the rules for newcomers; every kind of decision is explained again.
import { all } from "../common/dom.js";
import { forget, ownName, remember } from "../common/storage.js";
import { makeTable } from "../shuffle/new_table.js";

for (const button of /** @type {HTMLButtonElement[]} */ (all("[data-first]"))) {
  button.onclick = async () => {
    const game = button.dataset.first ?? "";
    button.disabled = true;
    remember("coach", true);
    forget(`explained ${game}`);
    try {
      location.href = await makeTable({ game, preset: "first game", name: ownName() });
    } catch (error) {
      alert(/** @type {Error} */ (error).message);
      button.disabled = false;
    }
  };
}
