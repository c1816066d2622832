// @ts-check
// Shows components of the board at full size (close-ups): on a click where nothing can be chosen, a long press, a right click, or
// the key l. A click opens a part in its place if the board offers that.
import { $, all, closest, find, hasModifier, isTyping } from "../common/dom.js";
import { narrow } from "../common/media.js";
import { get, getText, messageOf } from "../common/server.js";
import { readActions } from "./actions.js";
import { theBoard } from "./board.js";
import { zoomOnHover } from "./zoom.js";

const LONG_PRESS = 500; // milliseconds
const SECOND_TAP = 300; // milliseconds in which a tap may become a double tap
const THING = "#board [data-inspect]";

/**
 * @param {{ path: () => string, query: () => URLSearchParams, whyNot?: (action: number) => string | null }} page the URL of close-ups,
 *   and the URL that says why an action is refused (null if there is none)
 */
export function makeInspectable({ path, query, whyNot = () => null }) {
  const board = theBoard();
  zoomOnHover();
  /** @type {HTMLDialogElement} */
  const dialog = $("#close-up");
  const about = $(".about", dialog);
  let shown = "",
    pressTimer = 0,
    tapTimer = 0,
    wasLongPress = false;
  /** @type {HTMLElement | null} */
  let pointed = null;

  /**
   * Opens the close-up of a component.
   * @param {string | undefined} what its name on the board
   * @param {number[]} [refused] its actions, which are not legal now
   */
  async function open(what = "", refused = []) {
    const parameters = query();
    parameters.set("what", what);
    parameters.set("narrow", String(narrow.matches));
    try {
      about.innerHTML = await getText(`${path()}?${parameters}`);
    } catch (error) {
      about.textContent = messageOf(error, String(error));
    }
    shown = what;
    if (!dialog.open) dialog.showModal();
    about.scrollTop = 0;
    about.focus({ preventScroll: true });
    const address = refused.length ? whyNot(refused[0]) : null;
    if (address) await showReason(address);
  }

  /** @param {string} address */
  async function showReason(address) {
    const { why, rule } = await get(address).catch(() => ({ why: "" })); // the position may have changed
    const textContent = rule ? `${why} (${rule})` : why;
    if (why) find("h2", about)?.after(Object.assign(document.createElement("p"), { className: "why", textContent }));
  }

  /** @param {number} by */
  function step(by) {
    const names = [...new Set(all(THING).map((thing) => thing.dataset.inspect))];
    const now = Math.max(names.indexOf(shown), 0);
    if (names.length) open(names[(now + by + names.length) % names.length]);
  }

  // a click plays a legal action; anything else opens its close-up, with the reason

  document.addEventListener(
    "click",
    (event) => {
      clearTimeout(pressTimer);
      if (wasLongPress) {
        wasLongPress = false;
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const thing = closest(event, `${THING}, #close-up [data-inspect]`),
        target = closest(event, "#board .target");
      const opener = closest(event, "#board [data-opens]");
      if (!(thing || opener) || board.isPaused || (target?.classList.contains("can") && !opener)) return;
      event.stopPropagation();
      const show = () => {
        if (!board.toggle(opener?.dataset.opens ?? thing?.dataset.inspect ?? "") && thing)
          open(thing.dataset.inspect, readActions(target?.dataset.actions));
      };
      clearTimeout(tapTimer);
      if (/** @type {PointerEvent} */ (event).pointerType === "touch" && closest(event, "#board"))
        tapTimer = setTimeout(show, SECOND_TAP);
      else show();
    },
    true,
  );

  board.addEventListener("gesture", () => {
    clearTimeout(pressTimer);
    clearTimeout(tapTimer);
  });

  document.addEventListener("contextmenu", (event) => {
    const thing = closest(event, THING);
    if (!thing || board.isPaused) return;
    event.preventDefault();
    open(thing.dataset.inspect);
  });

  document.addEventListener("pointerover", (event) => {
    pointed = closest(event, THING);
  });
  document.addEventListener("pointerdown", (event) => {
    const thing = closest(event, THING);
    wasLongPress = false;
    clearTimeout(pressTimer);
    if (!thing || board.isPaused || !["touch", "pen"].includes(event.pointerType)) return;
    pressTimer = setTimeout(() => {
      wasLongPress = true;
      open(thing.dataset.inspect);
    }, LONG_PRESS);
  });
  for (const kind of ["pointerup", "pointercancel", "scroll"])
    document.addEventListener(kind, () => clearTimeout(pressTimer), true);

  document.addEventListener("keydown", (event) => {
    if (event.key !== "l" || isTyping(event) || dialog.open || hasModifier(event)) return;
    /** @type {HTMLElement | null | undefined} */
    const focused = document.activeElement?.closest(THING);
    const thing = focused ?? (pointed?.isConnected ? pointed : find(THING));
    if (!thing) return;
    event.preventDefault();
    open(thing.dataset.inspect);
  });

  dialog.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) step(by);
    if (event.key === "l") dialog.close();
    event.stopPropagation();
  });
  dialog.addEventListener("click", (event) => {
    const button = closest(event, "button");
    if (button?.dataset.closeupStep) step(Number(button.dataset.closeupStep));
    if (event.target === dialog || (button && "closeupClose" in button.dataset)) dialog.close();
  });
}
