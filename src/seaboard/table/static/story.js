// The story of a game: waits until it is told.
import { $, send } from "./server.js";

const page = $("main.story"), bar = $("progress", page);

async function wait() {
  while (bar) {
    try {
      const { percent, before } = await send(`/t/${page.dataset.table}/review`);
      if (percent === 100) { location.reload(); return; }
      bar.value = percent;
      $("output", page).textContent = before ? $("#waiting").dataset.before.replace("{n}", before) : `${percent} %`;
    } catch (error) {
      if (error.status) { $("#waiting").textContent = error.message; bar.hidden = true; return; }
    }
    await new Promise((done) => setTimeout(done, 1500));
  }
}
wait();

page.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-branch], [data-study]");
  if (!button) return;
  button.disabled = true;
  const { branch, study } = button.dataset, table = page.dataset.table;
  const made = () => study === undefined ? send(`/t/${table}/branch`, { at: Number(branch) }) : send("/api/studies", { table, at: Number(study) });
  try { location.href = (await made()).page; } catch (error) {
    button.disabled = false;
    alert(error.message);
  }
});
