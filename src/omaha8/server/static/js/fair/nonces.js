// The nonces of this browser: what it brings to the shuffle of each hand.

import { hashNonce } from "./deal.js";
import { hex, sha256, utf8 } from "./sha256.js";

/**
 * What is remembered of a table, beyond the page too: the secret out of which all nonces come; the
 * highest hand whose decks were committed to; by hand, what they were (`digestOf`); for which hands
 * a hash was given.
 * @typedef {{secret: string, highest: number, committed: Record<string, string>, given: number[]}} Kept
 */

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Memory */

const HANDS_KEPT = 16;
const HEX32 = /^[0-9a-f]{64}$/;

/**
 * The nonces of one person at one table. They outlive the page, and all of its tabs have the same:
 * so nobody gets a second nonce out of a player by making him load the page again, nor the same one
 * for other decks. There is one secret instead of many nonces: none can be pushed out by others.
 */
export class Nonces {
  #table;
  #key;
  #memory;
  /** @type {Kept} */
  #kept = { secret: "", highest: 0, committed: {}, given: [] };
  /** @type {{secret: string, hand: number, nonce: string, hash: string} | null} */
  #last = null;

  /**
   * @param {string} table
   * @param {number | null} person
   * @param {Memory | null} memory
   */
  constructor(table, person, memory) {
    this.#table = table;
    this.#key = `omaha8 nonces ${table} ${person}`;
    this.#memory = person === null ? null : memory;
    this.#read();
    /**
     * The highest hand whose decks were committed to before this page came. Another tab may be
     * ahead of this one later.
     */
    this.highest = this.#kept.highest;
  }

  /**
   * The nonce for a hand and its hash.
   * @param {number} hand
   */
  of(hand) {
    this.#read();
    if (!this.#kept.secret) {
      this.#kept.secret = hex(crypto.getRandomValues(new Uint8Array(32)));
      this.#keep();
    }
    const { secret } = this.#kept;
    if (this.#last?.secret === secret && this.#last.hand === hand) return this.#last;
    const nonce = hex(sha256(utf8(`omaha8 own nonce 1\0${secret} ${hand} ${this.#table}`)));
    this.#last = { secret, hand, nonce, hash: hashNonce(nonce) };
    return this.#last;
  }

  /**
   * The hash for a hand, which is given to the server.
   * @param {number} hand
   */
  give(hand) {
    const { hash } = this.of(hand);
    if (!this.#kept.given.includes(hand)) {
      this.#kept.given.push(hand);
      this.#keep();
    }
    return hash;
  }

  /**
   * Whether a hash was given for a hand, by any page.
   * @param {number} hand
   */
  gave(hand) {
    this.#read();
    return this.#kept.given.includes(hand);
  }

  /**
   * What the decks of a hand were committed to as, for any page.
   * @param {number} hand
   * @returns {string | null}
   */
  committed(hand) {
    this.#read();
    return this.#kept.committed[hand] ?? null;
  }

  /**
   * The decks of a hand are committed to: the nonce is never revealed for others.
   * @param {number} hand
   * @param {string} digest
   */
  commit(hand, digest) {
    this.#read();
    const { committed } = this.#kept;
    committed[hand] ??= digest;
    this.#kept.highest = Math.max(this.#kept.highest, hand);
    this.#keep();
  }

  /** Adds what other pages have written. */
  #read() {
    let text = null;
    try {
      text = this.#memory?.getItem(this.#key) ?? null;
    } catch {
      this.#memory = null; // The browser keeps nothing for this page.
    }
    if (text === null) return;
    try {
      const { secret, highest, committed, given } = JSON.parse(text);
      const whole = HEX32.test(secret) && Number.isSafeInteger(highest) && Array.isArray(given);
      if (!whole) return;
      const own = this.#kept;
      own.secret = secret;
      own.highest = Math.max(own.highest, highest);
      // What stands there has been acted upon by some page: it is never replaced.
      own.committed = { ...own.committed, ...committed };
      own.given = [...new Set([...own.given, ...given])];
    } catch {
      // Somebody else wrote there: what this page knows itself is still right.
    }
  }

  #keep() {
    const { secret, highest, committed, given } = this.#kept;
    const latest = Object.entries(committed).sort(([a], [b]) => Number(b) - Number(a));
    const kept = {
      secret,
      highest,
      committed: Object.fromEntries(latest.slice(0, HANDS_KEPT)),
      // The lowest that are not over are the next to be dealt.
      given: given.filter((hand) => hand >= highest).sort((a, b) => a - b).slice(0, HANDS_KEPT),
    };
    this.#kept = { ...kept };
    try {
      this.#memory?.setItem(this.#key, JSON.stringify(kept));
    } catch {
      this.#forget();
    }
  }

  /** What is there may be old, and an old page must not be made of it: better a new secret then. */
  #forget() {
    try {
      this.#memory?.removeItem(this.#key);
    } catch {
      // It can neither be written nor removed.
    }
    this.#memory = null;
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
