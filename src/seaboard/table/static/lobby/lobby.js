// @ts-check
// The lobby: running games, a quick game, and positions that are dropped on the page.
import { $, all } from "../common/dom.js";
import { get, send } from "../common/server.js";
import { ownName } from "../common/storage.js";
import { acceptDrops } from "../editor/load.js";
import { makeTable } from "../shuffle/new_table.js";

acceptDrops((text) => {
  if (text) alert(text);
});

for (const button of /** @type {HTMLButtonElement[]} */ (all("[data-quick]"))) {
  button.onclick = async () => {
    button.disabled = true;
    try {
      location.href = await makeTable({ game: button.dataset.quick ?? "", name: ownName() });
    } catch (error) {
      alert(/** @type {Error} */ (error).message);
      button.disabled = false;
    }
  };
}

// the round and the points of each running game; a game that the server cannot load just shows none
for (const item of all("[data-running]")) {
  get(`/t/${item.dataset.running}/summary`).then(
    ({ round, points }) => {
      $(".round", item).textContent = round;
      for (const [n, place] of all(".points", item).entries()) place.textContent = points[n] ?? "";
    },
    () => {},
  );
}

for (const button of /** @type {HTMLButtonElement[]} */ (all("[data-delete]"))) {
  button.onclick = async () => {
    if (!confirm(button.dataset.sure)) return;
    try {
      await send(`/t/${button.dataset.delete}/delete`);
      button.closest("li")?.remove();
    } catch (error) {
      alert(/** @type {Error} */ (error).message);
    }
  };
}
