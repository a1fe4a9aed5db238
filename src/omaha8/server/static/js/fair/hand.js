// One hand's shuffle as it is told: every event and every opening is checked when it comes.

import { buttonFault, hashFault, nonceFaults, openingFault, otherFault } from "./check.js";
import { dealtDeck, permutation, seedOf } from "./deal.js";
import { FairError, Teller } from "./history.js";

/** @import { Start } from "./deal.js" */
/** @import { Chosen, Committed, FairEvent, Opening, Told } from "./history.js" */

export class HandWatch {
  /** @type {Chosen | null} */
  chosen = null;
  /** What all of it makes; whoever saw the same shuffle has the same. */
  seed = "";
  /** @type {number[]} */
  #order = [];
  /** Who was dealt in and from where: with the order it says whose card is which. */
  began = "";
  #root = "";
  #teller = new Teller();
  /** @type {Map<number, Told>} */
  #told = new Map();
  /** @type {Map<number, string>} */
  #opened = new Map();

  /**
   * @param {string} table
   * @param {Committed} committed
   */
  constructor(table, committed) {
    this.table = table;
    this.committed = committed;
    const fault = hashFault(committed);
    if (fault) throw new FairError(fault);
  }

  get number() {
    return this.committed.hand;
  }

  /** How many cards were opened. */
  get cards() {
    return this.#opened.size;
  }

  /** @param {Chosen} chosen */
  choose(chosen) {
    if (this.chosen) {
      if (JSON.stringify(chosen) === JSON.stringify(this.chosen)) return;
      throw new FairError("The deck was chosen a second time.");
    }
    const { roots, hashes } = this.committed;
    const [fault] = nonceFaults(this.committed, chosen);
    if (fault) throw new FairError(fault);
    const seed = seedOf(this.table, this.number, roots, hashes, chosen.nonces);
    if (seed !== chosen.seed) throw new FairError("The seed is not what the nonces make.");
    const dealt = dealtDeck(seed);
    if (dealt !== chosen.dealt) throw new FairError("The deck that was dealt is not the one chosen.");
    const wrong = otherFault(chosen.other, roots[1 - dealt] ?? "");
    if (wrong) throw new FairError(wrong);
    this.chosen = chosen;
    this.seed = seed;
    this.#order = permutation(seed);
    this.#root = roots[dealt] ?? "";
  }

  /**
   * An event of the hand itself.
   * @param {FairEvent} event
   */
  add(event) {
    if (event.type === "hand_started") this.#start(event.start);
    for (const told of this.#teller.told(event)) {
      const before = this.#told.get(told.slot);
      if (before && before.card !== told.card) {
        throw new FairError(`${before.card} of ${told.where} has become ${told.card}.`);
      }
      this.#told.set(told.slot, told);
    }
  }

  /** @param {Start} start */
  #start(start) {
    const { button, stacks, holeCards, burned } = start;
    const fault = buttonFault(this.number, this.seed, start);
    if (fault) throw new FairError(fault);
    this.began = JSON.stringify([button, stacks, holeCards, burned]);
  }

  /** @param {Opening} opening */
  open(opening) {
    if (!this.chosen) throw new FairError("A card was opened before the deck was chosen.");
    const fault = openingFault(opening, this.#order, this.#root);
    if (fault) throw new FairError(fault);
    this.#opened.set(opening.slot, opening.card);
  }

  /** When all of a message has been added: what was told is what was opened. */
  compare() {
    for (const { slot, card, where } of this.#told.values()) {
      const found = this.#opened.get(slot);
      if (found === undefined) throw new FairError(`${card} of ${where} was not opened.`);
      if (found !== card) throw new FairError(`${card} of ${where} was dealt as ${found}.`);
    }
    if (this.#opened.size > this.#told.size) {
      throw new FairError("A card was opened that nobody was told of.");
    }
    if (new Set(this.#opened.values()).size !== this.#opened.size) {
      throw new FairError("A card was dealt twice.");
    }
  }
}
