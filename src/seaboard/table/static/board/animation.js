// @ts-check
// Animates pieces: they lift, follow their path and settle. Gains and losses rise as figures, and goods fly to a supply or from it.
import { all, find, svgElement } from "../common/dom.js";
import { turnUp } from "./card_flip.js";
import { changesBetween } from "./piece_positions.js";
import { lanesOf, routeBetween } from "./route.js";

/** @typedef {import("./piece_positions.js").Positions} Positions */
/** @typedef {import("./piece_positions.js").Spot} Spot */

const MAX_DURATION = 600; // milliseconds
const ROUTE_LIFT = 6; // how far a piece is lifted while it follows its route
const RISE = 26; // how far a figure rises, in units of the panel

/**
 * Animates the differences between two drawings of the board; the second one is on the page.
 * @param {Element} board
 * @param {Positions} before
 * @param {Positions} after
 * @param {number} [slowness] 1 is the usual speed
 */
export function animatePieces(board, before, after, slowness = 1) {
  const panels = new Map(
    /** @type {SVGGraphicsElement[]} */ (all("[data-panel]", board)).map((one) => [one.dataset.panel, one]),
  );
  const parts = new Map(all("[data-piece]", board).map((part) => [part.dataset.piece, part]));
  /** @param {Spot} spot */
  const onScreen = ({ panel, x, y }) => {
    const matrix = panels.get(panel)?.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : null;
  };
  const { moved, changed } = changesBetween(before, after);
  let dealt = 0;
  for (const { name, from, to, closesUp } of moved) {
    const piece = parts.get(name),
      end = onScreen(to);
    if (piece && end && !from && piece.dataset.fromDeck) deal(board, piece, end, { n: dealt++, slowness });
    else if (piece) animate(piece, { start: from && onScreen(from), end, closesUp, slowness });
  }
  const cause = moved.find(({ from, closesUp }) => from && !closesUp), // goods come from this piece, such as a worker
    source = cause && onScreen(cause.to);
  const places = new Map(all("[data-place]", board).map((part) => [part.dataset.place, part]));
  for (const { name, spot } of changed) {
    const change = Number(spot.holds) - Number(before.places.get(name)?.holds),
      panel = panels.get(spot.panel),
      supply = onScreen(spot);
    if (change && panel) rise(panel, spot, change, slowness);
    if (change && source && supply) fly(board, places.get(name), change > 0 ? [source, supply] : [supply, source], slowness);
  }
}

/**
 * The picture of a good flies to a supply, or from it.
 * @param {Element} board
 * @param {Element | undefined} supply
 * @param {[DOMPoint, DOMPoint]} way on the screen
 * @param {number} slowness
 */
function fly(board, supply, [from, to], slowness) {
  const picture = /** @type {SVGGraphicsElement | null} */ (supply?.querySelector("use")),
    matrix = /** @type {SVGGraphicsElement} */ (board).getScreenCTM();
  if (!picture || !matrix) return;
  const home = matrix.inverse(),
    [start, end] = [from.matrixTransform(home), to.matrixTransform(home)],
    size = (picture.getScreenCTM()?.a ?? matrix.a) / matrix.a;
  const flying = svgElement("g", { class: "flying", "aria-hidden": "true" });
  flying.append(picture.cloneNode());
  board.append(flying);
  const far = Math.hypot(end.x - start.x, end.y - start.y);
  const frames = Array.from({ length: STEPS + 1 }, (_, n) => {
    const share = n / STEPS,
      up = Math.min(60, 0.22 * far) * Math.sin(Math.PI * share);
    const x = start.x + (end.x - start.x) * share,
      y = start.y + (end.y - start.y) * share - up;
    return { transform: `translate(${x}px, ${y}px) scale(${size})`, offset: share, opacity: n === STEPS ? 0 : 1 };
  });
  const shown = flying.animate(frames, { duration: Math.min(MAX_DURATION, MAX_DURATION * slowness), easing: "ease-in-out" });
  shown.onfinish = () => flying.remove();
  shown.oncancel = () => flying.remove();
}

/**
 * @param {HTMLElement} piece
 * @param {{ start: DOMPoint | null, end: DOMPoint | null, closesUp: boolean, slowness: number }} move `start`: nowhere for a new
 *   piece; `closesUp`: it only makes room
 */
