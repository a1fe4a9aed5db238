// The Merkle tree over the salted commitments to the 52 cards of a deck: docs/fairness.md.

import { hex, joined, sha256, unhex, utf8 } from "./sha256.js";

export const CARDS = 52;
export const DEPTH = 6;

const CARD_TAG = utf8("omaha8 card 1\0");
const NODE_TAG = utf8("omaha8 node 1\0");
const EMPTY_TAG = utf8("omaha8 empty 1\0");

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

/**
 * From 0 for the deuce of clubs to 51 for the ace of spades: rank times four and suit.
 * @param {string} card as in "As"
 */
export function cardNumber(card) {
  return 4 * RANKS.indexOf(card[0] ?? "") + SUITS.indexOf(card[1] ?? "");
}

/**
 * @param {number} position
 * @param {string} card
 * @param {string} salt
 */
export function cardHash(position, card, salt) {
  return sha256(joined(CARD_TAG, [position, cardNumber(card)], unhex(salt)));
}

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
export function nodeHash(left, right) {
  return sha256(joined(NODE_TAG, left, right));
}

/**
 * The root over the hashes of 52 cards, hexadecimal.
 * @param {Uint8Array[]} leaves
 */
export function treeRoot(leaves) {
  const empty = sha256(EMPTY_TAG);
  let level = [...leaves];
  while (level.length < 2 ** DEPTH) level.push(empty);
  while (level.length > 1) {
    level = level.flatMap((node, i) => (i % 2 ? [nodeHash(level[i - 1] ?? node, node)] : []));
  }
  return hex(level[0] ?? empty);
}

/**
 * The root to which an opened card and its path lead, hexadecimal.
 * @param {{position: number, card: string, salt: string, path: string[]}} opening
 */
export function openedRoot({ position, card, salt, path }) {
  let found = cardHash(position, card, salt);
  path.forEach((text, height) => {
    const beside = unhex(text);
    found = (position >> height) & 1 ? nodeHash(beside, found) : nodeHash(found, beside);
  });
  return hex(found);
}
