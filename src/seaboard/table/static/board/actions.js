// @ts-check
// Which actions a part of the board stands for.

/**
 * @param {string | undefined} text the numbers of data-actions
 * @returns {number[]}
 */
export const readActions = (text) => (text ?? "").split(" ").filter(Boolean).map(Number);
