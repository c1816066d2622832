// Rings and arrows on the board, by pointing: a tap makes a ring, a stroke from one place to another an arrow.
import { here, study, words } from "./study_here.js";
import { $ } from "./server.js";
import { toast } from "./toast.js";

const SVG = "http://www.w3.org/2000/svg", board = $("#board"), PARTS = 1000; // of a panel's width and height
let drawing = false, from = null;

export const isDrawing = () => drawing;

export function toggleDrawing() {
  drawing = !drawing;
  study.classList.toggle("drawing", drawing);
  $("[data-do=draw]").setAttribute("aria-pressed", drawing);
  toast(drawing ? words.drawing : "", 5000);
}

// What a point of the board is called: a place or a piece that has a name, or so many parts of its panel.
function placeAt({ clientX, clientY }) {
  const hit = document.elementFromPoint(clientX, clientY);
  if (!hit?.closest("#board")) return null;
  const place = hit.closest("[data-place]"), piece = hit.closest("[data-piece]"), thing = hit.closest("[data-look]");
  if (place) return place.dataset.place;
  if (piece) return `piece:${piece.dataset.piece}`;
  if (thing && isSmall(thing)) return `look:${thing.dataset.look}`;
  const panel = hit.closest("[data-panel]");
  if (!panel) return null;
  const box = panel.getBBox(), spot = new DOMPoint(clientX, clientY).matrixTransform(panel.getScreenCTM().inverse());
  const part = (value, start, size) => Math.round((PARTS * (value - start)) / size);
  return `panel:${panel.dataset.panel} ${part(spot.x, box.x, box.width)} ${part(spot.y, box.y, box.height)}`;
}

const isSmall = (thing) => { const box = thing.getBBox(); return box.width * box.height < 60000; };

// Where a place is on the drawing, and how large.
function spotOf(name, svg) {
  const [, kind, rest] = /^(?:(piece|look|panel):)?(.*)$/s.exec(name), home = svg.getScreenCTM().inverse();
  if (kind === "panel") {
    const [, panelName, x, y] = /^(.*) (-?\d+) (-?\d+)$/.exec(rest) ?? [], panel = panelName && $(`[data-panel="${CSS.escape(panelName)}"]`, svg);
    if (!panel) return null;
    const box = panel.getBBox(), way = home.multiply(panel.getScreenCTM());
    const spot = new DOMPoint(box.x + (x * box.width) / PARTS, box.y + (y * box.height) / PARTS).matrixTransform(way);
    return { x: spot.x, y: spot.y, radius: 20 };
  }
  const part = $(`[data-${kind ?? "place"}="${CSS.escape(rest)}"]`, svg);
  if (!part) return null;
  const box = part.getBBox(), way = home.multiply(part.getScreenCTM());
  const spot = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(way);
  return { x: spot.x, y: spot.y, radius: Math.max(14, Math.min(70, (Math.max(box.width, box.height) * way.a) / 2 + 4)) };
}

const element = (name, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

function arrow(one, other) {
  const angle = Math.atan2(other.y - one.y, other.x - one.x), head = 16, end = { x: other.x - Math.cos(angle) * 6, y: other.y - Math.sin(angle) * 6 };
  const side = (turn) => `${end.x - head * Math.cos(angle + turn)} ${end.y - head * Math.sin(angle + turn)}`;
  const drawn = element("g", { class: "arrow" });
  drawn.append(
    element("path", { d: `M${one.x} ${one.y}L${end.x - 8 * Math.cos(angle)} ${end.y - 8 * Math.sin(angle)}` }),
    element("path", { class: "head", d: `M${end.x} ${end.y}L${side(0.45)}L${side(-0.45)}Z` }),
  );
  return drawn;
}

export function drawMarks() {
  const svg = $("#board svg.board");
  if (!svg) return;
  for (const old of svg.querySelectorAll(".study-marks")) old.remove();
  const layer = element("g", { class: "study-marks", "aria-hidden": "true" });
  for (const [kind, ...names] of here.scene.marks) {
    const spots = names.map((name) => spotOf(name, svg));
    if (spots.some((spot) => !spot)) continue; // not on this drawing
    layer.append(kind === "arrow" ? arrow(...spots) : element("circle", { cx: spots[0].x, cy: spots[0].y, r: spots[0].radius }));
  }
  svg.append(layer);
}

board.addEventListener("pointerdown", (event) => {
  if (!drawing) return;
  event.preventDefault();
  event.target.releasePointerCapture?.(event.pointerId);
  from = placeAt(event);
});
board.addEventListener("pointerup", (event) => {
  const start = from, end = drawing ? placeAt(event) : null;
  from = null;
  if (!start || !end) return;
  const mark = start === end ? ["ring", start] : ["arrow", start, end], old = here.scene.marks;
  const same = (one) => one.join("\n") === mark.join("\n");
  const marks = old.some(same) ? old.filter((one) => !same(one)) : [...old, mark];
  dispatchEvent(new CustomEvent("marked", { detail: marks }));
});
board.addEventListener("pointercancel", () => { from = null; });
