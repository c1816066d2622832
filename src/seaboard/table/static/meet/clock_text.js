// @ts-check
// Times of clocks as text.

const MINUTE = 60,
  HOUR = 3600,
  DAY = 86_400;

/** @param {number} n */
const twoDigits = (n) => String(n).padStart(2, "0");

/**
 * 0:45, 12:30, 3 h 05, 2 d 4 h
 * @param {number} seconds
 */
export function timeText(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${twoDigits(Math.floor((left % HOUR) / MINUTE))}`;
  return `${Math.floor(left / MINUTE)}:${twoDigits(left % MINUTE)}`;
}

/**
 * The remaining time: of the turn, then of the reserve.
 * @param {number} left seconds until the deadline
 * @param {number} reserve seconds of it that are the reserve
 */
export function clockText(left, reserve) {
  if (left <= reserve) return timeText(left);
  return reserve > 0 ? `${timeText(left - reserve)} + ${timeText(reserve)}` : timeText(left);
}
