// What others did stays marked on the board: a trail behind what moved, an outline around what changed.
import { asking, base, here } from "./here.js";
import { changes, measure } from "./moving.js";
import { $, all, look } from "./server.js";

const SVG = "http://www.w3.org/2000/svg", kept = new Map();
const drawn = { since: 0, pointed: 0 }; // how often each layer was: only the last one counts
let moves = 0, dismissed = "";

// Boards of earlier moments, drawn for the same room as the present one and measured; what was taken back is forgotten.
const keyOf = (at) => `${here.scene.viewer} ${JSON.stringify(here.scene.room)} ${asking(at)}`;

export function remember(at, board) {
  if (here.scene.moves < moves) kept.clear();
  moves = here.scene.moves;
  kept.set(keyOf(at), board);
}

async function boardAt(at) {
  const asked = asking(at), key = keyOf(at);
  asked.set("following", true);
  for (const [name, pixels] of Object.entries(here.scene.room)) asked.set(name, pixels);
  if (!kept.has(key)) kept.set(key, look(`${base}/scene?${asked}`).then((scene) => measured(scene.board), () => { kept.delete(key); }));
  return kept.get(key);
}

function measured(html) {
  const paper = document.createElement("div");
  paper.className = "past";
  paper.innerHTML = html;
  document.body.append(paper);
  const found = measure(paper);
  paper.remove();
  return found;
}

const element = (name, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

// Draws the marks of turns, each [moves before, moves after, seat], into a layer of the board.
async function draw(layer, turns) {
  clear(layer);
  const scene = here.scene, found = [], asked = drawn[layer];
  for (const [from, to, seat] of turns) {
    const [before, after] = [await boardAt(from), await boardAt(to)];
    if (before && after) found.push([seat, changes(before, after)]);
  }
  const svg = $("#board svg.board");
  if (scene !== here.scene || asked !== drawn[layer] || !svg) return;
  const home = svg.getScreenCTM().inverse(), marks = element("g", { class: `marks ${layer}`, "aria-hidden": "true" });
  const panels = new Map(all("[data-panel]", svg).map((panel) => [panel.dataset.panel, home.multiply(panel.getScreenCTM())]));
  const point = (spot) => new DOMPoint(spot.x, spot.y).matrixTransform(panels.get(spot.panel));
  for (const [seat, { moved, changed }] of found) {
    const colour = element("g", { class: `seat-${seat}` });
    for (const { from, to, closesUp } of moved) {
      if (closesUp || !panels.has(to.panel)) continue;
      if (from && panels.has(from.panel)) colour.append(trail(point(from), point(to)));
      colour.append(outline(to, point(to), panels.get(to.panel).a));
    }
    for (const { spot } of changed) if (panels.has(spot.panel)) colour.append(outline(spot, point(spot), panels.get(spot.panel).a));
    marks.append(colour);
  }
  svg.append(marks);
}

function trail(from, to) {
  const bend = 0.12, x = (from.x + to.x) / 2 + (to.y - from.y) * bend, y = (from.y + to.y) / 2 - (to.x - from.x) * bend;
  const way = element("g", { class: "trail" });
  way.append(element("path", { d: `M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}` }), element("circle", { cx: from.x, cy: from.y, r: 5 }));
  return way;
}

function outline(spot, { x, y }, scale) {
  const wide = Math.max(18, spot.wide * scale) + 6, high = Math.max(18, spot.high * scale) + 6;
  return element("rect", { class: "mark", x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 7 });
}

function clear(layer) {
  drawn[layer] += 1;
  for (const marks of all(`#board .marks.${layer}`)) marks.remove();
}

// The last turns of everybody, until the next click of whoever looks.
export function markTurns() {
  const { since } = here.scene;
  if (here.draft === null && since.length && String(since) !== dismissed) draw("since", since);
}

export function dismiss() {
  dismissed = String(here.scene?.since);
  clear("since");
}

// One turn or step, while a line of the log is pointed at.
export const point = (from, at, seat) => draw("pointed", [[from, at, seat]]);
export const unpoint = () => clear("pointed");
