// @ts-check
// The lines of the chapter as a list, in which the current moment is marked.
import { $, all, find } from "../common/dom.js";
import { replaceContent } from "../common/replace_content.js";
import { LineTree } from "./line_tree.js";
import { state } from "./study_state.js";

/** @typedef {import("./study_state.js").StudyScene} StudyScene */

/** @type {Map<number, LineTree>} by chapter */
const trees = new Map();

/** @type {StudyScene["nodes"]} */
let shownNodes;

/** @returns {LineTree} */
export function lines() {
  const tree = trees.get(state.chapter) ?? new LineTree();
  trees.set(state.chapter, tree);
  return tree;
}

/** @param {StudyScene} scene */
export function showLines(scene) {
  const list = $("#tree");
  replaceContent(list, scene.tree ?? "");
  if (scene.nodes && scene.nodes !== shownNodes) lines().update(scene.nodes);
  shownNodes = scene.nodes;
  lines().follow(scene.at);
  for (const move of all("[aria-current]", list)) move.removeAttribute("aria-current");
  find(`[data-node="${scene.at}"]`, list)?.setAttribute("aria-current", "true");
  scrollToMoment();
}

function scrollToMoment() {
  const panel = $("#lines"),
    now = find("[aria-current]", panel);
  if (!now) return;
  const place = now.getBoundingClientRect(),
    frame = panel.getBoundingClientRect();
  if (place.top < frame.top || place.bottom > frame.bottom) panel.scrollTop += place.top - frame.top - frame.height / 2;
}
new ResizeObserver(scrollToMoment).observe($("#lines"));
