// Addresses for other people. Where this page was opened may be of no use to them.
const page = document.documentElement.dataset;
export const server = page.address || location.origin;
export const addressOf = (path) => new URL(path, server).href;

// What to say with them where no other computer can open them.
export const warning = /^(localhost|127\..*|\[::1\])$/.test(new URL(server).hostname) ? page.onlyHere : "";
