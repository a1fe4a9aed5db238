// What the nonces of a hand choose, and which card of the deal is whose: docs/fairness.md.

import { CARDS } from "./merkle.js";
import { hex, joined, sha256, unhex, utf8 } from "./sha256.js";

const NONCE_TAG = utf8("omaha8 nonce 1\0");
const SEED_TAG = utf8("omaha8 seed 1\0");
const CHOICE_TAG = utf8("omaha8 choice 1\0");
const ORDER_TAG = utf8("omaha8 order 1\0");
const BUTTON_TAG = utf8("omaha8 button 1\0");

/** The number of cards that the board has. */
export const BOARD = 5;

/** @typedef {{name: string, hash: string}} NonceHash */
/** @typedef {{name: string, nonce: string}} Nonce */

/**
 * @param {string} nonce 64 hexadecimal digits
 */
export function hashNonce(nonce) {
  return hex(sha256(joined(NONCE_TAG, unhex(nonce))));
}

/**
 * The seed that all of it makes, hexadecimal.
 * @param {string} table
 * @param {number} hand
 * @param {string[]} roots
 * @param {NonceHash[]} hashes
 * @param {Nonce[]} nonces
 */
export function seedOf(table, hand, roots, hashes, nonces) {
  const revealed = new Map(nonces.map(({ name, nonce }) => [name, nonce]));
  const parts = [SEED_TAG, text(table), number(hand, 8), ...roots.map(unhex)];
  parts.push(number(hashes.length, 2));
  for (const { name, hash } of hashes) {
    const nonce = revealed.get(name);
    parts.push(text(name), unhex(hash));
    parts.push(nonce === undefined ? number(0, 1) : joined([1], unhex(nonce)));
  }
  return hex(sha256(joined(...parts)));
}

/**
 * 0 or 1: which of the two decks is dealt.
 * @param {string} seed
 */
export function dealtDeck(seed) {
  return (sha256(joined(CHOICE_TAG, unhex(seed)))[0] ?? 0) & 1;
}

/**
 * Who of those dealt in has the button of a table's first hand.
 * @param {string} seed
 * @param {number[]} dealt their seats
 */
export function firstButton(seed, dealt) {
  const bytes = sha256(joined(BUTTON_TAG, unhex(seed)));
  const drawn = bytes.reduce((rest, byte) => (rest * 256 + byte) % dealt.length, 0);
  return [...dealt].sort((a, b) => a - b)[drawn] ?? 0;
}

/**
 * The positions of the deck in the order in which they are dealt.
 * @param {string} seed
 */
export function permutation(seed) {
  const bytes = stream(unhex(seed));
  const order = Array.from({ length: CARDS }, (_, i) => i);
  for (let i = CARDS - 1; i > 0; i--) {
    const size = i + 1;
    const limit = 256 - (256 % size);
    let byte;
    do byte = bytes.next().value;
    while (byte >= limit);
    const j = byte % size;
    [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
  }
  return order;
}

/**
 * @param {Uint8Array} seed
 * @returns {Generator<number, never>}
 */
function* stream(seed) {
  for (let block = 0; ; block++) yield* sha256(joined(ORDER_TAG, seed, number(block, 4)));
}

/**
 * A whole number, the highest byte first.
 * @param {number} value
 * @param {number} size
 */
function number(value, size) {
  return Uint8Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** (size - 1 - i)) % 256);
}

/**
 * @param {string} value
 */
function text(value) {
  const form = utf8(value);
  return joined(number(form.length, 2), form);
}

/** What it needs of a hand_started. @typedef {object} Start
 * @property {number} button
 * @property {(number | null)[]} stacks
 * @property {number} holeCards
 * @property {number} burned cards face down before each street of the board
 */

/** Where the cards of a hand lie in the order of the deal, counted from 0. */
export class DealSlots {
  /** @type {number[]} who is dealt in, the first one first */
  seats;
  /** @type {number[]} */
  board = [];

  /** @param {Start} start */
  constructor({ button, stacks, holeCards, burned }) {
    const around = stacks.map((_, i) => (button + 1 + i) % stacks.length);
    this.seats = around.filter((seat) => stacks[seat]);
    this.holeCards = holeCards;
    let at = this.seats.length * holeCards;
    for (const street of [3, 1, 1]) {
      at += burned;
      for (let i = 0; i < street; i++) this.board.push(at++);
    }
  }

  /** How many cards it takes to the river. */
  get size() {
    return (this.board[BOARD - 1] ?? 0) + 1;
  }

  /**
   * The slots of a seat's hole cards; none of a seat that is not dealt in.
   * @param {number} seat
   */
  hole(seat) {
    const first = this.seats.indexOf(seat);
    if (first < 0) return [];
    return Array.from({ length: this.holeCards }, (_, i) => first + i * this.seats.length);
  }
}
