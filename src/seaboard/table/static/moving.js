// Pieces keep their names from picture to picture: where one was and where it is now make its way.
import { all } from "./server.js";

// Where things are on a drawn board: in which panel, and where within it, so that boards of any size and order compare.
export function measure(svg) {
  const pieces = new Map(), places = new Map();
  for (const panel of all("[data-panel]", svg)) {
    const home = panel.getCTM()?.inverse();
    if (!home) continue;
    for (const part of all("[data-piece], [data-place]", panel)) {
      const spot = spotOf(part, home, panel.dataset.panel);
      if ("piece" in part.dataset) pieces.set(part.dataset.piece, spot);
      else places.set(part.dataset.place, { ...spot, holds: part.dataset.holds });
    }
  }
  return { pieces, places };
}

function spotOf(part, home, panel) {
  const box = part.getBBox(), way = home.multiply(part.getCTM());
  const from = new DOMPoint(box.x, box.y).matrixTransform(way);
  const to = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(way);
  return { panel, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, wide: Math.abs(to.x - from.x), high: Math.abs(to.y - from.y) };
}

// Pieces that are alike are named by their place, KIND@PLACE: one that appears is one of its kind that left.
const kindOf = (name) => name.includes("@") ? name.split("@")[0] : "";

function whoLeft(before, after) {
  const left = [...before].filter(([name]) => kindOf(name) && !after.has(name));
  return (kind) => {
    const n = left.findIndex(([name]) => kindOf(name) === kind);
    return n < 0 || !kind ? null : left.splice(n, 1)[0][1];
  };
}

const isSame = (one, other) => one.panel === other.panel && Math.hypot(one.x - other.x, one.y - other.y) < 2;

// Pieces of one kind that lie in a row (card-101, card-102) close up when one is taken: that is no move of theirs.
const rowOf = (name) => name.replace(/-?\d+$/, "");

function closesUp(name, from, to, pieces) {
  if (!from || from.panel !== to.panel || kindOf(name)) return false;
  return [...pieces].some(([other, spot]) => other !== name && rowOf(other) === rowOf(name) && spot.panel === to.panel);
}

// What is different on two boards: pieces with where they came from (null for new ones), places that hold something else.
export function changes(before, after) {
  const away = whoLeft(before.pieces, after.pieces), moved = [], changed = [];
  for (const [name, to] of after.pieces) {
    const from = before.pieces.get(name) ?? away(kindOf(name));
    if (!from || !isSame(from, to)) moved.push({ name, from, to, closesUp: closesUp(name, from, to, after.pieces) });
  }
  for (const [name, spot] of after.places) if (before.places.get(name)?.holds !== spot.holds) changed.push({ name, spot });
  return { moved, changed };
}

// Lets the pieces of the present board come from where they were before.
export function movePieces(svg, before, after) {
  const panels = new Map(all("[data-panel]", svg).map((panel) => [panel.dataset.panel, panel]));
  const parts = new Map(all("[data-piece]", svg).map((part) => [part.dataset.piece, part]));
  const onScreen = ({ panel, x, y }) => panels.has(panel) && new DOMPoint(x, y).matrixTransform(panels.get(panel).getScreenCTM());
  for (const { name, from, to } of changes(before, after).moved) {
    const piece = parts.get(name), start = from && onScreen(from), end = onScreen(to);
    if (!start) { piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 350 }); continue; }
    const scale = piece.parentElement.getScreenCTM()?.a || 1, put = getComputedStyle(piece).transform;
    const rest = put === "none" ? "" : put;
    piece.animate(
      [{ transform: `translate(${(start.x - end.x) / scale}px, ${(start.y - end.y) / scale}px) ${rest}` }, { transform: rest || "none" }],
      { duration: 450, easing: "cubic-bezier(.3,.1,.2,1)" },
    );
  }
}
