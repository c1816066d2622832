// @ts-check
// The position editor: fields or text next to the drawing. The server checks every change at once.
import { theBoard } from "../board/board.js";
import { copyText } from "../common/clipboard.js";
import { $, all, closest, find } from "../common/dom.js";
import { narrow } from "../common/media.js";
import { messageOf, send } from "../common/server.js";
import { listenToTabs, showTab } from "../common/tabs.js";
import { acceptDrops } from "./load.js";

/** @typedef {import("../protocol.js").EditedPosition} EditedPosition */

const editor = $(".editor"),
  trouble = $(".top .trouble"),
  status = $(".fine"),
  board = theBoard(),
  tabs = [$("#tab-fields"), $("#tab-text")];
/** @type {HTMLTextAreaElement} */
const area = $("#as-text textarea");
/** @type {string[]} texts before the present one */
const earlier = [];
/** @type {Record<string, string[]>} the fields about each part of the board */
let fieldsOf = {};
let valid = "",
  asked = 0,
  waiting = 0;

const brought = sessionStorage.getItem("seaboard edit");
if (brought) {
  area.value = brought;
  sessionStorage.removeItem("seaboard edit");
}

/**
 * @param {string} text
 * @param {string} [where] the field with the error
 */
function complain(text, where = "") {
  Object.assign(trouble, { textContent: text, hidden: !text });
  editor.classList.toggle("wrong", text !== "");
  for (const label of all("#fields [data-key]")) {
    const here = where !== "" && label.dataset.key === where;
    Object.assign($(".trouble", label), { textContent: here ? text : "", hidden: !here });
    $("input, textarea", label).setAttribute("aria-invalid", String(here));
  }
  for (const button of /** @type {HTMLButtonElement[]} */ (all("[data-play], [data-copy-text]"))) button.disabled = text !== "";
}

/** @param {{ key?: string, value?: string }} [change] of a field; without, of the text */
async function check(change = {}) {
  const mine = ++asked,
    { viewport } = board,
    text = change.key ? valid : area.value;
  let answer;
  try {
    answer = await send(`/edit/${editor.dataset.game}`, { text, ...change, narrow: narrow.matches, ...viewport });
  } catch (error) {
    complain(messageOf(error, editor.dataset.lost ?? ""));
    return;
  }
  if (mine !== asked) return;
  if (!("board" in answer)) {
    status.textContent = "";
    complain(answer.error, answer.where);
    return;
  }
  status.textContent = answer.prompt;
  if (valid && valid !== answer.text) earlier.push(valid);
  show(answer, viewport);
}

/**
 * @param {EditedPosition} next
 * @param {import("../board/viewport.js").Viewport} viewport
 */
function show(next, viewport) {
  const focused = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest("#fields [data-key]"))?.dataset
    .key;
  valid = next.text;
  fieldsOf = next.keys;
  if (area.value !== next.text) area.value = next.text;
  board.draw(next.board, { viewport });
  $("#fields").innerHTML = next.fields;
  /** @type {HTMLButtonElement} */ ($("[data-undo]")).disabled = !earlier.length;
  complain("");
  if (focused) find(`#fields [data-key="${CSS.escape(focused)}"] :is(input, textarea)`)?.focus({ preventScroll: true });
}

// a click on the board leads to the fields about that part of it

/** @param {Event} event */
function showFieldsOf(event) {
  for (let part = closest(event, "*"); part && part !== board; part = part.parentElement) {
    const { piece, place, panel } = part.dataset;
    const keys = fieldsOf[`piece ${piece}`] ?? fieldsOf[`place ${place}`] ?? fieldsOf[`panel ${panel}`];
    if (keys) {
      showFields(keys);
      return;
    }
  }
}

/** @param {string[]} keys */
function showFields(keys) {
  showTab(tabs, tabs[0]);
  for (const label of all("#fields .found")) label.classList.remove("found");
  const labels = all("#fields [data-key]").filter((label) => keys.includes(label.dataset.key ?? ""));
  for (const label of labels) label.classList.add("found");
  const first = labels[0] && find("input, textarea", labels[0]);
  first?.scrollIntoView({ block: "center" });
  first?.focus({ preventScroll: true });
}

listenToTabs(tabs, (tab) => {
  showTab(tabs, tab);
  tab.focus();
});
board.addEventListener("click", showFieldsOf);
board.addEventListener("keydown", (event) => {
  if (event.key === "Enter") showFieldsOf(event);
});
$("#fields").onchange = (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  check({ key: closest(event, "[data-key]")?.dataset.key, value: input.value });
};
area.oninput = () => {
  clearTimeout(waiting);
  waiting = setTimeout(check, 300);
};
acceptDrops(complain, (text) => {
  area.value = text;
  check();
});
$("[data-undo]").onclick = () => {
  area.value = earlier.pop() ?? "";
  valid = "";
  check();
};
$("[data-play]").onclick = async () => {
  try {
    location.href = (await send("/load", { text: area.value })).page;
  } catch (error) {
    complain(messageOf(error, editor.dataset.lost ?? ""));
  }
};
$("[data-copy-text]").onclick = async () => {
  await copyText(area.value);
  status.textContent = editor.dataset.copied ?? "";
};
board.addEventListener("viewport", () => check());
await check();
