// Takes part in the shuffle of every hand and checks it while it is dealt.

import { HandWatch } from "./hand.js";
import { FairError, readEvent, readOpening } from "./history.js";
import { Nonces, browserMemory } from "./nonces.js";

/** @import { Chosen, Committed } from "./history.js" */
/** @import { Memory } from "./nonces.js" */

/**
 * What can be said of the deal.
 * @typedef {object} DealState
 * @property {"waiting" | "ok" | "failed"} state
 * @property {string} sentence
 * @property {number | null} hand
 * @property {boolean} assured whether the player's own nonce took part: else he has to believe others
 * @property {number} cards how many were opened and fit
 * @property {string} code the same for everybody who saw the same shuffle; players can compare it
 */

/** @typedef {{hands: number, assured: number, late: number, failed: number}} Tally */

/**
 * A message from the server or to it.
 * @typedef {{type: string, [key: string]: any}} Message
 */

export class DealWatch {
  /** What was wrong, hand by hand; it stays. @type {{hand: number | null, sentence: string}[]} */
  faults = [];
  /** @type {Tally} */
  tally = { hands: 0, assured: 0, late: 0, failed: 0 };

  #memory;
  #table = "";
  /** @type {string | null} */
  #name = null;
  /** @type {Nonces | null} */
  #nonces = null;
  /** @type {HandWatch | null} */
  #hand = null;
  /** What is wrong with the hand. */
  #fault = "";
  /** A hand that was begun when the page came to it, and of whose shuffle it was told nothing. */
  #unseen = false;
  /** The roots of hands, so that no hand has others later. @type {Map<number, string>} */
  #roots = new Map();
  /** The seeds, as the roots. @type {Map<number, string>} */
  #seeds = new Map();
  /** For which hand a hash went out on this connection. */
  #hashSent = -1;
  /** For which hand the nonce went out on this connection. */
  #nonceSent = -1;
  /** The last hand that is in the tally. */
  #counted = -1;

  /** @param {{memory?: Memory | null}} [options] */
  constructor({ memory = browserMemory() } = {}) {
    this.#memory = memory;
  }

  /**
   * Takes every message of the server, as it comes; the messages to send.
   * @param {Message} message
   * @returns {Message[]}
   */
  receive(message) {
    switch (message.type) {
      case "welcome":
        this.#welcome(message);
        return [];
      case "snapshot":
      case "events":
        this.#fold(message);
        return this.#answers(message);
      default:
        return [];
    }
  }

  /** @returns {DealState} */
  get state() {
    const hand = this.#hand;
    const found = {
      hand: hand?.number ?? null,
      assured: this.#part() === "in",
      cards: hand?.cards ?? 0,
      code: (hand?.seed.slice(0, 16).match(/.{4}/g) ?? []).join(" "),
    };
    if (this.#fault) return { ...found, state: "failed", sentence: this.#fault };
    if (this.#unseen) {
      const sentence = "This hand was dealt before you came; the next one is checked.";
      return { ...found, state: "waiting", sentence };
    }
    if (!hand) return { ...found, state: "waiting", sentence: "No hand has been dealt yet." };
    if (!hand.chosen) {
      const sentence = "Both decks are committed to; the nonces are being revealed.";
      return { ...found, state: "waiting", sentence };
    }
    const cards = hand.cards === 1 ? "1 card" : `${hand.cards} cards`;
    const checked = `Hand ${hand.number}: ${cards} checked, all dealt from the deck committed to`;
    return { ...found, state: "ok", sentence: `${checked}. ${OWN_PART[this.#part()]}` };
  }

  /** @param {Message} message */
  #welcome({ table, person, name }) {
    if (!this.#nonces || this.#table !== table.id || this.#name !== name) {
      this.#table = table.id;
      this.#name = name;
      this.#nonces = new Nonces(table.id, person, this.#memory);
    }
    this.#hashSent = this.#nonceSent = -1;
  }

