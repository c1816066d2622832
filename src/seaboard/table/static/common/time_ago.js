// @ts-check
// How long ago something was, in words: "5 minutes ago".

/** @type {[Intl.RelativeTimeFormatUnit, number][]} units and their seconds */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];
const MAX_AGE = 7 * 86400;

/**
 * @param {number} at milliseconds
 * @param {number} now
 * @param {string} language
 * @returns {string} empty after a week: then the date says more
 */
export function timeAgo(at, now, language) {
  const seconds = Math.max(0, (now - at) / 1000);
  if (seconds > MAX_AGE) return "";
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? ["minute", 60];
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return seconds < 60 ? format.format(0, "second") : format.format(-Math.floor(seconds / length), unit);
}
