// This browser's part in a shuffle (docs/shuffle.md): it seals a nonce, opens it when everybody has sealed, and keeps a receipt.
import { look, send } from "./server.js";
import { sha256 } from "./sha256.js";

const MOST_STEPS = 50; // of one browser at one table
const digest = (...lines) => sha256(lines.join("\n"));
const nameOf = (table) => `seaboard shuffle ${table}`;
const keep = (receipt) => localStorage.setItem(nameOf(receipt.table), JSON.stringify(receipt));
const sealOf = (commitment, seat, nonce) => digest("seaboard shuffle: seal", commitment, seat, nonce);

// What the server showed this browser before it gave its nonces away; null where it took no part.
export const receiptOf = (table) => JSON.parse(localStorage.getItem(nameOf(table)) ?? "null");

function newNonce() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Does what the server waits for; returns how it stands then.
export async function contribute(table, state = null) {
  state ??= await look(`/t/${table}/shuffle`);
  for (let step = 0; step < MOST_STEPS && !state.started; step++) {
    const next = state.seal.length ? await seal(state, state.seal[0]) : await openNonce(state);
    if (!next) break;
    state = next;
  }
  return state;
}

async function seal(state, seat) {
  const { table, commitment, promise } = state;
  const receipt = receiptOf(table) ?? { table, commitment, promise, seats: null, nonces: {} };
  if (receipt.commitment !== commitment || receipt.promise !== promise) return null; // not what this browser has answered before
  receipt.nonces[seat] ??= newNonce();
  keep(receipt);
  return send(`/t/${table}/seal`, { seat, seal: sealOf(commitment, seat, receipt.nonces[seat]) });
}

// Only when all seals are fixed, this browser's own among them.
async function openNonce(state) {
  const receipt = receiptOf(state.table);
  if (!receipt || !state.seats || receipt.commitment !== state.commitment) return null;
  const mine = (seat) => receipt.nonces[seat] && state.seats[seat].seal === sealOf(state.commitment, seat, receipt.nonces[seat]);
  const seat = state.open.find(mine);
  if (seat === undefined || (receipt.seats && JSON.stringify(receipt.seats) !== JSON.stringify(state.seats))) return null;
  receipt.seats = state.seats;
  receipt.nonces = Object.fromEntries(Object.entries(receipt.nonces).filter(([one]) => mine(Number(one)))); // another browser sealed first
  keep(receipt);
  return send(`/t/${state.table}/nonce`, { seat, nonce: receipt.nonces[seat] });
}

// checking

const FIELDS = ["kind", "name", "level", "seal", "nonce", "part"];
const PROMISED = ["table", "game", "rules", "box", "options"];
const sorted = (value) => value && typeof value === "object" && !Array.isArray(value)
  ? Object.fromEntries(Object.entries(value).sort().map(([name, part]) => [name, sorted(part)])) : value;
const same = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const partOf = ({ kind, level = "", name, seal = "", nonce = "", part }, seat) =>
  part ?? digest("seaboard shuffle: seat", seat, kind, level, name, seal, nonce);

// What a finished table's record proves: for each check its name and whether it holds. `seaboard verify` also plays every move again.
export function checks(record, receipt) {
  const { secret, commitment, shuffle } = record, promise = JSON.parse(shuffle.promise), seats = shuffle.seats;
  const found = {
    commitment: digest("seaboard shuffle: commitment", secret, shuffle.promise) === commitment,
    promise: PROMISED.every((name) => same(promise[name], record[name])) && promise.seats.length === seats.length,
    seats: seats.every((seat, n) => Object.entries(seat).every(([name, value]) => FIELDS.includes(name) && !String(value).includes("\n"))
      && (!["person", "bot"].includes(seat.kind) || [seat.name, "–"].includes(record.names[n]))),
    seals: seats.every((seat, n) => !seat.nonce || seat.seal === sealOf(commitment, n, seat.nonce)),
    key: digest("seaboard shuffle: key", commitment, secret, ...seats.map(partOf)).slice(0, 32) === record.seed,
  };
  if (receipt) {
    found.receipt = receipt.table === record.table && receipt.commitment === commitment && receipt.promise === shuffle.promise
      && (receipt.seats ?? []).every((seat, n) => seats[n].part || ["kind", "name", "level", "seal"].every((name) => (seat[name] ?? "") === (seats[n][name] ?? "")));
    found.nonce = Object.entries(receipt.nonces).every(([seat, nonce]) => seats[seat]?.nonce === nonce);
  }
  return found;
}
