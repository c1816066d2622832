// @ts-check
// Links for other people, which must start with an address that they can reach.
const page = document.documentElement.dataset;
/** The start of links for other people: as the server is configured, else that of this page. */
export const siteOrigin = page.address || location.origin;

/** @param {string} path */
export const addressOf = (path) => new URL(path, siteOrigin).href;

const isLocal = /^(localhost|127\..*|\[::1\])$/.test(new URL(siteOrigin).hostname);
/** Says that other computers cannot open the links; empty if they can. */
export const localOnlyWarning = isLocal ? (page.onlyHere ?? "") : "";
