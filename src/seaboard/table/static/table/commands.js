// @ts-check
// The commands of the table: what clicks on the board and on buttons do.
import { theBoard } from "../board/board.js";
import { copyText } from "../common/clipboard.js";
import { CommandGate } from "../common/command_gate.js";
import { $, closest, field, find } from "../common/dom.js";
import { rememberOrigin } from "../common/origin.js";
import { get, messageOf, send, statusOf } from "../common/server.js";
import { addressOf, localOnlyWarning } from "../common/share_links.js";
import { recall, remember } from "../common/storage.js";
import { toast } from "../common/toast.js";
import { closeBubble, openRule, showBubble, whyNothingCanBeChosen } from "./announcer.js";
import { isCatchingUp, skipToPresent, togglePause } from "./catch_up.js";
import { coachCommands, warnsOf } from "./coach.js";
import { showHints } from "./hints.js";
import { showWholeLog, toggleSteps } from "./log.js";
import { base, noteEvent, scene, setting, state, table, tableId, takeSeat, words } from "./page_state.js";
import { goToMove, refresh } from "./scene.js";
import { dismissTrails } from "./trails.js";

/** @typedef {import("../board/board.js").Refused} Refused */
/** @typedef {{ x: number, y: number }} Point */

const board = theBoard();
board.isActive = () => scene().yours && state.draft === null && state.at === null && !isCatchingUp();
const gate = new CommandGate(table, async (error) => {
  toast(messageOf(error, words.lost));
  if (statusOf(error) !== 409) return;
  state.draft = null;
  await refresh();
});
/** @param {() => unknown} command */
const run = (command) => gate.run(command);

/**
 * @param {number} action
 * @param {{ ask?: boolean, sure?: boolean }} [how] `ask`: confirm the end of a turn; `sure`: skip the coach
 */
const play = (action, { ask = setting("ask"), sure = false } = {}) =>
  run(async () => {
    board.closeMenu();
    if (!sure && (await warnsOf(action))) return;
    const answer = await send(`${base}/move`, { version: scene().version, action, ask });
    if ("draft" in answer) state.draft = answer.draft;
    else {
      state.draft = null;
      noteEvent(answer.number);
      toast("");
    }
    await refresh();
    if (state.draft !== null) find("[data-end]")?.focus({ preventScroll: true });
  });

const undo = () =>
  run(async () => {
    if (state.draft !== null) state.draft = null;
    else state.lastEventId = (await send(`${base}/undo`, { version: scene().version })).number;
    await refresh();
  });

/**
 * @param {number} action
 * @param {Point} place
 */
const explainRefusal = (action, place) =>
  run(async () => {
    const answer = await get(`${base}/why?action=${action}&version=${scene().version}`);
    showBubble(answer.why || whyNothingCanBeChosen(), place, answer.rule);
  });

/**
 * Shows the name of a part that cannot be chosen, and the current prompt.
 * @param {Element} part
 * @param {Point} place
 */
function explainPart(part, place) {
  const titled = part.closest("[data-panel] g:has(> title)") ?? part;
  const name = find(":scope > title", titled)?.textContent?.split("\n", 1)[0];
  const reason = isCatchingUp() ? words.walking : whyNothingCanBeChosen();
  showBubble(name ? `${name}. ${reason}` : reason, place);
}

const askForHints = () =>
  run(async () => {
    const { version } = scene();
    toast(words.thinking, 60000);
    const answer = await send(`${base}/hint`, { version });
    toast(answer.hints.length ? "" : words.nothing);
    showHints(answer.html, version);
  });

/** @param {string} path */
async function copyLink(path) {
  const link = addressOf(path);
  await copyText(link);
  toast(`${words.copied} ${link} ${localOnlyWarning}`, 20000);
}

/** @param {string} value the number of the reported message; empty: the table is reported */
function report(value) {
  const reason = prompt(words.report);
  if (reason === null) return;
  run(async () => {
    await send(`${base}/report`, { event: value ? Number(value) : null, reason: reason.slice(0, 300) });
    toast(words.reported);
  });
}

