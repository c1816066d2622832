// Pieces keep their names from picture to picture: where one was and where it is now make its way.
import { all } from "./server.js";

export function piecesAt() {
  const places = new Map();
  for (const piece of all("#board [data-piece]")) places.set(piece.dataset.piece, piece.getBoundingClientRect());
  return places;
}

export function movePieces(places) {
  const pieces = all("#board [data-piece]"), away = whoLeft(places, pieces);
  for (const piece of pieces) {
    const from = places.get(piece.dataset.piece) ?? away(kindOf(piece.dataset.piece)), to = piece.getBoundingClientRect();
    if (!from) { piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 350 }); continue; }
    const dx = from.x + from.width / 2 - to.x - to.width / 2, dy = from.y + from.height / 2 - to.y - to.height / 2;
    if (Math.hypot(dx, dy) < 2) continue;
    const scale = piece.getScreenCTM()?.a || 1, put = getComputedStyle(piece).transform;
    const rest = put === "none" ? "" : put;
    piece.animate(
      [{ transform: `translate(${dx / scale}px, ${dy / scale}px) ${rest}` }, { transform: rest || "none" }],
      { duration: 450, easing: "cubic-bezier(.3,.1,.2,1)" },
    );
  }
}

// pieces that are alike are named by their place, KIND@PLACE: one that appears is one of its kind that left

const kindOf = (name) => name.includes("@") ? name.split("@")[0] : "";
function whoLeft(places, pieces) {
  const there = new Set(pieces.map((piece) => piece.dataset.piece));
  const left = [...places].filter(([name]) => kindOf(name) && !there.has(name));
  return (kind) => {
    const n = left.findIndex(([name]) => kindOf(name) === kind);
    return n < 0 || !kind ? null : left.splice(n, 1)[0][1];
  };
}
