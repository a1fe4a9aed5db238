// SHA-256 (FIPS 180-4). The browser's own is there only under https, and a table at home is not.

/** The fractions of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const [ROUNDS, START] = constants();

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(message) {
  const { length } = message;
  const padded = new Uint8Array((((length + 8) >> 6) + 1) << 6);
  padded.set(message);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length << 3);

  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    compress(state, words);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, i) => out.setInt32(4 * i, word));
  return digest;
}

/**
 * One block; the first 16 of `words` are the message.
 * @param {Int32Array} state
 * @param {Int32Array} words
 */
function compress(state, words) {
  for (let i = 16; i < 64; i++) {
    const x = /** @type {number} */ (words[i - 15]);
    const y = /** @type {number} */ (words[i - 2]);
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    words[i] = s1 + s0 + /** @type {number} */ (words[i - 16]) + /** @type {number} */ (words[i - 7]);
  }
  let [a, b, c, d, e, f, g, h] = /** @type {number[] & {length: 8}} */ ([...state]);
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = (h + s1 + choice + ROUNDS[i] + words[i]) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + s0 + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/**
 * Turned to the right.
 * @param {number} word
 * @param {number} bits
 */
function turn(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return [
    Int32Array.from(primes, (prime) => fraction(prime, 3)),
    Int32Array.from(primes.slice(0, 8), (prime) => fraction(prime, 2)),
  ];
}

/**
 * The first 32 bits behind the point of a root of a prime, exactly.
 * @param {number} prime
 * @param {number} degree
 */
function fraction(prime, degree) {
  const wanted = BigInt(prime) << BigInt(32 * degree);
  const power = BigInt(degree);
  let root = BigInt(Math.floor(prime ** (1 / degree) * 2 ** 32));
  while (root ** power > wanted) root--;
  while ((root + 1n) ** power <= wanted) root++;
  return Number(root & 0xffffffffn);
}

/**
 * As hexadecimal text.
 * @param {Uint8Array} data
 */
export function hex(data) {
  let text = "";
  for (const byte of data) text += byte.toString(16).padStart(2, "0");
  return text;
}

/**
 * From hexadecimal text, which must be some.
 * @param {string} text
 */
export function unhex(text) {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
}

/**
 * @param {...(Uint8Array | number[])} parts
 */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * The UTF-8 of a text.
 * @param {string} text
 */
export function utf8(text) {
  return new TextEncoder().encode(text);
}
