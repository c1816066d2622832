// @ts-check
// Shows the card under the mouse enlarged next to it, after a moment. Keyboards and touch open the close-up instead.
import { closest } from "../common/dom.js";

const DELAY = 450; // milliseconds
const ENLARGEMENT = 1.9;
const MAX_WIDTH = 240; // pixels: anything wider is legible
const MARGIN = 10;

/** @type {HTMLDivElement | null} */
let enlarged = null;
/** @type {Element | null} */
let pointed = null;
let timer = 0;

function close() {
  clearTimeout(timer);
  enlarged?.remove();
  enlarged = null;
}

/** @param {HTMLElement} thing */
function open(thing) {
  const drawn = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (thing.querySelector(".extent")));
  if (!drawn || !thing.isConnected) return;
  const box = drawn.getBBox(),
    { left, right, top, width } = drawn.getBoundingClientRect();
  if (width > MAX_WIDTH) return;
  const scale = ENLARGEMENT * (width / box.width),
    wide = box.width * scale,
    high = box.height * scale;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "board");
  svg.setAttribute("viewBox", `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 6}`);
  svg.setAttribute("width", String(wide));
  svg.setAttribute("height", String(high));
  svg.append(thing.cloneNode(true));
  enlarged = document.createElement("div");
  enlarged.className = "zoom";
  enlarged.inert = true;
  enlarged.append(svg);
  document.body.append(enlarged);
  const x = right + MARGIN + wide < innerWidth ? right + MARGIN : left - MARGIN - wide,
    y = Math.min(Math.max(MARGIN, top - (high - high / ENLARGEMENT) / 2), innerHeight - high - MARGIN);
  Object.assign(enlarged.style, { left: `${Math.max(MARGIN, x)}px`, top: `${y}px` });
}

export function zoomOnHover() {
  document.addEventListener("pointerover", (event) => {
    const thing = event.pointerType === "mouse" ? closest(event, "#board [data-inspect]") : null;
    if (thing === pointed) return;
    pointed = thing;
    close();
    if (thing) timer = setTimeout(() => open(thing), DELAY);
  });
  for (const kind of ["pointerdown", "keydown", "scroll", "wheel"])
    document.addEventListener(kind, close, { capture: true, passive: true });
}
