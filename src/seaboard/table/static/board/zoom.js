// @ts-check
// A card under the mouse is shown larger next to it, after a moment. Keyboards and fingers open the close-up instead.
import { closest } from "../common/dom.js";

const AFTER = 450; // milliseconds
const LARGER = 1.9;
const WIDEST = 240; // pixels: anything wider can be read as it is
const MARGIN = 10;

/** @type {HTMLDivElement | null} */
let glass = null;
/** @type {Element | null} */
let pointed = null;
let waiting = 0;

function close() {
  clearTimeout(waiting);
  glass?.remove();
  glass = null;
}

/** @param {HTMLElement} thing */
function open(thing) {
  const drawn = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (thing.querySelector(".extent")));
  if (!drawn || !thing.isConnected) return;
  const box = drawn.getBBox(),
    { left, right, top, width } = drawn.getBoundingClientRect();
  if (width > WIDEST) return;
  const scale = LARGER * (width / box.width),
    wide = box.width * scale,
    high = box.height * scale;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "board");
  svg.setAttribute("viewBox", `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 6}`);
  svg.setAttribute("width", String(wide));
  svg.setAttribute("height", String(high));
  svg.append(thing.cloneNode(true));
  glass = document.createElement("div");
  glass.className = "zoom";
  glass.inert = true;
  glass.append(svg);
  document.body.append(glass);
  const x = right + MARGIN + wide < innerWidth ? right + MARGIN : left - MARGIN - wide,
    y = Math.min(Math.max(MARGIN, top - (high - high / LARGER) / 2), innerHeight - high - MARGIN);
  Object.assign(glass.style, { left: `${Math.max(MARGIN, x)}px`, top: `${y}px` });
}

export function zoomOnHover() {
  document.addEventListener("pointerover", (event) => {
    const thing = event.pointerType === "mouse" ? closest(event, "#board [data-inspect]") : null;
    if (thing === pointed) return;
    pointed = thing;
    close();
    if (thing) waiting = setTimeout(() => open(thing), AFTER);
  });
  for (const kind of ["pointerdown", "keydown", "scroll", "wheel"])
    document.addEventListener(kind, close, { capture: true, passive: true });
}
