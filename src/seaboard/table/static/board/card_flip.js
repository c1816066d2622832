// @ts-check
// A new card or tile comes from its deck face down, and is turned up on its way.
import { svgElement } from "../common/dom.js";

/** @typedef {{ x: number, y: number }} Point */

const LIFT = 24; // how high it is lifted, in units of its panel
const STEPS = 8; // of the way, half of them face down

/**
 * Animates the face of a card, and a back that is removed at the end.
 * @param {SVGGraphicsElement} card
 * @param {Point} from the deck, relative to the card; zero turns it up in its place
 * @param {{ duration: number, delay: number }} timing
 */
export function turnUp(card, from, timing) {
  const { transform } = getComputedStyle(card),
    rest = transform === "none" ? "" : transform,
    drawn = /** @type {SVGGraphicsElement} */ (card.querySelector(".extent") ?? card),
    { x, y, width, height } = drawn.getBBox();
  const middle = { x: x + width / 2, y: y + height / 2 },
    back = backOf({ x, y, width, height });
  card.after(back);
  /** @param {(share: number) => number} widthAt */
  const frames = (widthAt) =>
    Array.from({ length: STEPS + 1 }, (_, n) => {
      const share = n / STEPS,
        right = from.x * (1 - share),
        down = from.y * (1 - share) - LIFT * Math.sin(Math.PI * share),
        turned = `translate(${middle.x}px, ${middle.y}px) scale(${widthAt(share)}, 1) translate(${-middle.x}px, ${-middle.y}px)`;
      return { transform: `translate(${right}px, ${down}px) ${rest} ${turned}`, offset: share };
    });
  const options = { ...timing, easing: "ease-in-out", /** @type {FillMode} */ fill: /** @type {const} */ ("backwards") };
  card.animate(frames(faceWidth), options);
  const shown = back.animate(frames(backWidth), options);
  shown.onfinish = () => back.remove();
  shown.oncancel = () => back.remove();
}

/**
 * The width of the face as it turns: zero during the first half.
 * @param {number} share of the way
 */
export const faceWidth = (share) => Math.max(0, -Math.cos(Math.PI * share));

/**
 * The width of the back as it turns: zero during the second half.
 * @param {number} share of the way
 */
export const backWidth = (share) => Math.max(0, Math.cos(Math.PI * share));

/**
 * @param {{ x: number, y: number, width: number, height: number }} size
 */
function backOf({ x, y, width, height }) {
  const back = svgElement("g", { class: "card-back", "aria-hidden": "true" });
  back.append(
    svgElement("rect", { x, y, width, height, rx: 5 }),
    svgElement("rect", { class: "card-back-frame", x: x + 4, y: y + 4, width: width - 8, height: height - 8, rx: 3 }),
    svgElement("path", {
      d: "M-14 4c4 5 9 7 14 7s10-2 14-7zM-1-12v13h-11c2-6 6-11 11-13zM1-9c5 2 8 6 9 10h-9z",
      transform: `translate(${x + width / 2} ${y + height / 2}) scale(${Math.min(width, height) / 60})`,
    }),
  );
  return back;
}
