// @ts-check
// This browser's part in a shuffle (docs/shuffle.md): it seals a nonce, reveals it when everybody has sealed, and stores a receipt.
import { get, send } from "../common/server.js";
import { sha256 } from "./sha256.js";

/**
 * @typedef {import("../protocol.js").ShuffleAnswer} ShuffleState
 * @typedef {import("../protocol.js").SeatContribution & { part?: string }} ShuffleSeat
 * @typedef {{ table: string, commitment: string, promise: string | null, seats: ShuffleSeat[] | null, nonces: Record<string, string> }} Receipt
 *   what the server showed this browser before the browser revealed its nonces
 */

const MAX_STEPS = 50; // of one browser at one table
const digest = (/** @type {(string | number)[]} */ ...lines) => sha256(lines.join("\n"));

/**
 * @param {string} commitment
 * @param {string | number} seat
 * @param {string} nonce
 */
const sealOf = (commitment, seat, nonce) => digest("seaboard shuffle: seal", commitment, seat, nonce);

/** @param {Receipt} receipt */
const storeReceipt = (receipt) => localStorage.setItem(`seaboard shuffle ${receipt.table}`, JSON.stringify(receipt));

/**
 * @param {string} table
 * @returns {Receipt | null} null if this browser took no part
 */
export const receiptOf = (table) => JSON.parse(localStorage.getItem(`seaboard shuffle ${table}`) ?? "null");

function newNonce() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Takes the step that the server waits for; returns the new state.
 * @param {string} table
 * @param {ShuffleState | null} [state]
 * @returns {Promise<ShuffleState>}
 */
export async function contribute(table, state = null) {
  /** @type {ShuffleState} */
  let current = state ?? (await get(`/t/${table}/shuffle`));
  for (let step = 0; step < MAX_STEPS && !current.started; step++) {
    const next = current.seal.length ? await seal(current, current.seal[0]) : await openNonce(current);
    if (!next) break;
    current = next;
  }
  return current;
}

/**
 * @param {ShuffleState} state
 * @param {number} seat
 */
async function seal(state, seat) {
  const { table, commitment, promise } = state;
  /** @type {Receipt} */
  const receipt = receiptOf(table) ?? { table, commitment, promise, seats: null, nonces: {} };
  if (receipt.commitment !== commitment || receipt.promise !== promise) return null; // differs from what this browser answered before
  receipt.nonces[seat] ??= newNonce();
  storeReceipt(receipt);
  return send(`/t/${table}/seal`, { seat, seal: sealOf(commitment, seat, receipt.nonces[seat]) });
}

/**
 * Reveals a nonce, but only when all seals are fixed, including this browser's own.
 * @param {ShuffleState} state
 */
async function openNonce(state) {
  const receipt = receiptOf(state.table),
    { seats } = state;
  if (!receipt || !seats || receipt.commitment !== state.commitment) return null;
  const isMine = (/** @type {number} */ seat) =>
    receipt.nonces[seat] !== undefined && seats[seat].seal === sealOf(state.commitment, seat, receipt.nonces[seat]);
  const seat = state.open.find(isMine);
  if (seat === undefined || (receipt.seats && JSON.stringify(receipt.seats) !== JSON.stringify(seats))) return null;
  receipt.seats = seats;
  const mine = Object.entries(receipt.nonces).filter(([one]) => isMine(Number(one))); // without those that another browser sealed first
  receipt.nonces = Object.fromEntries(mine);
  storeReceipt(receipt);
  return send(`/t/${state.table}/nonce`, { seat, nonce: receipt.nonces[seat] });
}

// checks of a finished table

const FIELDS = ["kind", "name", "level", "seal", "nonce", "part"];
const PROMISED = ["table", "game", "rules", "box", "options"];

/**
 * @param {any} value
 * @returns {any}
 */
function sorted(value) {
  if (!value || typeof value !== "object" || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort();
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const isSame = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/**
 * @param {ShuffleSeat} contribution
 * @param {number} seat
 */
const partOf = ({ kind, level = "", name, seal = "", nonce = "", part }, seat) =>
  part ?? digest("seaboard shuffle: seat", seat, kind, level, name, seal, nonce);

/**
 * Checks a finished table's record; returns whether each check holds, by name. `seaboard verify` also replays every move.
 * @param {any} record
 * @param {Receipt | null} receipt
 */
export function checkShuffle(record, receipt) {
  const { secret, commitment, shuffle } = record,
    promise = JSON.parse(shuffle.promise);
  /** @type {ShuffleSeat[]} */
  const seats = shuffle.seats;
  const isClean = (/** @type {ShuffleSeat} */ seat) =>
    Object.entries(seat).every(([name, value]) => FIELDS.includes(name) && !String(value).includes("\n"));
  const isNamed = (/** @type {ShuffleSeat} */ seat, /** @type {number} */ n) =>
    !["person", "bot"].includes(seat.kind) || [seat.name, "–"].includes(record.names[n]);
  const checks = {
    commitment: digest("seaboard shuffle: commitment", secret, shuffle.promise) === commitment,
    promise: PROMISED.every((name) => isSame(promise[name], record[name])) && promise.seats.length === seats.length,
    seats: seats.every((seat, n) => isClean(seat) && isNamed(seat, n)),
    seals: seats.every((seat, n) => !seat.nonce || seat.seal === sealOf(commitment, n, seat.nonce)),
    key: digest("seaboard shuffle: key", commitment, secret, ...seats.map(partOf)).slice(0, 32) === record.seed,
  };
  return receipt ? { ...checks, ...checkReceipt(record, receipt) } : checks;
}

/**
 * Whether a record agrees with what this browser saw.
 * @param {any} record
 * @param {Receipt} receipt
 */
function checkReceipt({ table, commitment, shuffle }, receipt) {
  /** @type {ShuffleSeat[]} */
  const seats = shuffle.seats;
  const isFixed = (/** @type {ShuffleSeat} */ seat, /** @type {number} */ n) =>
    Boolean(seats[n].part) ||
    /** @type {const} */ (["kind", "name", "level", "seal"]).every((name) => (seat[name] ?? "") === (seats[n][name] ?? ""));
  const isShown = receipt.table === table && receipt.commitment === commitment && receipt.promise === shuffle.promise;
  return {
    receipt: isShown && (receipt.seats ?? []).every(isFixed),
    nonce: Object.entries(receipt.nonces).every(([seat, nonce]) => seats[Number(seat)]?.nonce === nonce),
  };
}
