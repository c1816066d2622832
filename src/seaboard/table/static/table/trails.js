// @ts-check
// What others did stays marked on the board: a trail behind what moved, an outline around what changed.
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

const SHIFT = 150; // how far a piece gives way to later ones in its row, in units of its panel
/** @type {Map<string, Positions | Promise<Positions | null>>} */
const kept = new Map();
const drawn = { since: 0, pointed: 0 }; // how often each layer was drawn: only the last one counts
let moves = 0,
  dismissed = "";

// Boards of earlier moments, drawn for the same viewport as the present one; undone moves are forgotten.
/** @param {number} at */
const keyOf = (at) => `${scene().viewer} ${sceneQuery(at, scene().viewport)}`;

/**
 * @param {number} at
 * @param {Positions} positions
 */
export function rememberPositions(at, positions) {
  if (scene().moves < moves) kept.clear();
  moves = scene().moves;
  kept.set(keyOf(at), positions);
}

/** @param {number} at */
async function positionsAt(at) {
  const key = keyOf(at),
    known = kept.get(key);
  if (known) return known;
  const had = scene(),
    query = sceneQuery(at, had.viewport);
  query.set("following", "true");
  const asked = requestScene(query, had).then(
    ({ board }) => measureHidden(board),
    () => {
      kept.delete(key);
      return null;
    },
  );
  kept.set(key, asked);
  return asked;
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
    asked = drawn[layer],
    found = [];
  for (const [from, to, seat] of turns) {
    const before = await positionsAt(from),
      after = await positionsAt(to);
    if (before && after) found.push({ seat, ...changesBetween(before, after) });
  }
  const now = await positionsAt(shown.at), // supplies in a row give way to each other
    { svg } = theBoard(),
    home = svg?.getScreenCTM()?.inverse();
  if (shown !== scene() || asked !== drawn[layer] || !svg || !home) return;
  const panels = panelMatrices(svg, home),
    marks = svgElement("g", { class: `marks ${layer}`, "aria-hidden": "true" });
  const tracked = new Set(all("[data-track]", svg).map((piece) => piece.dataset.piece));
  for (const { seat, moved, changed } of found) {
    const colour = svgElement("g", { class: `seat-${seat}` });
    for (const { name, from, to, closesUp } of moved) {
      const end = panels.get(to.panel),
        start = from && panels.get(from.panel),
        later = now?.pieces.get(name),
        there = later && isNextTo(to, later, SHIFT) && !tracked.has(name) ? later : to;
      if (closesUp || !end) continue;
      if (start) colour.append(trail(svg, name, pointOf(from, start), pointOf(there, end)));
      colour.append(outline(there, end));
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
 * Over the lanes of a piece, or bent.
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

// The last turns of all players, until the viewer's next click.
export function markTurns() {
  const { since } = scene();
  if (state.draft === null && since.length && String(since) !== dismissed) draw("since", since);
}

export function dismissTrails() {
  dismissed = String(state.scene?.since);
  clear("since");
}

/**
 * One turn or step, while a line of the log is pointed at.
 * @param {number} from
 * @param {number} at
 * @param {string} seat
 */
export const pointAtTurn = (from, at, seat) => draw("pointed", [[from, at, seat]]);
export const clearPointed = () => clear("pointed");
