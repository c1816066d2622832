// @ts-check
// Addresses for other people. Where this page was opened may be of no use to them.
const page = document.documentElement.dataset;
export const server = page.address || location.origin;

/** @param {string} path */
export const addressOf = (path) => new URL(path, server).href;

// What to say with them where no other computer can open them.
const isLocal = /^(localhost|127\..*|\[::1\])$/.test(new URL(server).hostname);
export const warning = isLocal ? (page.onlyHere ?? "") : "";
