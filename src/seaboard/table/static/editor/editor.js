// @ts-check
// The position editor: pieces, fields or text next to the drawing. The server checks every change immediately.
import { theBoard } from "../board/board.js";
import { copyText } from "../common/clipboard.js";
import { $, all, closest, field, find, isTyping } from "../common/dom.js";
import { narrow } from "../common/media.js";
import { get, messageOf, send } from "../common/server.js";
import { listenToTabs, showTab } from "../common/tabs.js";
import { acceptDrops } from "./load.js";
import { Placing } from "./placing.js";
import { placeNextTo } from "./spot_menu.js";

/**
 * @typedef {import("../protocol.js").EditedPosition} EditedPosition
 * @typedef {{ key?: string, value?: string, piece?: string, origin?: string, place?: string }} Change
 */

const editor = $(".editor"),
  trouble = $(".top .trouble"),
  bubble = $("#spot-trouble"),
  status = $(".fine"),
  board = theBoard(),
  tabs = [$("#tab-fields"), $("#tab-text")];
/** @type {Record<string, string>} */
const words = JSON.parse(editor.dataset.words ?? "{}");
/** @type {HTMLTextAreaElement} */
const area = $("#as-text textarea");
/** @type {string[]} the texts before the current one, for undo */
const earlier = [];
/** @type {string[]} the texts that were undone, for redo */
const later = [];
/** @type {Record<string, string[]>} the keys of the fields about each part of the board */
let fieldsOf = {};
let validText = "", // the last text without errors
  lastRequest = 0,
  timer = 0;
const placing =
  "onBoard" in editor.dataset
    ? new Placing(words, check, (text) => {
        status.textContent = text;
      })
    : null;

const draftText = sessionStorage.getItem("seaboard edit");
if (draftText) {
  area.value = draftText;
  sessionStorage.removeItem("seaboard edit");
}

/**
 * Shows a message; its rule number links to the rules.
 * @param {HTMLElement} place
 * @param {string} text
 */
