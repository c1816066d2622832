// @ts-check
// A study: the board at one moment of a line, and its commands.
import { theBoard } from "../board/board.js";
import { makeInspectable } from "../board/inspector.js";
import { copyText } from "../common/clipboard.js";
import { CommandGate } from "../common/command_gate.js";
import { $, closest, field, find, hasModifier, isTyping } from "../common/dom.js";
import { narrow } from "../common/media.js";
import { get, listenTo, messageOf, Refusal, send, statusOf } from "../common/server.js";
import { addressOf, localOnlyWarning } from "../common/share_links.js";
import { toast } from "../common/toast.js";
import { drawMarks, isDrawing, listenForMarks, toggleDrawing } from "./arrows.js";
import { saveWhenLeft, showComment } from "./comment.js";
import { closeEvaluation, evaluationIsOn, showEvaluation, toggleEvaluation } from "./evaluation.js";
import { lines, showLines } from "./lines.js";
import { base, botSeats, queryWith, scene, setBot, state, study, words, writes } from "./study_state.js";

/** @typedef {import("./study_state.js").StudyScene} StudyScene */

const board = theBoard();
/** @type {EventSource | null} */
let stream = null;
let lastVersion = 0;

/**
 * @template {string} Name
 * @param {Name} name
 * @param {import("../common/routes.js").PostBody<`/study/${string}/${Name}`>} [body]
 * @returns {Promise<import("../common/routes.js").PostAnswer<`/study/${string}/${Name}`>>}
 */
const post = (name, body) => send(/** @type {string} */ (`${base}/${name}?${queryWith()}`), body);

// Shows a node, after fetching its scene.
async function go(at = state.at, chapter = state.chapter) {
  const { viewport } = board,
    target = { chapter, at };
  const query = queryWith({ chapter, at, narrow: narrow.matches, ...viewport, known: state.scene?.mark ?? "" });
  state.target = target;
  let next;
  try {
    next = await get(`${base}/scene?${query}`);
  } catch (error) {
    toast(messageOf(error, words.lost));
    if (!statusOf(error)) setTimeout(go, 1500);
    return;
  }
  if (state.target === target) show(next, viewport); // otherwise the user has opened another node meanwhile
}

/**
 * @param {StudyScene} next
 * @param {import("../board/viewport.js").Viewport} viewport
 */
function show(next, viewport) {
  const before = state.scene,
    { at, chapter, version } = next;
  Object.assign(state, { scene: { ...before, ...next }, at, chapter, version });
  Object.assign(study.dataset, { version, at, chapter });
  board.draw(next.board, { viewport, moves: before?.chapter === chapter && before.board !== next.board });
  $("#prompt").innerHTML = next.prompt;
  $("#sentences").innerHTML = next.sentences;
  $("#announcement").textContent = next.announcement;
  document.title = next.title;
  if (next.tree !== undefined) showAbout(next);
  showLines(scene());
  showComment(before, saveComment);
  drawMarks();
  history.replaceState(null, "", `${base}?${queryWith({ chapter, at })}`);
  showWaysBack(next);
  if (evaluationIsOn()) showEvaluation(askForEvaluation);
  else closeEvaluation();
}

/**
 * Links from a variation to the main line, and to the game from which the study was made.
 * @param {StudyScene} next
 */
function showWaysBack({ back, game }) {
  /** @type {HTMLAnchorElement} */
  const link = $("[data-game]");
  /** @type {HTMLButtonElement} */ ($("[data-do=main]")).disabled = back === null;
  link.hidden = !game;
  if (game) link.href = game;
}

const askForEvaluation = () => post("evaluation", { chapter: state.chapter, at: state.at });

/** @param {StudyScene} next */
function showAbout(next) {
  $("#chapters").innerHTML = next.chapters ?? "";
  const link = find("#about .made input") ? field("#about .made input").value : "";
  $("#about .content").innerHTML = next.about ?? "";
  /** @type {HTMLAnchorElement} */ ($("[data-file]")).href = `${base}/file?${queryWith()}`;
  if (link && find("#about .made")) showLink(link);
  if (find("#bots")) showBots(next.names ?? []);
}

