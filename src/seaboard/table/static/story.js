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
  const button = event.target.closest("[data-branch]");
  if (!button) return;
  button.disabled = true;
  try { location.href = (await send(`/t/${page.dataset.table}/branch`, { at: Number(button.dataset.branch) })).page; } catch (error) {
    button.disabled = false;
    alert(error.message);
  }
});
