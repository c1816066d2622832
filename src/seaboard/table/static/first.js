// A first game with a coach: against an easy bot, by the rules for newcomers; every kind of decision is explained once more.
import { newTable } from "./new_table.js";
import { all } from "./server.js";

for (const button of all("[data-first]")) {
  button.onclick = async () => {
    const game = button.dataset.first;
    button.disabled = true;
    localStorage.setItem("seaboard coach", "true");
    localStorage.removeItem(`seaboard explained ${game}`);
    const wish = { game, preset: "first game", name: localStorage.getItem("seaboard name") ?? "" };
    try { location.href = await newTable(wish); } catch (error) { alert(error.message); button.disabled = false; }
  };
}
