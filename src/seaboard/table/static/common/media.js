// @ts-check
// Preferences of the screen and the user. The server draws narrow boards for phones.
export const narrow = matchMedia("(max-width: 800px)");
export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