function animate(piece, { start, end, closesUp, slowness }) {
  if (!start || !end) {
    appear(/** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (piece)), slowness);
    return;
  }
  const parent = /** @type {SVGGraphicsElement | null} */ (/** @type {unknown} */ (piece.parentElement));
  const scale = parent?.getScreenCTM()?.a || 1,
    transform = getComputedStyle(piece).transform;
  const rest = transform === "none" ? "" : transform,
    far = Math.hypot(start.x - end.x, start.y - end.y) / scale;
  const route = routeOf(piece, start, end),
    way = route ?? straight(start, end, scale);
  const lift = closesUp ? 0 : route ? ROUTE_LIFT : Math.min(60, far * 0.22);
  const frames = way.map(({ x, y }, n, way) => {
    const share = way.length > 1 ? n / (way.length - 1) : 1,
      up = lift * Math.sin(Math.PI * share);
    return { transform: `translate(${x}px, ${y - up}px) ${rest}`, offset: share };
  });
  piece.animate(frames, {
    duration: Math.min(MAX_DURATION, (260 + far * 0.6) * slowness),
    easing: "cubic-bezier(.35,.05,.25,1)",
  });
}

/**
 * A new piece is set down.
 * @param {SVGGraphicsElement} piece
 * @param {number} slowness
 */
function appear(piece, slowness) {
  const { transform } = getComputedStyle(piece),
    { x, y, width, height } = piece.getBBox(),
    rest = transform === "none" ? "" : transform;
  const [right, down] = [x + width / 2, y + height / 2];
  piece.animate(
    [
      { opacity: 0, transform: `${rest} translate(${right}px, ${down}px) scale(1.25) translate(${-right}px, ${-down}px)` },
      { opacity: 1, transform: `${rest} translate(${right}px, ${down}px) scale(1) translate(${-right}px, ${-down}px)` },
    ],
    { duration: Math.min(MAX_DURATION, 320 * slowness), easing: "ease-out" },
  );
}

/**
 * A new card or tile comes from its deck, one after the other.
 * @param {Element} board
 * @param {HTMLElement} piece
 * @param {DOMPoint} end on the screen
 * @param {{ n: number, slowness: number }} how n: the number of cards dealt before it
 */
function deal(board, piece, end, { n, slowness }) {
  const card = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (piece)),
    parent = /** @type {SVGGraphicsElement | null} */ (/** @type {unknown} */ (piece.parentElement)),
    scale = parent?.getScreenCTM()?.a || 1,
    place = find(`[data-deck="${CSS.escape(piece.dataset.fromDeck ?? "")}"]`, board)?.getBoundingClientRect();
  const from = place
    ? { x: (place.x + place.width / 2 - end.x) / scale, y: (place.y + place.height / 2 - end.y) / scale }
    : { x: 0, y: 0 };
  const delay = Math.min(200, 50 * n);
  turnUp(card, from, { delay, duration: Math.min(MAX_DURATION - delay, 400 * slowness) });
}

const STEPS = 8; // of an arc

/**
 * The straight path of a piece, relative to its end.
 * @param {DOMPoint} start
 * @param {DOMPoint} end
 * @param {number} scale
 */
const straight = (start, end, scale) =>
  Array.from({ length: STEPS + 1 }, (_, n) => ({
    x: ((start.x - end.x) / scale) * (1 - n / STEPS),
    y: ((start.y - end.y) / scale) * (1 - n / STEPS),
  }));

/**
 * The path of a piece along its track or over the lanes of the board, relative to its end; null if it has neither.
 * @param {HTMLElement} piece
 * @param {DOMPoint} start
 * @param {DOMPoint} end
 */
function routeOf(piece, start, end) {
  if (piece.dataset.track) return alongTrack(piece, piece.dataset.track, start, end);
  const found = lanesOf(piece.closest("svg") ?? document, piece.dataset.piece ?? ""),
    home = found?.group.getScreenCTM()?.inverse();
  if (!found || !home) return null;
  const way = routeBetween(found.lanes, start.matrixTransform(home), end.matrixTransform(home));
  const last = way?.at(-1);
  return way && last && way.length > 1 ? way.map(({ x, y }) => ({ x: x - last.x, y: y - last.y })) : null;
}

/**
 * @param {Element} piece
 * @param {string} track its stops in a closed loop, relative to the piece
 * @param {DOMPoint} start
 * @param {DOMPoint} end
 */
function alongTrack(piece, track, start, end) {
  const parent = /** @type {SVGGraphicsElement | null} */ (/** @type {unknown} */ (piece.parentElement)),
    scale = parent?.getScreenCTM()?.a || 1;
  const dx = (start.x - end.x) / scale,
    dy = (start.y - end.y) / scale;
  const stops = track.split(" ").map((stop) => {
    const [x, y] = stop.split(",").map(Number);
    return { x, y };
  });
  /** @param {number} x @param {number} y */
  const nearest = (x, y) =>
    stops.reduce((best, stop, n) => (distanceTo(stop, x, y) < distanceTo(stops[best], x, y) ? n : best), 0);
  const last = stops[nearest(0, 0)],
    from = nearest(last.x + dx, last.y + dy),
    to = nearest(last.x, last.y);
  const way = [];
  for (let n = from; ; n = (n + 1) % stops.length) {
    way.push({ x: stops[n].x - last.x, y: stops[n].y - last.y });
    if (n === to) return way;
  }
}

/**
 * @param {{ x: number, y: number }} stop
 * @param {number} x
 * @param {number} y
 */
const distanceTo = (stop, x, y) => Math.hypot(stop.x - x, stop.y - y);

/**
 * A figure such as +2 rises from a place that now holds more or less.
 * @param {SVGGraphicsElement} panel
 * @param {Spot} spot
 * @param {number} change
 * @param {number} slowness
 */
function rise(panel, spot, change, slowness) {
  const figure = svgElement("text", { x: spot.x, y: spot.y, class: change > 0 ? "gained" : "lost", "text-anchor": "middle" });
  figure.textContent = change > 0 ? `+${change}` : `−${-change}`;
  figure.setAttribute("aria-hidden", "true");
  panel.append(figure);
  const shown = figure.animate(
    [
      { opacity: 0, transform: "translateY(6px)" },
      { opacity: 1, transform: "translateY(-8px)", offset: 0.3 },
      { opacity: 0, transform: `translateY(${-RISE}px)` },
    ],
    { duration: Math.min(MAX_DURATION, MAX_DURATION * slowness), easing: "ease-out" },
  );
  shown.onfinish = () => figure.remove();
  shown.oncancel = () => figure.remove();
}
