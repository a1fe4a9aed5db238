// What a server has bound itself to at one table, hand by hand. Python's client has the same.

import { FairError } from "./history.js";
import { hex, sha256, utf8 } from "./sha256.js";

/** @import { Committed } from "./history.js" */

/** Of how many hands is remembered what was said: the latest by number, whatever came last. */
const HANDS_KEPT = 16;

/**
 * The numbers of a table's hands only grow, so nothing has to be remembered for ever.
 *
 * With `kept` they are those made to who sees everything later: the numbers count anew, but the
 * decks must be those of `kept`.
 */
export class Promises {
  /** The highest hand whose decks were committed to. */
  committedTo = 0;
  /** The highest that was dealt. */
  begun = 0;
  /** The one that has to be dealt next; 0: none. */
  owed = 0;
  /** The highest whose deck was chosen. */
  #settled = 0;
  /** The last that is in the tally. */
  counted = 0;
  /** Of which enough was said: nothing more is believed of them. @type {Map<number, string>} */
  bad = new Map();
  #kept;
  /** @type {Map<number, string>} */
  #committed = new Map();
  /** @type {Map<number, string>} */
  #chosen = new Map();
  /** @type {Map<number, string>} */
  #began = new Map();

  /** @param {Promises | null} [kept] */
  constructor(kept = null) {
    this.#kept = kept;
    if (kept) this.bad = new Map(kept.bad);
  }

  /** The number above which a hand is a new one. */
  get highest() {
    return Math.max(this.committedTo, this.begun);
  }

  /** The hand whose deck is chosen and that has not begun, 0 for none: nothing may change. */
  get settled() {
    const waits = this.#settled > this.begun && !this.bad.has(this.#settled);
    return waits ? this.#settled : 0;
  }

  /**
   * Decks are committed to.
   * @param {number} hand
   * @param {string} what `digestOf` it
   * @param {string | null} stored what this browser remembers of the hand beyond this page
   */
  commit(hand, what, stored) {
    if (hand < 1) throw new FairError("The first hand has the number 1.");
    const known = this.committed(hand) ?? stored ?? undefined;
    if (hand <= this.highest) {
      if (known === undefined || hand < this.begun) throw new FairError(this.goneBack(hand));
      if (known === what) return;
      throw new FairError(hand === this.begun ? this.goneBack(hand) : exchanged(hand));
    }
    this.committedTo = hand;
    remember(this.#committed, hand, known ?? what);
    if ((known ?? what) !== what) throw new FairError(exchanged(hand));
  }

  /**
   * What was committed to for a hand, as long as it is remembered.
   * @param {number} hand
   * @returns {string | undefined}
   */
  committed(hand) {
    return this.#committed.get(hand) ?? this.#kept?.committed(hand);
  }

  /**
   * A deck is chosen.
   * @param {number} hand
   * @param {string} seed
   */
  choose(hand, seed) {
    if ((this.#chosen.get(hand) ?? seed) !== seed) {
      throw new FairError(`The deck of hand ${hand} was chosen a second time.`);
    }
    this.#settled = Math.max(this.#settled, hand);
    remember(this.#chosen, hand, seed);
  }

  /**
   * A hand is dealt, or is told again (`whole`); what is wrong with that.
   * @param {number} hand
   * @param {boolean} whole
   */
  begin(hand, whole) {
    const again = hand < this.begun || (hand === this.begun && !whole);
    const wrong = again ? this.goneBack(hand) : null;
    this.begun = Math.max(this.begun, hand);
    if (hand >= this.owed) this.owed = 0;
    return wrong;
  }

  /**
   * How a hand starts.
   * @param {number} hand
   * @param {string} began
   */
  start(hand, began) {
    if ((this.#began.get(hand) ?? began) !== began) {
      throw new FairError(`Hand ${hand} began otherwise before.`);
    }
    remember(this.#began, hand, began);
  }

  /**
   * Neither this hand nor the one that was to be dealt is believed any more.
   * @param {number} hand
   * @param {string} sentence
   */
  fail(hand, sentence) {
    remember(this.bad, hand, sentence);
    remember(this.bad, this.highest, sentence);
    if (this.bad.has(this.owed)) this.owed = 0;
  }

  /**
   * The sentence about a number that comes again.
   * @param {number} hand
   */
  goneBack(hand) {
    return (
      `Hand ${hand} comes a second time: the server was set back to an earlier time, as from a ` +
      "backup, or it deals anew what it had dealt. Hands are checked again from hand " +
      `${this.highest + 1} on.`
    );
  }
}

/**
 * Roots and hashes in short: the same for the same, and never for others.
 * @param {Committed} committed
 */
export function digestOf({ roots, hashes }) {
  return hex(sha256(utf8(JSON.stringify([roots, hashes]))));
}

/** @param {number} hand */
export function undealt(hand) {
  return `The decks of hand ${hand} were committed to, and never dealt.`;
}

/** @param {number} hand */
function exchanged(hand) {
  return `The decks of hand ${hand} were exchanged after they were committed to.`;
}

/**
 * What is forgotten is the lowest number: no later message can push out a later hand.
 * @param {Map<number, string>} of
 * @param {number} hand
 * @param {string} what
 */
function remember(of, hand, what) {
  of.set(hand, what);
  while (of.size > HANDS_KEPT) of.delete(Math.min(...of.keys()));
}