function showErrorText(place, text) {
  const [, before, rule, after] = /^(.*\(\D*)([A-Z]\d+(?:\.\d+)?)(.*)$/.exec(text) ?? ["", text, "", ""];
  place.replaceChildren(before);
  if (rule) {
    const href = `/rules/${editor.dataset.game}#${rule}`;
    place.append(Object.assign(document.createElement("a"), { href, target: "_blank", textContent: rule }), after);
  }
  place.hidden = !text;
}

/**
 * @param {string} text
 * @param {string} [where] the field with the error
 */
function showError(text, where = "") {
  showErrorText(trouble, text);
  bubble.hidden = true;
  editor.classList.toggle("wrong", text !== "");
  for (const label of all("#fields [data-key]")) {
    const isWrong = where !== "" && label.dataset.key === where;
    showErrorText($(".trouble", label), isWrong ? text : "");
    $("input, textarea, select", label).setAttribute("aria-invalid", String(isWrong));
  }
  for (const button of /** @type {HTMLButtonElement[]} */ (all("[data-play], [data-study], [data-copy-text]")))
    button.disabled = text !== "";
}

/**
 * Shows why a piece cannot go to a place, next to that place; the position stays as it was.
 * @param {string} text
 * @param {Change} change
 */
function refuse(text, change) {
  const part = find(`#board [data-spot="${CSS.escape(change.place || change.origin || "")}"]`);
  showError("");
  showErrorText(bubble, text);
  for (const one of all("#board .troubled")) one.classList.remove("troubled");
  part?.classList.add("troubled");
  placeNextTo(bubble, part ?? board);
}

/**
 * Sends a change to the server, and shows the position after it or the error.
 * @param {Change} [change] of a field or a piece; by default the text has changed
 */
async function check(change = {}) {
  const requestNumber = ++lastRequest,
    { viewport } = board,
    isChange = Boolean(change.key || change.piece),
    shownSeat = find("[data-seat]") ? field("[data-seat]").value : "";
  /** @type {import("../protocol.js").EditRequest} */
  const request = { text: isChange ? validText : area.value, ...change, narrow: narrow.matches, ...viewport };
  if (shownSeat) request.seat = Number(shownSeat);
  let answer;
  try {
    answer = await send(`/edit/${editor.dataset.game}`, request);
  } catch (error) {
    showError(messageOf(error, words.lost));
    return;
  }
  if (requestNumber !== lastRequest) return;
  if (!("board" in answer)) {
    if (change.piece) {
      refuse(answer.error, change);
      return;
    }
    status.textContent = "";
    showError(answer.error, answer.where);
    return;
  }
  status.textContent = answer.prompt;
  if (validText && validText !== answer.text) {
    earlier.push(validText);
    later.length = 0;
  }
  show(answer, viewport);
}

/**
 * @param {EditedPosition} next
 * @param {import("../board/viewport.js").Viewport} viewport
 */
function show(next, viewport) {
  const focused = focusedSelector();
  validText = next.text;
  fieldsOf = next.keys;
  if (area.value !== next.text) area.value = next.text;
  board.draw(next.board, { viewport });
  $("#fields").innerHTML = next.fields;
  placing?.show(next.spots);
  showHistory();
  showError("");
  if (focused) find(focused)?.focus({ preventScroll: true });
}

/** A selector of the focused element among the fields and the palette, which are redrawn. */
function focusedSelector() {
  const part = document.activeElement,
    key = /** @type {HTMLElement | null | undefined} */ (part?.closest("#fields [data-key]"))?.dataset.key,
    piece = /** @type {HTMLElement | null} */ (part)?.dataset?.offer,
    step = /** @type {HTMLElement | null} */ (part)?.dataset?.step;
  if (piece) return `#fields [data-offer="${CSS.escape(piece)}"]`;
  if (!key) return "";
  return `#fields [data-key="${CSS.escape(key)}"] ${step ? `[data-step="${step}"]:enabled` : ":is(input, textarea, select)"}`;
}

function showHistory() {
  /** @type {HTMLButtonElement} */ ($("[data-undo]")).disabled = !earlier.length;
  /** @type {HTMLButtonElement} */ ($("[data-redo]")).disabled = !later.length;
}

/**
 * Goes back or forward in the history of texts.
 * @param {string[]} from
 * @param {string[]} to
 */
async function moveInHistory(from, to) {
  const text = from.pop();
  if (text === undefined) return;
  to.push(validText);
  area.value = text;
  validText = "";
  await check();
}
const undo = () => moveInHistory(earlier, later),
  redo = () => moveInHistory(later, earlier);

// a click on a part of the board shows the fields about it

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
if (!placing) {
  board.addEventListener("click", showFieldsOf);
  board.addEventListener("keydown", (event) => {
    if (event.key === "Enter") showFieldsOf(event);
  });
}
$("#fields").onchange = (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  check({ key: closest(event, "[data-key]")?.dataset.key, value: input.value });
};
$("#fields").addEventListener("click", (event) => {
  const button = closest(event, "[data-step]"),
    stepper = closest(event, "[data-key]");
  if (!button || !stepper) return;
  const value = String(Number(field("input", stepper).value) + Number(button.dataset.step));
  check({ key: stepper.dataset.key, value });
});
area.oninput = () => {
  clearTimeout(timer);
  timer = setTimeout(check, 300);
};
acceptDrops(showError, (text) => {
  area.value = text;
  check();
});
$("[data-undo]").onclick = undo;
$("[data-redo]").onclick = redo;
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || isTyping(event)) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
});

/** @param {() => Promise<string>} createPage creates the page to go to, and returns its URL */
async function goTo(createPage) {
  try {
    location.href = await createPage();
  } catch (error) {
    showError(messageOf(error, words.lost));
  }
}
$("[data-play]").onclick = () => goTo(async () => (await send("/load", { text: area.value })).page);
$("[data-study]").onclick = () =>
  goTo(async () => {
    const study = find("[data-into]") ? field("[data-into]").value : "";
    if (!study) return (await send("/api/studies", { text: area.value })).page;
    const { version } = await get(`/study/${study}/scene`);
    const { chapter } = await send(`/study/${study}/chapter`, { version, text: area.value });
    return `/study/${study}?chapter=${chapter}`;
  });
$("[data-copy-text]").onclick = async () => {
  await copyText(area.value);
  status.textContent = words.copied;
};
const seats = find("[data-seat]");
if (seats) seats.onchange = () => check();
board.addEventListener("viewport", () => check());
await check();
