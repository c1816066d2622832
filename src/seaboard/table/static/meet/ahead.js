// @ts-check
// Planned moves: lines of assumed moves and the player's answers, chosen step by step in a dialog that shows the whole line.
import { attempt } from "../common/attempt.js";
import { $, all, closest, find, htmlElement } from "../common/dom.js";
import { get, send } from "../common/server.js";
import { toast } from "../common/toast.js";
import { base, state, words } from "../table/page_state.js";

/** @typedef {import("../protocol.js").PlanAnswer} PlanAnswer */

const section = find("#ahead");
/** @type {HTMLDialogElement | null} */
const dialog = find("dialog#plan");
/** @type {Record<string, string>} */
const text = JSON.parse(section?.dataset.words ?? "{}");
/** @type {PlanAnswer | null} */
let plan = null;
/** @type {number[]} */
let line = [];

const mySeat = () => state.scene?.viewer ?? null;

/** @param {() => Promise<unknown>} command */
const run = (command) => attempt(command, words.lost);

export async function refreshPlan() {
  const seat = mySeat();
  if (!section || seat === null || state.scene?.over) return;
  plan = await get(`${base}/ahead?seat=${seat}`);
  const notice = $(".notice", section);
  notice.hidden = !plan.notice;
  notice.textContent = plan.notice;
  $(".lines", section).replaceChildren(
    ...plan.lines.map((steps) => htmlElement("li", {}, steps.map((step) => `${step.name}: ${step.text}`).join(" → "))),
  );
  $("[data-remove-lines]", section).hidden = !plan.lines.length;
  $(".answers", section).replaceChildren(
    ...plan.answers.map(({ name, text: label, on }) => {
      const box = document.createElement("input"),
        row = document.createElement("label");
      Object.assign(box, { type: "checkbox", checked: on, value: name });
      row.className = "check";
      row.append(box, ` ${label}`);
      return row;
    }),
  );
  /** @type {HTMLButtonElement} */ ($("[data-plan]", section)).disabled = !plan.can_plan;
}

const chosenAnswers = () =>
  /** @type {HTMLInputElement[]} */ (all(".answers input", section ?? document))
    .filter((box) => box.checked)
    .map((box) => box.value);

/** @param {number[][]} lines */
async function save(lines) {
  const seat = mySeat();
  if (seat === null || !plan) return;
  await send(`${base}/ahead`, { seat, moves: plan.moves, lines, answers: chosenAnswers() });
  toast(text.saved);
  await refreshPlan();
}

async function showLine() {
  const seat = mySeat();
  if (!dialog || !plan || seat === null) return;
  const shown = await send(`${base}/ahead/preview`, { seat, moves: plan.moves, line });
  $(".steps", dialog).replaceChildren(...shown.steps.map((step) => htmlElement("li", {}, `${step.name}: ${step.text}`)));
  const select = /** @type {HTMLSelectElement} */ ($(".next select", dialog));
  $(".next span", dialog).textContent = shown.mine ? text.then : text.if.replace("{name}", shown.name);
  const options = shown.choices.map((choice) => htmlElement("option", { value: String(choice.action) }, choice.text));
  select.replaceChildren(htmlElement("option", { value: "" }, text.choose), ...options);
  $(".next", dialog).hidden = !options.length;
  $(".board", dialog).innerHTML = shown.board;
  const last = shown.steps.at(-1);
  /** @type {HTMLButtonElement} */ ($("[data-save]", dialog)).disabled = !last || last.seat !== seat;
  /** @type {HTMLButtonElement} */ ($("[data-step-back]", dialog)).disabled = !line.length;
}

if (section && dialog) {
  $("[data-plan]", section).addEventListener("click", () =>
    run(async () => {
      await refreshPlan();
      if (!plan?.can_plan) {
        toast(text.not_now);
        return;
      }
      line = [];
      await showLine();
      dialog.showModal();
    }),
  );
  section.addEventListener("click", (event) => {
    if (closest(event, "[data-remove-lines]")) run(() => save([]));
  });
  $(".answers", section).addEventListener("change", () => run(() => save(plan?.can_plan ? plan.actions : [])));
  $(".next select", dialog).addEventListener("change", (event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    if (value === "") return;
    line.push(Number(value));
    run(showLine);
  });
  $("[data-step-back]", dialog).addEventListener("click", () => {
    line.pop();
    run(showLine);
  });
  $("[data-close]", dialog).addEventListener("click", () => dialog.close());
  $("[data-save]", dialog).addEventListener("click", () =>
    run(async () => {
      await save([...(plan?.actions ?? []), line]);
      dialog.close();
    }),
  );
  let shownNumber = -1; // of the event after which the plan was read
  setInterval(() => {
    const number = state.scene?.number ?? -1;
    if (number === shownNumber || document.hidden) return;
    shownNumber = number;
    if (!dialog.open) refreshPlan().catch(() => {});
  }, 1000);
}
