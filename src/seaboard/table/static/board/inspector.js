// @ts-check
// Things on the board at full size: a click where nothing can be chosen, a long press, a right click, or the key l.
import { $, all, closest, find, hasModifier, isTyping } from "../common/dom.js";
import { narrow } from "../common/media.js";
import { get, getText, messageOf } from "../common/server.js";
import { readActions } from "./actions.js";
import { theBoard } from "./board.js";

const LONG_PRESS = 500; // milliseconds
const THING = "#board [data-look]";

/**
 * @param {{ path: () => string, query: () => URLSearchParams, whyNot?: (action: number) => string | null }} page how to ask about a
 *   thing, and the address that says why an action is refused (null where nobody asks)
 */
export function makeInspectable({ path, query, whyNot = () => null }) {
  const board = theBoard();
  /** @type {HTMLDialogElement} */
  const dialog = $("#look");
  const about = $(".about", dialog);
  let shown = "",
    pressing = 0,
    wasLongPress = false;
  /** @type {HTMLElement | null} */
  let pointed = null;

  /**
   * @param {string | undefined} what
   * @param {number[]} [refused] actions that it stands for
   */
  async function open(what = "", refused = []) {
    const asked = query();
    asked.set("what", what);
    asked.set("narrow", String(narrow.matches));
    try {
      about.innerHTML = await getText(`${path()}?${asked}`);
    } catch (error) {
      about.textContent = messageOf(error, String(error));
    }
    shown = what;
    if (!dialog.open) dialog.showModal();
    about.scrollTop = 0;
    about.focus({ preventScroll: true });
    const address = refused.length ? whyNot(refused[0]) : null;
    if (address) await tellWhyNot(address);
  }

  /** @param {string} address */
  async function tellWhyNot(address) {
    const { why, rule } = await get(address).catch(() => ({ why: "" })); // the table may have gone on
    const textContent = rule ? `${why} (${rule})` : why;
    if (why) find("h2", about)?.after(Object.assign(document.createElement("p"), { className: "why", textContent }));
  }

  /** @param {number} by */
  function step(by) {
    const names = [...new Set(all(THING).map((thing) => thing.dataset.look))];
    const now = Math.max(names.indexOf(shown), 0);
    if (names.length) open(names[(now + by + names.length) % names.length]);
  }

  // a click chooses what can be chosen; anything else is shown, with why it cannot be chosen

  document.addEventListener(
    "click",
    (event) => {
      clearTimeout(pressing);
      if (wasLongPress) {
        wasLongPress = false;
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const thing = closest(event, `${THING}, #look [data-look]`),
        target = closest(event, "#board .target");
      if (!thing || board.isPaused || target?.classList.contains("can")) return;
      event.stopPropagation();
      open(thing.dataset.look, readActions(target?.dataset.actions));
    },
    true,
  );

  document.addEventListener("contextmenu", (event) => {
    const thing = closest(event, THING);
    if (!thing || board.isPaused) return;
    event.preventDefault();
    open(thing.dataset.look);
  });

  document.addEventListener("pointerover", (event) => {
    pointed = closest(event, THING);
  });
  document.addEventListener("pointerdown", (event) => {
    const thing = closest(event, THING);
    wasLongPress = false;
    clearTimeout(pressing);
    if (!thing || board.isPaused || !["touch", "pen"].includes(event.pointerType)) return;
    pressing = setTimeout(() => {
      wasLongPress = true;
      open(thing.dataset.look);
    }, LONG_PRESS);
  });
  for (const kind of ["pointerup", "pointercancel", "scroll"])
    document.addEventListener(kind, () => clearTimeout(pressing), true);

  document.addEventListener("keydown", (event) => {
    if (event.key !== "l" || isTyping(event) || dialog.open || hasModifier(event)) return;
    /** @type {HTMLElement | null | undefined} */
    const focused = document.activeElement?.closest(THING);
    const thing = focused ?? (pointed?.isConnected ? pointed : find(THING));
    if (!thing) return;
    event.preventDefault();
    open(thing.dataset.look);
  });

  dialog.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) step(by);
    if (event.key === "l") dialog.close();
    event.stopPropagation();
  });
  dialog.addEventListener("click", (event) => {
    const button = closest(event, "button");
    if (button?.dataset.lookStep) step(Number(button.dataset.lookStep));
    if (event.target === dialog || (button && "lookClose" in button.dataset)) dialog.close();
  });
}
