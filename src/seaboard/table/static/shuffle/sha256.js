// @ts-check
// SHA-256 of a text, as hexadecimal digits. Browsers offer their own (crypto.subtle) only to pages that come over TLS.
/** @param {number} root */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
/** @type {number[]} */
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
  ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));

/**
 * @param {number} word
 * @param {number} bits
 */
const turn = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** @param {string} text */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text),
    blocks = Math.ceil((bytes.length + 9) / 64),
    state = [...START];
  const padded = new DataView(new ArrayBuffer(64 * blocks));
  for (const [at, byte] of bytes.entries()) padded.setUint8(at, byte);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(64 * blocks - 4, 8 * bytes.length);
  for (let block = 0; block < blocks; block++) {
    const words = Array.from({ length: 16 }, (_, n) => padded.getUint32(64 * block + 4 * n));
    for (let n = 16; n < 64; n++) {
      const [early, late] = [words[n - 15], words[n - 2]];
      const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3),
        large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words.push((words[n - 16] + small + words[n - 7] + large) | 0);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let n = 0; n < 64; n++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n] + words[n];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) state[n] = (state[n] + word) | 0;
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