/** @param {string[]} names */
function showBots(names) {
  const chosen = botSeats();
  const boxes = names.map((name, seat) => {
    const label = document.createElement("label"),
      box = document.createElement("input");
    Object.assign(box, { type: "checkbox", checked: chosen.has(seat), ariaLabel: name });
    box.onchange = () => setBot(seat, box.checked);
    Object.assign(label, { className: `seat-${seat}`, title: name });
    label.append(box, `${seat + 1}`);
    return label;
  });
  $("#bots").replaceChildren($("#bots legend"), ...boxes);
}

// Runs one command at a time. After a conflict with another person, shows a message and the current version.
const gate = new CommandGate(study, async (error) => {
  toast(messageOf(error, words.lost));
  if (statusOf(error) === 409) await go();
});

/**
 * After a command, shows the changes of others that arrived during it.
 * @param {Promise<boolean>} command
 */
async function thenRefresh(command) {
  const isDone = await command;
  if (lastVersion > state.version && !gate.busy) await go();
  return isDone;
}

/** @param {() => unknown} command */
const run = (command) => (gate.busy ? Promise.resolve(false) : thenRefresh(gate.run(command)));

/** @param {() => unknown} command comments and marks wait for their turn */
const runAfterwards = (command) => thenRefresh(gate.runAfterwards(command));

/**
 * @param {"play" | "note" | "bot" | "redeal" | "promote" | "remove" | "remove-chapter" | "title" | "chapter"} name
 * @param {Record<string, unknown>} [body] in addition to version and node
 */
async function change(name, body = {}) {
  if (!writes) throw new Refusal(words.read_only, 403);
  const { version, chapter, at } = state,
    /** @type {any} */ content = { version, chapter, at, ...body };
  /** @type {import("../protocol.js").ChangeAnswer} */
  const answer = await post(name, content);
  state.version = answer.version;
  if (name === "note")
    await go(state.target.at, state.target.chapter); // stays where the user has gone meanwhile
  else await go(answer.at, answer.chapter);
}

/**
 * Plays a choice: goes to its node if it exists, else adds it; then the bots move on their seats.
 * @param {number} action
 */
const play = (action) =>
  run(async () => {
    board.closeMenu();
    const node = scene().children[action];
    if (node !== undefined) {
      await go(node);
      return;
    }
    await change("play", { action });
    await letBotsMove();
  });

// Lets bots move until it is a person's turn.
async function letBotsMove() {
  const isBotNext = () => scene().mover !== null && botSeats().has(Number(scene().mover));
  while (isBotNext()) await letBotMove();
}

async function letBotMove() {
  toast(words.thinking, 60000);
  await change("bot");
  toast("");
}

/** @type {import("./comment.js").Save} */
const saveComment = (comment) =>
  runAfterwards(async () => {
    await change("note", comment);
    toast(words.saved, 1500);
  });

/** @type {Record<string, () => unknown>} */
const commands = {
  back: () => go(lines().turn(state.at, false)),
  on: () => go(lines().turn(state.at, true)),
  main: () => go(scene().back ?? 0),
  lines: () => $("#lines").scrollIntoView({ block: "center" }),
  evaluation: () => toggleEvaluation(askForEvaluation),
  bot: () =>
    run(async () => {
      await letBotMove();
      await letBotsMove();
    }),
  draw: toggleDrawing,
  redeal: () => run(() => change("redeal")),
  promote: () => run(() => change("promote")),
  remove: () => confirm(words.sure_line) && run(() => change("remove")),
  removeChapter: () => confirm(words.sure_chapter) && run(() => change("remove-chapter")),
  copy: () =>
    run(async () => {
      location.href = (await post("copy")).page;
    }),
  delete: () =>
    confirm(words.sure_study) &&
    run(async () => {
      await post("delete");
      location.href = "/study";
    }),
  copyLink: async () => {
    const input = field("#about .made input");
    await copyText(input.value);
    input.select();
    toast(`${words.copied} ${input.value} ${localOnlyWarning}`);
  },
  closeAbout: () => about.close(),
};

/** @type {HTMLDialogElement} */
const about = $("#about");

/** @param {string} address */
function showLink(address) {
  $("#about .made").hidden = false;
  field("#about .made input").value = address;
}

async function refreshAbout() {
  scene().mark = "";
  await go();
}

