// What part a player's own nonce had in a hand.

/** @import { HandWatch } from "./hand.js" */
/** @import { Committed } from "./history.js" */
/** @import { Nonces } from "./nonces.js" */

export const OWN_PART = {
  in: "A random number of yours, your nonce, took part in choosing it.",
  late: "Your nonce came too late, says the server: others chose it.",
  "left out": "The server left your nonce out: others chose it.",
  other: "Under your name stands a nonce that this browser did not make.",
  none: "Others chose it.",
};

/**
 * What became of a player's own nonce.
 * @param {HandWatch | null} hand
 * @param {string | null} name
 * @param {Nonces | null} nonces
 * @returns {keyof typeof OWN_PART}
 */
export function partOf(hand, name, nonces) {
  if (!hand?.chosen || name === null || !nonces) return "none";
  const own = nonces.of(hand.number).hash;
  const listed = hand.committed.hashes.some((each) => each.name === name);
  if (!listed) return nonces.gave(hand.number) ? "left out" : "none";
  if (!isListed(hand.committed, name, own)) return "other";
  return hand.chosen.missing.includes(name) ? "late" : "in";
}

/**
 * @param {Committed} committed
 * @param {string | null} name
 * @param {string} hash
 */
export function isListed({ hashes }, name, hash) {
  return hashes.some((each) => each.name === name && each.hash === hash);
}
