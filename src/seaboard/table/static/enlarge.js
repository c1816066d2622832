// Things on the board looked at large: a click where nothing can be chosen, a long press, a right click, or the key l.
const table = document.querySelector("#table, #study"), dialog = document.querySelector("#look"), about = dialog.querySelector(".about");
const inStudy = table.id === "study", base = inStudy ? `/study/${table.dataset.study}` : `/t/${table.dataset.table}`, narrow = matchMedia("(max-width: 800px)");
const things = () => [...document.querySelectorAll("#board [data-look]")];
const isDrawing = () => table.classList.contains("drawing");
let shown = "", pointed = null, pressing = 0, pressed = false;

async function read(path) {
  const answer = await fetch(path);
  return answer.ok ? answer.text() : Promise.reject(new Error((await answer.json()).error));
}

async function open(what, refused = []) {
  const asked = new URLSearchParams({ what, narrow: narrow.matches, at: table.dataset.at });
  if (inStudy) asked.set("chapter", table.dataset.chapter);
  for (const [name, value] of new URLSearchParams(location.search)) if (name === "key") asked.set(name, value); // a study's link
  const seat = sessionStorage.getItem(`seat ${table.dataset.table}`);
  if (seat !== null) asked.set("seat", seat);
  try { about.innerHTML = await read(`${base}/look?${asked}`); } catch (error) { about.textContent = error.message; }
  shown = what;
  if (!dialog.open) dialog.showModal();
  about.scrollTop = 0;
  about.focus({ preventScroll: true });
  if (refused.length) tellWhyNot(refused[0]);
}

async function tellWhyNot(action) {
  try {
    const { why, rule } = JSON.parse(await read(`${base}/why?action=${action}&version=${table.dataset.version}`));
    const line = Object.assign(document.createElement("p"), { className: "why", textContent: rule ? `${why} (${rule})` : why });
    if (why) about.querySelector("h2")?.after(line);
  } catch { /* the table has gone on meanwhile */ }
}

function step(by) {
  const names = [...new Set(things().map((thing) => thing.dataset.look))], now = names.indexOf(shown);
  if (names.length) open(names[(Math.max(now, 0) + by + names.length) % names.length]);
}

// a thing that can be chosen is chosen by a click; one that cannot says why not, in large

document.addEventListener("click", (event) => {
  clearTimeout(pressing);
  if (pressed) { pressed = false; event.preventDefault(); event.stopPropagation(); return; }
  const thing = event.target.closest?.("#board [data-look], #look [data-look]");
  if (!thing || isDrawing()) return;
  const target = event.target.closest("#board .target"), actions = (target?.dataset.actions ?? "").split(" ").filter(Boolean);
  if (target?.classList.contains("can")) return;
  event.stopPropagation();
  open(thing.dataset.look, table.classList.contains("yours") ? actions : []);
}, true);

document.addEventListener("contextmenu", (event) => {
  const thing = event.target.closest?.("#board [data-look]");
  if (!thing || isDrawing()) return;
  event.preventDefault();
  open(thing.dataset.look);
});

document.addEventListener("pointerover", (event) => { pointed = event.target.closest?.("#board [data-look]"); });
document.addEventListener("pointerdown", (event) => {
  const thing = event.target.closest?.("#board [data-look]");
  pressed = false;
  clearTimeout(pressing);
  if (thing && !isDrawing() && ["touch", "pen"].includes(event.pointerType)) pressing = setTimeout(() => { pressed = true; open(thing.dataset.look); }, 500);
});
for (const kind of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(kind, () => clearTimeout(pressing), true);

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches?.("input:not([type=checkbox]):not([type=range]), select, textarea");
  if (event.key !== "l" || typing || dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
  const thing = document.activeElement.closest?.("#board [data-look]") ?? (pointed?.isConnected ? pointed : null) ?? things()[0];
  if (thing) { event.preventDefault(); open(thing.dataset.look); }
});

dialog.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by) step(by);
  if (event.key === "l") dialog.close();
  event.stopPropagation();
});
dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.lookStep) step(Number(button.dataset.lookStep));
  if (button && "lookClose" in button.dataset) dialog.close();
  if (event.target === dialog) dialog.close();
});
