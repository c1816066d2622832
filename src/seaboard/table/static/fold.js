// The panel with log, chat and rules folds away, so that the board has the whole width; it is remembered.
const table = document.querySelector("#table"), button = document.querySelector("#fold"), kept = "seaboard folded";

function fold(away) {
  table.classList.toggle("folded", away);
  button.setAttribute("aria-expanded", !away);
  localStorage.setItem(kept, away);
}

fold(localStorage.getItem(kept) === "true");
button.onclick = () => fold(!table.classList.contains("folded"));
document.addEventListener("keydown", (event) => { if (event.key === "?" && !event.target.matches?.("input, textarea")) fold(false); }, true);
