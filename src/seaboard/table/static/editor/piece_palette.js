// @ts-check
// The pieces of the palette: their labels, their pictures, and where they can go.
import { find } from "../common/dom.js";

/** @param {string} piece */
const buttonOf = (piece) => find(`#fields [data-offer="${CSS.escape(piece)}"]`);

/** @param {string} piece */
export const labelOfPiece = (piece) => buttonOf(piece)?.getAttribute("aria-label") ?? piece;

/**
 * Whether a piece can go to a place, judging by their names; the server checks everything else.
 * @param {string} piece
 * @param {string} place
 */
export const fits = (piece, place) =>
  (buttonOf(piece)?.dataset.places ?? "").split(" ").some((kind) => kind !== "" && place.startsWith(kind));

/** @param {string} piece */
export const pictureOf = (piece) => /** @type {Node | undefined} */ (buttonOf(piece)?.querySelector("svg")?.cloneNode(true));