/** @param {import("../protocol.js").StudyLinkRequest["kind"]} kind */
const makeLink = (kind) =>
  run(async () => {
    const { link } = await post("link", { kind }),
      address = new URL(addressOf(link));
    address.searchParams.set("chapter", String(state.chapter));
    address.searchParams.set("at", String(state.at));
    await refreshAbout();
    showLink(address.href);
  });

/** @param {string} key */
const revokeLink = (key) =>
  run(async () => {
    await post("revoke", { key });
    await refreshAbout();
  });

board.addEventListener("choose", (event) => play(/** @type {CustomEvent<{ action: number }>} */ (event).detail.action));
board.addEventListener("refused", (event) => {
  const { actions } = /** @type {CustomEvent<import("../board/board.js").Refused>} */ (event).detail;
  if (actions.length) play(actions[0]); // the server says why not
});

document.addEventListener("click", (event) => {
  const button = closest(event, "#study button, #share");
  if (!button) return;
  const { action, node, link, revoke } = button.dataset;
  if (button.id === "share") about.showModal();
  else if (action !== undefined) play(Number(action));
  else if (node !== undefined) go(Number(node));
  else if (link) makeLink(link === "edit" ? "edit" : "read");
  else if (revoke) revokeLink(revoke);
  else commands[button.dataset.do ?? ""]?.();
});

/** @type {HTMLSelectElement} */
const chapters = $("#chapters");
chapters.onchange = () => go(0, Number(chapters.value));
saveWhenLeft(saveComment);
about.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target),
    title = field("[name=title]", form).value;
  run(() => change("title", { title, of_chapter: form.dataset.name === "chapter" }));
});
about.addEventListener("change", async (event) => {
  /** @type {HTMLInputElement | null} */
  const input = closest(event, "[data-add]"),
    file = input?.files?.[0];
  if (!input || !file) return;
  const text = await file.text();
  input.value = "";
  run(() => change("chapter", { text }));
});
listenForMarks((marks) => {
  const { at, chapter } = state;
  runAfterwards(() => change("note", { marks, at, chapter }));
});

// keys

/** @type {Record<string, (bySteps: boolean) => number>} */
const steps = {
  ArrowLeft: (bySteps) => (bySteps ? lines().step(state.at, false) : lines().turn(state.at, false)),
  ArrowRight: (bySteps) => (bySteps ? lines().step(state.at, true) : lines().turn(state.at, true)),
  ArrowUp: () => lines().sibling(state.at, -1),
  ArrowDown: () => lines().sibling(state.at, 1),
};

/** @type {Record<string, () => unknown>} */
const shortcuts = {
  h: commands.evaluation,
  m: () => writes && commands.bot(),
  d: () => writes && toggleDrawing(),
  w: () => {
    /** @type {HTMLDetailsElement} */
    const part = $("#words");
    part.open = !part.open;
    $("summary", part).focus();
  },
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && isDrawing()) toggleDrawing();
  if (!state.scene || isTyping(event) || find("dialog[open]") || hasModifier(event)) return;
  if (!(event.key in steps) && !(event.key in shortcuts)) return;
  event.preventDefault();
  if (event.key in steps) go(steps[event.key](event.shiftKey));
  else shortcuts[event.key]();
});

// changes by others are shown immediately

function listen() {
  stream?.close();
  stream = null;
  if (document.hidden) return;
  const onMessage = async (/** @type {string} */ data) => {
    lastVersion = Math.max(lastVersion, Number(data));
    if (lastVersion <= state.version || gate.busy) return;
    await go(state.target.at, state.target.chapter);
    toast(words.renewed, 2500);
  };
  const ended = async () => {
    await go();
    listen();
  };
  stream = listenTo(`${base}/events?${queryWith({ after: state.version })}`, onMessage, ended);
}
document.addEventListener("visibilitychange", async () => {
  if (!document.hidden) await go();
  listen();
});
board.addEventListener("viewport", () => {
  if (state.scene) go(state.target.at, state.target.chapter); // the user may be on the way to another node
});
makeInspectable({
  path: () => `${base}/close-up`,
  query: () => queryWith({ at: state.at, chapter: state.chapter }),
});

await go();
listen();