  /** @param {Message} message */
  #fold({ type, events, openings }) {
    const whole = type === "snapshot";
    if (whole) this.#begin(null);
    try {
      for (const form of events) this.#event(form, whole);
      if (this.#unseen || this.#fault) return;
      for (const form of openings ?? []) {
        if (!this.#hand) throw new FairError("A card was opened of a deck that was not committed to.");
        this.#hand.open(readOpening(form));
      }
      this.#hand?.compare();
      this.#count();
    } catch (error) {
      if (!(error instanceof FairError)) throw error;
      this.#failed(error.message);
    }
  }

  /**
   * @param {object} form
   * @param {boolean} whole whether it is part of a snapshot
   */
  #event(form, whole) {
    const event = readEvent(form);
    if (event === null) return;
    switch (event.type) {
      case "decks_committed":
        return this.#committed(event);
      case "deck_chosen":
        return this.#chosen(event);
      case "blinds_assigned":
        if (this.#hand?.number === event.number && this.#hand.chosen) return;
        if (this.#fault && this.#hand?.number === event.number) return;
        if (!whole) {
          this.#begin(null);
          throw new FairError(`Hand ${event.number} was dealt from a deck that was not committed to.`);
        }
        this.#begin(null);
        this.#unseen = true;
        return;
      default:
        if (this.#hand?.chosen) this.#hand.add(event);
        else if (!this.#fault) this.#unseen = true;
    }
  }

  /** @param {Committed} event */
  #committed(event) {
    const before = this.#roots.get(event.hand);
    const now = JSON.stringify([event.roots, event.hashes]);
    if (this.#hand?.number === event.hand && before === now) return;
    this.#begin(null);
    const kept = this.#nonces?.known(event.hand)?.roots;
    if ((before ?? now) !== now || (kept && kept.join() !== event.roots.join())) {
      throw new FairError(`The decks of hand ${event.hand} were exchanged after they were committed to.`);
    }
    this.#roots.set(event.hand, now);
    this.#begin(new HandWatch(this.#table, event));
  }

  /** @param {Chosen} event */
  #chosen(event) {
    const hand = this.#hand;
    if (this.#fault) return;
    if (hand?.number !== event.hand) {
      throw new FairError(`A deck of hand ${event.hand} was chosen that was not committed to.`);
    }
    hand.choose(event);
    const before = this.#seeds.get(event.hand);
    if ((before ?? hand.seed) !== hand.seed) {
      throw new FairError(`The deck of hand ${event.hand} was chosen a second time.`);
    }
    this.#seeds.set(event.hand, hand.seed);
  }

  /** @param {HandWatch | null} hand */
  #begin(hand) {
    this.#hand = hand;
    this.#fault = "";
    this.#unseen = false;
  }

  /** @param {string} sentence */
  #failed(sentence) {
    const hand = this.#hand?.number ?? null;
    this.#fault = /[.!]$/.test(sentence) ? sentence : `The server told of the deal what cannot be: ${sentence}.`;
    this.faults.push({ hand, sentence: this.#fault });
    this.tally.failed++;
  }

  #count() {
    const hand = this.#hand;
    if (!hand?.chosen || this.#counted >= hand.number) return;
    this.#counted = hand.number;
    this.tally.hands++;
    const part = this.#part();
    if (part === "in") this.tally.assured++;
    if (part === "late") this.tally.late++;
  }

  /**
   * What became of the player's own nonce.
   * @returns {keyof typeof OWN_PART}
   */
  #part() {
    const hand = this.#hand;
    const own = hand && this.#nonces?.known(hand.number);
    if (!hand || this.#name === null) return "none";
    const listed = hand.committed.hashes.find(({ name }) => name === this.#name);
    if (!listed) return own ? "left out" : "none";
    if (!own || this.#nonces?.of(hand.number).hash !== listed.hash) return "other";
    if (hand.chosen?.missing.includes(this.#name)) return "late";
    return hand.chosen ? "in" : "none";
  }

  /**
   * The hash for the coming hand, and the nonce when its decks are committed to.
   * @param {Message} message
   */
  #answers({ view, me }) {
    const nonces = this.#nonces;
    /** @type {Message[]} */
    const answers = [];
    if (!nonces) return answers;
    const hand = this.#hand;
    if (hand && !hand.chosen && !this.#fault && this.#nonceSent < hand.number) {
      const own = nonces.known(hand.number);
      const { hash } = own ? nonces.of(hand.number) : { hash: "" };
      if (own && hand.committed.hashes.some((each) => each.name === this.#name && each.hash === hash)) {
        nonces.revealed(hand.number, hand.committed.roots);
        this.#nonceSent = hand.number;
        answers.push({ type: "reveal", hand: hand.number, nonce: own.nonce });
      }
    }
    const seated = (me?.seat ?? null) !== null;
    const coming = Math.max((view?.hand ?? 0) + 1, (hand?.number ?? -1) + (hand ? 1 : 0));
    if (seated && this.#hashSent < coming) {
      this.#hashSent = coming;
      answers.push({ type: "commit", hand: coming, hash: nonces.of(coming).hash });
    }
    return answers;
  }
}

const OWN_PART = {
  in: "Your nonce took part in choosing it.",
  late: "Your nonce came too late, says the server: others chose it.",
  "left out": "The server left your nonce out: others chose it.",
  other: "Under your name stands a nonce that this page did not make.",
  none: "Others chose it.",
};
