// @ts-check
// The actions of a part of the board.

/**
 * @param {string | undefined} text the numbers of data-actions
 * @returns {number[]}
 */
export const readActions = (text) => (text ?? "").split(" ").filter(Boolean).map(Number);
