// @ts-check
// Rings and arrows on the board: a tap draws a ring, a stroke from one place to another an arrow.
import { theBoard } from "../board/board.js";
import { $, all, find, svgElement } from "../common/dom.js";
import { toast } from "../common/toast.js";
import { scene, study, words } from "./study_state.js";

/** @typedef {{ x: number, y: number, radius: number }} Spot */

const board = theBoard(),
  UNITS = 1000; // coordinates in a panel go from 0 to this
/** @type {string | null} */
let from = null;

export const isDrawing = () => board.isPaused;

export function toggleDrawing() {
  board.isPaused = !board.isPaused;
  study.classList.toggle("drawing", isDrawing());
  $("[data-do=draw]").setAttribute("aria-pressed", String(isDrawing()));
  toast(isDrawing() ? words.drawing : "", 5000);
}

/**
 * The name of a point of the board: a named place or piece, or coordinates in its panel.
 * @param {PointerEvent} event
 */
function placeAt({ clientX, clientY }) {
  const hit = document.elementFromPoint(clientX, clientY);
  if (!hit?.closest("#board")) return null;
  const place = closestWith(hit, "place"),
    piece = closestWith(hit, "piece"),
    thing = closestWith(hit, "inspect");
  if (place) return place.dataset.place ?? null;
  if (piece) return `piece:${piece.dataset.piece}`;
  if (thing && isSmall(thing)) return `look:${thing.dataset.inspect}`;
  const panel = closestWith(hit, "panel"),
    matrix = panel?.getScreenCTM();
  if (!panel || !matrix) return null;
  const box = panel.getBBox(),
    spot = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  const x = Math.round((UNITS * (spot.x - box.x)) / box.width),
    y = Math.round((UNITS * (spot.y - box.y)) / box.height);
  return `panel:${panel.dataset.panel} ${x} ${y}`;
}

/**
 * @param {Element} hit
 * @param {string} kind
 * @returns {SVGGraphicsElement | null}
 */
const closestWith = (hit, kind) => hit.closest(`[data-${kind}]`);

/** @param {SVGGraphicsElement} thing */
const isSmall = (thing) => {
  const box = thing.getBBox();
  return box.width * box.height < 60000;
};

/**
 * Where a place is on the drawing, and how large.
 * @param {string} name
 * @param {SVGSVGElement} svg
 * @returns {Spot | null}
 */
function spotOf(name, svg) {
  const [, kind, rest = ""] = /^(?:(piece|look|panel):)?(.*)$/s.exec(name) ?? [],
    home = svg.getScreenCTM()?.inverse();
  const [, panel, x, y] = (kind === "panel" && /^(.*) (-?\d+) (-?\d+)$/.exec(rest)) || [];
  /** @type {SVGGraphicsElement | null} */
  const part = find(`[data-${kind ?? "place"}="${CSS.escape(panel ?? rest)}"]`, svg);
  if (!part || !home || (kind === "panel" && panel === undefined)) return null;
  const box = part.getBBox(),
    matrix = home.multiply(part.getScreenCTM() ?? undefined);
  if (kind === "panel") {
    const inside = new DOMPoint(box.x + (Number(x) * box.width) / UNITS, box.y + (Number(y) * box.height) / UNITS);
    const spot = inside.matrixTransform(matrix);
    return { x: spot.x, y: spot.y, radius: 20 };
  }
  const spot = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
  const radius = (Math.max(box.width, box.height) * matrix.a) / 2 + 4;
  return { x: spot.x, y: spot.y, radius: Math.max(14, Math.min(70, radius)) };
}

/**
 * @param {Spot} one
 * @param {Spot} other
 */
function arrow(one, other) {
  const angle = Math.atan2(other.y - one.y, other.x - one.x),
    head = 16,
    end = { x: other.x - Math.cos(angle) * 6, y: other.y - Math.sin(angle) * 6 };
  const side = (/** @type {number} */ turn) =>
    `${end.x - head * Math.cos(angle + turn)} ${end.y - head * Math.sin(angle + turn)}`;
  const drawn = svgElement("g", { class: "arrow" });
  drawn.append(
    svgElement("path", { d: `M${one.x} ${one.y}L${end.x - 8 * Math.cos(angle)} ${end.y - 8 * Math.sin(angle)}` }),
    svgElement("path", { class: "head", d: `M${end.x} ${end.y}L${side(0.45)}L${side(-0.45)}Z` }),
  );
  return drawn;
}

export function drawMarks() {
  const { svg } = board;
  if (!svg) return;
  for (const old of all(".study-marks", svg)) old.remove();
  const layer = svgElement("g", { class: "study-marks", "aria-hidden": "true" });
  for (const [kind, ...names] of scene().marks) {
    const [one, other] = names.map((name) => spotOf(name, svg)); // null for names that are not in this drawing
    if (kind === "arrow" && one && other) layer.append(arrow(one, other));
    if (kind !== "arrow" && one) layer.append(svgElement("circle", { cx: one.x, cy: one.y, r: one.radius }));
  }
  svg.append(layer);
}

/**
 * Adds a mark, or removes it if it is there already.
 * @param {string[][]} marks
 * @param {string[]} mark
 */
export function toggleMark(marks, mark) {
  const isSame = (/** @type {string[]} */ one) => one.join("\n") === mark.join("\n");
  return marks.some(isSame) ? marks.filter((one) => !isSame(one)) : [...marks, mark];
}

/** @param {(marks: string[][]) => void} save */
export function listenForMarks(save) {
  board.addEventListener("pointerdown", (event) => {
    if (!isDrawing()) return;
    event.preventDefault();
    /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
    from = placeAt(event);
  });
  board.addEventListener("pointerup", (event) => {
    const start = from,
      end = isDrawing() ? placeAt(event) : null;
    from = null;
    if (start && end) save(toggleMark(scene().marks, start === end ? ["ring", start] : ["arrow", start, end]));
  });
  board.addEventListener("pointercancel", () => {
    from = null;
  });
}
