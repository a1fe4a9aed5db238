// The nonces of this browser: what it brings to the shuffle of each hand.

import { hashNonce } from "./deal.js";
import { hex } from "./sha256.js";

/**
 * What is remembered of a hand: the nonce, and the roots under which it was revealed.
 * @typedef {{nonce: string, roots: string[] | null}} Remembered
 */

/** @typedef {Pick<Storage, "getItem" | "setItem">} Memory */

const HANDS_KEPT = 4;

/**
 * 32 bytes that nobody can guess, hexadecimal.
 */
export function newNonce() {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * The nonces of one person at one table. They outlive the page, and all of its tabs have the same:
 * so nobody gets a second nonce out of a player by making him load the page again.
 */
export class Nonces {
  #key;
  #memory;
  /** @type {Record<string, Remembered>} by hand */
  #hands = {};

  /**
   * @param {string} table
   * @param {number | null} person
   * @param {Memory | null} memory
   */
  constructor(table, person, memory) {
    this.#key = `omaha8 nonces ${table} ${person}`;
    this.#memory = memory;
  }

  /**
   * The nonce for a hand and its hash; a new one where there is none.
   * @param {number} hand
   */
  of(hand) {
    const found = this.known(hand) ?? this.#keep(hand, { nonce: newNonce(), roots: null });
    return { nonce: found.nonce, hash: hashNonce(found.nonce) };
  }

  /**
   * @param {number} hand
   * @returns {Remembered | null}
   */
  known(hand) {
    this.#read();
    return this.#hands[hand] ?? null;
  }

  /**
   * The nonce of a hand is revealed under these roots, and never under others.
   * @param {number} hand
   * @param {string[]} roots
   */
  revealed(hand, roots) {
    const found = this.known(hand);
    if (found) this.#keep(hand, { ...found, roots });
  }

  #read() {
    let text = null;
    try {
      text = this.#memory?.getItem(this.#key) ?? null;
    } catch {
      this.#memory = null; // The browser keeps nothing for this page.
    }
    if (text === null) return;
    try {
      const kept = JSON.parse(text);
      for (const [hand, { nonce, roots }] of Object.entries(kept)) {
        if (/^[0-9a-f]{64}$/.test(nonce)) this.#hands[hand] = { nonce, roots };
      }
    } catch {
      // Somebody else wrote there: what this page knows itself is still right.
    }
  }

  /**
   * @param {number} hand
   * @param {Remembered} remembered
   */
  #keep(hand, remembered) {
    this.#hands[hand] = remembered;
    const latest = Object.entries(this.#hands).sort(([a], [b]) => Number(b) - Number(a));
    this.#hands = Object.fromEntries(latest.slice(0, HANDS_KEPT));
    try {
      this.#memory?.setItem(this.#key, JSON.stringify(this.#hands));
    } catch {
      this.#memory = null;
    }
    return remembered;
  }
}

/**
 * The browser's memory, where it lets the page have one.
 * @returns {Memory | null}
 */
export function browserMemory() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
