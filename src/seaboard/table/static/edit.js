// The position editor: fields or text beside the drawing. Every change is checked by the server at once.
import { loadWhatIsDropped } from "./load.js";
import { drawnFor, room } from "./room.js";
import { $, all, send } from "./server.js";

const editor = $(".editor"), area = $("#as-text textarea"), trouble = $(".top .trouble"), fine = $(".fine");
const narrow = matchMedia("(max-width: 800px)");
const tabs = [$("#tab-fields"), $("#tab-text")], before = [];
let keys = {}, good = "", asked = 0, waiting = 0;

const brought = sessionStorage.getItem("seaboard edit");
if (brought) { area.value = brought; sessionStorage.removeItem("seaboard edit"); }

function tell(text, where = "") {
  Object.assign(trouble, { textContent: text, hidden: !text });
  editor.classList.toggle("wrong", text !== "");
  for (const label of all("#fields [data-key]")) {
    const here = where !== "" && label.dataset.key === where;
    Object.assign($(".trouble", label), { textContent: here ? text : "", hidden: !here });
    $("input, textarea", label).setAttribute("aria-invalid", here);
  }
  for (const button of all("[data-play], [data-copy-text]")) button.disabled = text !== "";
}

async function check(change = {}) {
  const mine = ++asked, space = room();
  let said;
  try { said = await send(`/edit/${editor.dataset.game}`, { text: change.key ? good : area.value, ...change, narrow: narrow.matches, ...space }); } catch (error) {
    return tell(error.status ? error.message : editor.dataset.lost);
  }
  if (mine !== asked) return;
  drawnFor(space);
  fine.textContent = said.error ? "" : said.prompt;
  if (said.error) return tell(said.error, said.where);
  if (good && good !== said.text) before.push(good);
  show(said);
}

function show(said) {
  const focus = document.activeElement?.closest?.("#fields [data-key]")?.dataset.key;
  good = said.text;
  keys = said.keys;
  if (area.value !== said.text) area.value = said.text;
  $("#board").innerHTML = said.board;
  $("#fields").innerHTML = said.fields;
  $("[data-undo]").disabled = !before.length;
  tell("");
  if (focus) $(`#fields [data-key="${CSS.escape(focus)}"] :is(input, textarea)`)?.focus({ preventScroll: true });
}

// a click on the board leads to what is written about that part of it

function lead(part) {
  for (let inner = part; inner && inner.id !== "board"; inner = inner.parentElement) {
    for (const kind of ["piece", "place", "panel"]) {
      const found = keys[`${kind} ${inner.dataset?.[kind]}`];
      if (found) return light(found);
    }
  }
}

function light(found) {
  choose(tabs[0]);
  for (const label of all("#fields .found")) label.classList.remove("found");
  const labels = all("#fields [data-key]").filter((label) => found.includes(label.dataset.key));
  for (const label of labels) label.classList.add("found");
  const field = labels[0] && $("input, textarea", labels[0]);
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}

function choose(tab) {
  for (const one of tabs) {
    one.setAttribute("aria-selected", one === tab);
    one.tabIndex = one === tab ? 0 : -1;
    document.getElementById(one.getAttribute("aria-controls")).hidden = one !== tab;
  }
}

for (const [n, tab] of tabs.entries()) {
  tab.onclick = () => choose(tab);
  tab.onkeydown = (event) => { if (["ArrowLeft", "ArrowRight"].includes(event.key)) { choose(tabs[1 - n]); tabs[1 - n].focus(); } };
}
$("#board").onclick = (event) => lead(event.target);
$("#board").onkeydown = (event) => { if (event.key === "Enter") lead(event.target); };
$("#fields").onchange = (event) => check({ key: event.target.closest("[data-key]").dataset.key, value: event.target.value });
area.oninput = () => { clearTimeout(waiting); waiting = setTimeout(check, 300); };
loadWhatIsDropped(tell, (text) => { area.value = text; check(); });
$("[data-undo]").onclick = () => { area.value = before.pop(); good = ""; check(); };
$("[data-play]").onclick = async () => {
  try { location.href = (await send("/load", { text: area.value })).page; } catch (error) { tell(error.message); }
};
$("[data-copy-text]").onclick = async () => {
  try { await navigator.clipboard.writeText(area.value); } catch { choose(tabs[1]); area.select(); document.execCommand("copy"); }
  fine.textContent = editor.dataset.copied;
};
addEventListener("room", () => check());
await check();
