// @ts-check
// Applies the server's changes to the scene that the page has.

/**
 * @typedef {import("../protocol.js").SceneUpdate} SceneUpdate
 * @typedef {import("../protocol.js").PartChange} PartChange
 * @typedef {import("../protocol.js").Scene & { mark: string }} Marked a scene and its mark
 */

/**
 * The new text of a part, made of new texts and of pieces of the old text.
 * @param {string} text
 * @param {PartChange} change
 */
function applyChange(text, { cut, pieces }) {
  const oldPieces = text.split(cut);
  const parts = pieces.map((piece) =>
    typeof piece === "string" ? piece : oldPieces.slice(piece[0], piece[0] + piece[1]).join(cut),
  );
  return parts.join(cut);
}

/** @returns {value is PartChange} */
const isChange = (/** @type {unknown} */ value) => value !== null && typeof value === "object" && "pieces" in value;

/**
 * The next scene.
 * @param {Marked | null} current
 * @param {SceneUpdate} update
 * @returns {Marked}
 */
export function applyUpdate(current, update) {
  /** @type {any} */
  const scene = { ...current };
  for (const [name, value] of Object.entries(update)) {
    scene[name] = isChange(value) ? applyChange(scene[name], value) : value;
  }
  return scene;
}