function foldMeanwhile() {
  const folded = recall("meanwhile") !== "folded";
  remember("meanwhile", folded ? "folded" : "open");
  $("#meanwhile").classList.toggle("folded", folded);
  $("[data-fold]").setAttribute("aria-expanded", String(!folded));
}

/** @param {() => Promise<{ page: string }>} createPage */
const goToNew = (createPage) =>
  run(async () => {
    location.href = (await createPage()).page;
  });

/**
 * The commands of buttons, by the name of their data attribute.
 * @type {Record<string, (value: string, button: HTMLElement) => unknown>}
 */
const commands = {
  ...coachCommands,
  action: (value) => play(Number(value)),
  anyway: (value) => play(Number(value), { sure: true }),
  end: (value) => play(Number(value), { ask: false, sure: true }),
  takeBack: undo,
  undo,
  hint: askForHints,
  now: () => goToMove(Infinity),
  scores: () => {
    $("#final").hidden = !$("#final").hidden;
  },
  seat: (value) => {
    takeSeat(value);
    refresh();
  },
  link: (value) => run(async () => copyLink((await send(`${base}/link`, { seat: Number(value) })).link)),
  watch: () => copyLink(base),
  revoke: (value, button) => run(() => send(`${base}/revoke`, { seat: Number(button.dataset.of), key: value })),
  leave: (value) => confirm(words.sure_leave) && run(() => send(`${base}/leave`, { seat: Number(value) })),
  return: (value) => run(() => send(`${base}/return`, { seat: Number(value) })),
  handover: (value, button) => {
    const level = field("[data-level]", button.parentElement ?? document).value;
    return run(() => send(`${base}/handover`, { seat: Number(value), level }));
  },
  vote: (value, button) =>
    (value === "no" || confirm(button.dataset.sure)) && run(() => send(`${base}/vote`, { yes: value === "yes" })),
  report,
  branch: () =>
    goToNew(async () => {
      const made = await send(`${base}/branch`, { at: scene().at });
      rememberOrigin(made.page, `${base}?at=${scene().at}`);
      return made;
    }),
  study: () => goToNew(() => send("/api/studies", { table: tableId, at: scene().at })),
  rematch: () => goToNew(() => send(`${base}/rematch`)),
  wholeLog: showWholeLog,
  open: (_value, button) => toggleSteps(button),
  pause: togglePause,
  skip: skipToPresent,
  fold: foldMeanwhile,
  show: () => {}, // only pointing at the button does something (log.js)
  step: (value) => goToMove((state.at ?? scene().moves) + Number(value)),
  at: (value) => goToMove(Number(value)),
};

board.addEventListener("choose", (event) => {
  const { action } = /** @type {CustomEvent<{ action: number }>} */ (event).detail;
  closeBubble();
  dismissTrails();
  play(action);
});

board.addEventListener("refused", (event) => {
  const { part, actions, place } = /** @type {CustomEvent<Refused>} */ (event).detail;
  if (!actions.length || isCatchingUp() || state.at !== null) explainPart(part, place);
  else explainRefusal(actions[0], place);
});

document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const rule = closest(event, 'a[href^="#rule-"]');
  if (rule) {
    event.preventDefault();
    closeBubble();
    openRule(rule.hash.slice(6));
    return;
  }
  if (closest(event, "#bubble, #board")) return;
  closeBubble();
  const button = closest(event, "#table button, #log [data-at]");
  if (!button) return;
  if (button.closest("#prompt")) dismissTrails();
  for (const [name, value] of Object.entries(button.dataset)) {
    if (name in commands) {
      commands[name](value ?? "", button);
      return;
    }
  }
});

field("#replay input").oninput = () => goToMove(Number(field("#replay input").value));
$("#replay").onsubmit = (event) => event.preventDefault();
const chatForm = find("#chat-form");
if (chatForm) {
  chatForm.onsubmit = (event) => {
    event.preventDefault();
    const input = field("[name=text]", chatForm);
    if (!input.value.trim()) return;
    run(async () => {
      await send(`${base}/chat`, { text: input.value });
      input.value = "";
    });
  };
}
