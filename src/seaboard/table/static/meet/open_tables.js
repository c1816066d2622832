// @ts-check
// Open tables: takes tickets and seats, and shows changes immediately. When a live ticket is matched, opens its table.
import { attempt } from "../common/attempt.js";
import { $, all, closest, field } from "../common/dom.js";
import { replaceContent } from "../common/replace_content.js";
import { get, listenTo, send } from "../common/server.js";
import { recall, remember } from "../common/storage.js";
import { toast } from "../common/toast.js";

const page = $("#open-tables");
/** @type {HTMLFormElement} */
const ticket = $("form#ticket");
/** @type {Record<string, string>} */
const words = JSON.parse(page.dataset.words ?? "{}");
let shown = -1;

/** @param {string} name */
const value = (name) => field(`[name=${name}]`, ticket).value;
const myName = () => {
  const name = value("name").trim();
  if (name) remember("name", name);
  return name;
};

async function refresh() {
  const { number, html, go } = await get(`/tables/list?after=${shown}`);
  if (go) {
    location.href = go;
    return;
  }
  if (number < shown) return;
  shown = number;
  replaceContent($("#live"), html);
  $("#live").setAttribute("aria-busy", "false");
}

/** @param {() => Promise<unknown>} command */
const run = (command) =>
  attempt(async () => {
    await command();
    await refresh();
  }, words.lost);

/** @param {string} text */
const numberOrNull = (text) => (text === "" ? null : Number(text));

/** @param {{ game: string, pace: string, players: string, rated: boolean, low: string, high: string }} wish */
async function takeTicket({ game, pace, players, rated, low, high }) {
  const range = { low: numberOrNull(low), high: numberOrNull(high) };
  const request = { game, pace: /** @type {"live"} */ (pace), players: numberOrNull(players), rated, ...range, name: myName() };
  const { page: address } = await send("/tables/ticket", request);
  if (address) location.href = address;
}

ticket.addEventListener("submit", (event) => {
  event.preventDefault();
  const rated = field("[name=rated]", ticket).checked;
  const [game, pace, players, low, high] = ["game", "pace", "players", "low", "high"].map(value);
  run(() => takeTicket({ game, pace, players, rated, low, high }));
});

/** The handlers of the live part's buttons, by their attribute.
 * @type {Record<string, (data: DOMStringMap) => Promise<unknown>>} */
const commands = {
  cancel: ({ cancel }) => send("/tables/cancel", { ticket: cancel ?? "" }),
  join: async ({ join }) => {
    location.href = (await send(`/tables/${join}/join`, { name: myName() })).page;
  },
  invite: ({ invite, seat, person = "" }) => send(`/t/${invite}/invite`, { seat: Number(seat), person }),
  decline: ({ decline }) => send(`/tables/${decline}/decline`),
  same: ({ game = "", pace = "", players = "", rated }) =>
    takeTicket({ game, pace, players, rated: Boolean(rated), low: "", high: "" }),
  relation: async ({ relation = "", person = "", name = "" }) => {
    if (relation === "block" && !confirm(words.sure_block.replace("{name}", name))) return;
    await send("/tables/relation", { person, kind: /** @type {"friend"} */ (relation) });
  },
  report: async ({ report }) => {
    const reason = prompt(words.report);
    if (reason === null) return;
    await send(`/tables/${report}/report`, { reason });
    toast(words.reported);
  },
  endHoliday: ({ endHoliday }) => send("/tables/end-holiday", { holiday: Number(endHoliday) }),
};

$("#live").addEventListener("click", (event) => {
  const button = closest(event, "button");
  const name = button && Object.keys(commands).find((one) => button.dataset[one] !== undefined);
  if (button && name) run(() => commands[name](button.dataset));
});
$("#live").addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (box.dataset.visible !== undefined) run(() => send("/tables/presence", { visible: box.checked, name: myName() }));
});
$("#live").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const [first, last] = ["first", "last"].map((name) => field(`[name=${name}]`, form).value);
  run(() => send("/tables/holiday", { first, last }));
});

/** Disables the numbers of players that the chosen game does not have. */
function showSizes() {
  const game = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (field("[name=game]", ticket)));
  const sizes = (game.selectedOptions[0]?.dataset.sizes ?? "").split(" ");
  for (const option of /** @type {HTMLOptionElement[]} */ (all("[name=players] option", ticket))) {
    option.disabled = option.value !== "" && !sizes.includes(option.value);
    if (option.disabled && option.selected) field("[name=players]", ticket).value = "";
  }
}

ticket.addEventListener("change", showSizes);
showSizes();
const name = field("[name=name]", ticket);
if (!name.value) name.value = recall("name") ?? "";
await refresh();
const listen = () => listenTo(`/tables/events?after=${shown}`, refresh, listen);
listen();
