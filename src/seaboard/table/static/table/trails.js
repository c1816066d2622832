// @ts-check
// Marks the others' last turns on the board: a trail behind moved pieces, an outline around changed places.
import { theBoard } from "../board/board.js";
import { changesBetween, isNextTo, measure } from "../board/piece_positions.js";
import { lanesOf, routeBetween } from "../board/route.js";
import { all, svgElement } from "../common/dom.js";
import { scene, sceneQuery, state } from "./page_state.js";
import { requestScene } from "./scene_request.js";

/**
 * @typedef {import("../board/piece_positions.js").Positions} Positions
 * @typedef {import("../board/piece_positions.js").Spot} Spot
 * @typedef {"since" | "pointed"} Layer
 * @typedef {[before: number, after: number, seat: number | string]} Marked
 */

const SHIFT = 150; // how far later pieces can push a piece along its row, in units of its panel
/** @type {Map<string, Positions | Promise<Positions | null>>} */
const cache = new Map(); // the positions of pieces at earlier moments
const drawn = { since: 0, pointed: 0 }; // how often each layer was drawn: only the last one counts
let moves = 0,
  dismissed = "";

/**
 * The cache key of an earlier moment, drawn for the same viewport as the current one.
 * @param {number} at
 */
const keyOf = (at) => `${scene().viewer} ${sceneQuery(at, scene().viewport)}`;

/**
 * @param {number} at
 * @param {Positions} positions
 */
export function rememberPositions(at, positions) {
  if (scene().moves < moves) cache.clear();
  moves = scene().moves;
  cache.set(keyOf(at), positions);
}

/** @param {number} at */
async function positionsAt(at) {
  const key = keyOf(at),
    cached = cache.get(key);
  if (cached) return cached;
  const current = scene(),
    query = sceneQuery(at, current.viewport);
  query.set("following", "true");
  const positions = requestScene(query, current).then(
    ({ board }) => measureHidden(board),
    () => {
      cache.delete(key);
      return null;
    },
  );
  cache.set(key, positions);
  return positions;
}

/** @param {string} html */
function measureHidden(html) {
  const paper = document.createElement("div");
  paper.className = "past";
  paper.innerHTML = html;
  document.body.append(paper);
  const positions = measure(paper);
  paper.remove();
  return positions;
}

/**
 * Draws the marks of turns into a layer of the board.
 * @param {Layer} layer
 * @param {Marked[]} turns
 */
async function draw(layer, turns) {
  clear(layer);
  const shown = scene(),
    request = drawn[layer],
    changes = [];
  for (const [from, to, seat] of turns) {
    const before = await positionsAt(from),
      after = await positionsAt(to);
    if (before && after) changes.push({ seat, ...changesBetween(before, after) });
  }
  const now = await positionsAt(shown.at), // in which later pieces of a row may have pushed others
    { svg } = theBoard(),
    home = svg?.getScreenCTM()?.inverse();
  if (shown !== scene() || request !== drawn[layer] || !svg || !home) return;
  const panels = panelMatrices(svg, home),
    marks = svgElement("g", { class: `marks ${layer}`, "aria-hidden": "true" });
  const tracked = new Set(all("[data-track]", svg).map((piece) => piece.dataset.piece));
  for (const { seat, moved, changed } of changes) {
    const colour = svgElement("g", { class: `seat-${seat}` });
    for (const { name, from, to, closesUp } of moved) {
      const end = panels.get(to.panel),
        start = from && panels.get(from.panel),
        later = now?.pieces.get(name),
        target = later && isNextTo(to, later, SHIFT) && !tracked.has(name) ? later : to;
      if (closesUp || !end) continue;
      if (start) colour.append(trail(svg, name, pointOf(from, start), pointOf(target, end)));
      colour.append(outline(target, end));
    }
    for (const { name, spot } of changed) {
      const place = now?.places.get(name) ?? spot,
        matrix = panels.get(place.panel);
      if (matrix) colour.append(outline(place, matrix));
    }
    marks.append(colour);
  }
  svg.append(marks);
}

/**
 * From the coordinates of each panel to those of the board.
 * @param {SVGSVGElement} svg
 * @param {DOMMatrix} home
 * @returns {Map<string | undefined, DOMMatrix>}
 */
const panelMatrices = (svg, home) =>
  new Map(
    /** @type {SVGGraphicsElement[]} */ (all("[data-panel]", svg)).map((panel) => [
      panel.dataset.panel,
      home.multiply(panel.getScreenCTM() ?? undefined),
    ]),
  );

/**
 * @param {Spot} spot
 * @param {DOMMatrix} matrix
 */
const pointOf = (spot, matrix) => new DOMPoint(spot.x, spot.y).matrixTransform(matrix);

/**
 * The path of a trail: over the lanes of the piece, else a curve.
 * @param {SVGSVGElement} svg
 * @param {string} piece
 * @param {DOMPoint} from
 * @param {DOMPoint} to
 */
function pathOf(svg, piece, from, to) {
  const found = lanesOf(svg, piece),
    matrix =
      found &&
      svg
        .getScreenCTM()
        ?.inverse()
        .multiply(found.group.getScreenCTM() ?? undefined);
  if (found && matrix) {
    const home = matrix.inverse(),
      way = routeBetween(found.lanes, from.matrixTransform(home), to.matrixTransform(home));
    if (way)
      return `M${way
        .map(({ x, y }) => new DOMPoint(x, y).matrixTransform(matrix))
        .map(({ x, y }) => `${x} ${y}`)
        .join("L")}`;
  }
  const bend = 0.12,
    x = (from.x + to.x) / 2 + (to.y - from.y) * bend,
    y = (from.y + to.y) / 2 - (to.x - from.x) * bend;
  return `M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}`;
}

/**
 * @param {SVGSVGElement} svg
 * @param {string} piece
 * @param {DOMPoint} from
 * @param {DOMPoint} to
 */
function trail(svg, piece, from, to) {
  const way = svgElement("g", { class: "trail" });
  way.append(svgElement("path", { d: pathOf(svg, piece, from, to) }), svgElement("circle", { cx: from.x, cy: from.y, r: 5 }));
  return way;
}

/**
 * @param {Spot} spot
 * @param {DOMMatrix} matrix
 */
function outline(spot, matrix) {
  const { x, y } = pointOf(spot, matrix),
    width = Math.max(18, spot.width * matrix.a) + 6,
    height = Math.max(18, spot.height * matrix.a) + 6;
  return svgElement("rect", { class: "mark", x: x - width / 2, y: y - height / 2, width, height, rx: 7 });
}

/** @param {Layer} layer */
function clear(layer) {
  drawn[layer] += 1;
  for (const marks of all(`#board .marks.${layer}`)) marks.remove();
}

/** Marks the others' last turns, until the viewer's next click. */
export function markTurns() {
  const { since } = scene();
  if (state.draft === null && since.length && String(since) !== dismissed) draw("since", since);
}

export function dismissTrails() {
  dismissed = String(state.scene?.since);
  clear("since");
}

/**
 * Marks one turn or step, while the user points at its line in the log.
 * @param {number} from
 * @param {number} at
 * @param {string} seat
 */
export const pointAtTurn = (from, at, seat) => draw("pointed", [[from, at, seat]]);
export const clearPointed = () => clear("pointed");
