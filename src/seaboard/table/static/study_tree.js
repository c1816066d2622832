// The tree of lines: which one is followed, and the ways through it.
import { here } from "./study_here.js";
import { $, all } from "./server.js";

let nodes = new Map(), drawn = null;
const followed = new Map(); // after each node, the line that was looked at last

export function showTree(scene) {
  const tree = $("#tree");
  if (scene.tree !== drawn) {
    drawn = scene.tree;
    const focus = tree.contains(document.activeElement) ? document.activeElement.dataset.node : undefined;
    tree.innerHTML = scene.tree;
    nodes = new Map(scene.nodes.map(([id, after, ends]) => [id, { id, after, ends, children: [] }]));
    for (const node of nodes.values()) if (node.after !== null) nodes.get(node.after).children.push(node.id);
    if (focus !== undefined) $(`[data-node="${focus}"]`, tree)?.focus({ preventScroll: true });
  }
  pathTo(scene.at);
  for (const move of all("[aria-current]", tree)) move.removeAttribute("aria-current");
  const now = $(`[data-node="${scene.at}"]`, tree);
  if (!now) return;
  now.setAttribute("aria-current", "true");
  keepInSight();
}

function keepInSight() {
  const panel = $("#lines"), now = $("[aria-current]", panel);
  if (!now) return;
  const place = now.getBoundingClientRect(), frame = panel.getBoundingClientRect();
  if (place.top < frame.top || place.bottom > frame.bottom) panel.scrollTop += place.top - frame.top - frame.height / 2;
}
new ResizeObserver(keepInSight).observe($("#lines"));

// The line that leads to a node is the one that is followed from now on.
function pathTo(id) {
  for (let node = nodes.get(id); node && node.after !== null; node = nodes.get(node.after)) followed.set(`${here.chapter} ${node.after}`, node.id);
}

const next = (node) => {
  const wanted = followed.get(`${here.chapter} ${node.id}`);
  return nodes.get(node.children.includes(wanted) ? wanted : node.children[0]);
};

export function step(onward) {
  const node = nodes.get(here.at);
  return (onward ? next(node)?.id : node.after) ?? here.at;
}

// To where a turn ends.
export function turn(onward) {
  let node = nodes.get(here.at);
  do {
    const other = onward ? next(node) : nodes.get(node.after);
    if (!other) break;
    node = other;
  } while (!node.ends);
  return node.id;
}

// To the line above or below, at the nearest place where several were tried.
export function upOrDown(by) {
  for (let node = nodes.get(here.at); node.after !== null; node = nodes.get(node.after)) {
    const lines = nodes.get(node.after).children;
    if (lines.length > 1) return lines[(lines.indexOf(node.id) + by + lines.length) % lines.length];
  }
  return here.at;
}
