// @ts-check
// Applies the server's changes to the scene that the page has.

/**
 * @typedef {import("../protocol.js").SceneUpdate} SceneUpdate
 * @typedef {import("../protocol.js").PartChange} PartChange
 * @typedef {import("../protocol.js").Scene & { mark: string }} Marked a scene and its mark
 */

/**
 * A part made of pieces of the page's part: new text, or a run of pieces.
 * @param {string} text
 * @param {PartChange} change
 */
function applyChange(text, { cut, pieces }) {
  const had = text.split(cut);
  const parts = pieces.map((piece) => (typeof piece === "string" ? piece : had.slice(piece[0], piece[0] + piece[1]).join(cut)));
  return parts.join(cut);
}

/** @returns {value is PartChange} */
const isChange = (/** @type {unknown} */ value) => value !== null && typeof value === "object" && "pieces" in value;

/**
 * The next scene.
 * @param {Marked | null} had
 * @param {SceneUpdate} update
 * @returns {Marked}
 */
export function applyUpdate(had, update) {
  /** @type {any} */
  const scene = { ...had };
  for (const [name, value] of Object.entries(update)) {
    scene[name] = isChange(value) ? applyChange(scene[name], value) : value;
  }
  return scene;
}
