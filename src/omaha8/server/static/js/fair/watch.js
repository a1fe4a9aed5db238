// Takes part in the shuffle of every hand and checks it while it is dealt.

import { HandWatch } from "./hand.js";
import { FairError, readEvent, readOpening } from "./history.js";
import { Nonces, browserMemory } from "./nonces.js";
import { OWN_PART, isListed, partOf } from "./part.js";
import { Promises, digestOf, undealt } from "./promises.js";

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

/** Events by which others may be dealt in, or otherwise: none comes when the deck is known. */
const CHAIRS = new Set([
  "seated",
  "left",
  "sat_out",
  "came_back",
  "seat_changed",
  "rebought",
  "entry_chosen",
  "straddle_asked",
  "kill_asked",
  "rules_change_asked",
]);

/** @typedef {{hands: number, assured: number, late: number, failed: number}} Tally */

/**
 * A message from the server or to it.
 * @typedef {{type: string, [key: string]: any}} Message
 */

export class DealWatch {
  /** What was wrong, hand by hand; it stays. @type {{hand: number, sentence: string}[]} */
  faults = [];
  /** @type {Tally} */
  tally = { hands: 0, assured: 0, late: 0, failed: 0 };

  #memory;
  #table = "";
  /** @type {string | null} */
  #name = null;
  /** @type {Nonces | null} */
  #nonces = null;
  /** By table and person: what this page knows it keeps, whoever comes and goes. @type {Map<string, Nonces>} */
  #everybody = new Map();
  /** By table. @type {Map<string, Promises>} */
  #tables = new Map();
  /** Those that hold for what is told now. */
  #promises = new Promises();
  /** How much later than others this viewer sees everything, if he only watches. */
  #delayMs = 0;
  #seated = false;
  /** He sees it later now. */
  #late = false;
  /** The hand that is dealt, or was the last. @type {HandWatch | null} */
  #hand = null;
  /** The one whose decks are committed to, and which has not begun. @type {HandWatch | null} */
  #next = null;
  /** What is wrong with the hand on which the page is. @type {{hand: number, sentence: string} | null} */
  #fault = null;
  /** The number of the hand that was last told of. */
  #at = 0;
  /** The hand had begun when the page came, and nothing was told of its shuffle. */
  #unseen = false;
  /** The hand whose blinds were assigned, until it starts. */
  #assigned = 0;
  /** For which hands a hash went out on this connection. @type {Set<number>} */
  #hashSent = new Set();
  /** For which the nonce did. @type {Set<number>} */
  #nonceSent = new Set();

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
    const hand = this.#next ?? this.#hand;
    const about = {
      hand: this.#fault?.hand ?? hand?.number ?? null,
      assured: !this.#fault && partOf(hand, this.#name, this.#nonces) === "in",
      cards: hand?.cards ?? 0,
      code: (hand?.seed.slice(0, 16).match(/.{4}/g) ?? []).join(" "),
    };
    if (this.#fault) return { ...about, state: "failed", sentence: this.#fault.sentence };
    if (hand?.chosen) {
      const cards = hand.cards === 1 ? "1 card" : `${hand.cards} cards`;
      const checked = `Hand ${hand.number}: ${cards} checked, all from the deck that was committed to.`;
      const part = OWN_PART[partOf(hand, this.#name, this.#nonces)];
      return { ...about, state: "ok", sentence: `${checked} ${part}` };
    }
    const sentence = hand
      ? "Both decks are committed to; the nonces are being revealed."
      : this.#unseen
        ? "This hand was dealt before you came; the next one is checked."
        : "No hand has been dealt yet.";
    return { ...about, state: "waiting", sentence };
  }

  /** @param {Message} message */
  #welcome({ table, person, name }) {
    if (this.#table !== table.id) this.#turnTo(table.id);
    const key = JSON.stringify([table.id, person]);
    this.#nonces = this.#everybody.get(key) ?? new Nonces(table.id, person, this.#memory);
    this.#everybody.set(key, this.#nonces);
    this.#name = name;
    this.#delayMs = table.spectator_delay_ms ?? 0;
    const kept = this.#tables.get(table.id) ?? new Promises();
    const { highest } = this.#nonces;
    if (highest > kept.highest) kept.committedTo = kept.owed = highest;
    this.#hashSent.clear();
    this.#nonceSent.clear();
  }

  /**
   * Each table has promises of its own.
   * @param {string} table
   */
  #turnTo(table) {
    const left = this.#tables.get(this.#table);
    this.#table = table;
    this.#hand = this.#next = this.#fault = null;
    this.#unseen = this.#late = false;
    this.#assigned = 0;
    if (left?.owed) {
      this.#promises = left;
      this.#at = left.owed;
      left.owed = 0;
      this.#failed(undealt(this.#at));
    }
    this.#promises = this.#tables.get(table) ?? new Promises();
    this.#tables.set(table, this.#promises);
  }

  /**
   * Who only watches, later than others, may be told again what he saw when he sat: none of that
   * is held against it but the decks, and none of it is kept.
   * @param {boolean} whole
   */
  #turnLate(whole) {
    const late = !this.#seated && this.#delayMs > 0;
    if (late === this.#late && !(late && whole)) return;
    const kept = this.#tables.get(this.#table) ?? new Promises();
    const { counted } = this.#promises;
    this.#promises = late ? new Promises(kept) : kept;
    this.#promises.counted = Math.max(this.#promises.counted, counted);
    this.#late = late;
    this.#hand = this.#next = null;
    this.#assigned = 0;
  }

  /** @param {Message} message */
  #fold({ type, events, openings, view, me, table }) {
    const whole = type === "snapshot";
    const number = view?.hand ?? 0;
    if (me || whole) this.#seated = (me?.seat ?? null) !== null;
    if (whole) this.#delayMs = table?.spectator_delay_ms ?? this.#delayMs;
    this.#turnLate(whole);
    if (whole) {
      const { settled } = this.#promises;
      if (settled) {
        this.#at = settled;
        this.#failed(`The deck of hand ${settled} was chosen, and the hand did not begin with that.`);
      }
      // What the page has seen itself it still knows, and holds against what is told now.
      this.#hand = this.#next = null;
      this.#unseen = false;
      this.#assigned = 0;
      // It was dealt when the page was away.
      if (number >= this.#promises.owed) this.#promises.owed = 0;
    }
    try {
      for (const form of events) this.#event(form, whole, number);
      if (this.#unseen || this.#fault) return;
      for (const form of openings ?? []) {
        if (!this.#hand) throw new FairError("A card was opened, and no hand has begun.");
        this.#hand.open(readOpening(form));
      }
      this.#hand?.compare();
    } catch (error) {
      if (!(error instanceof FairError)) throw error;
      this.#failed(error.message);
    }
    this.#count();
  }

  /**
   * @param {{type?: string}} form
   * @param {boolean} whole whether it is part of a snapshot
   * @param {number} latest the number of the last hand that is told of with it
   */
  #event(form, whole, latest) {
    const event = readEvent(form);
    if (!event) {
      if (!this.#promises.settled || !CHAIRS.has(form.type ?? "")) return;
      throw new FairError("When the deck was known it was changed who is dealt in, or how.");
    }
    switch (event.type) {
      case "decks_committed":
        this.#at = event.hand;
        return this.#commits(event, whole);
      case "deck_chosen":
        this.#at = event.hand;
        return this.#chooses(event);
      case "blinds_assigned":
        this.#at = this.#assigned = event.number;
        return this.#begins(event.number, whole);
      case "hand_started":
        if (!this.#assigned) {
          this.#at = this.#next?.chosen ? this.#next.number : latest;
          this.#begins(this.#at, whole);
        }
        this.#assigned = 0;
    }
    if (this.#fault?.hand === this.#at) return;
    if (!this.#hand) {
      this.#unseen = true;
      return;
    }
    this.#hand.add(event);
    const { number, began } = this.#hand;
    if (began) this.#promises.start(number, began);
  }

  /**
   * Enough was said of what is wrong with a hand, and it is believed no more.
   * @param {number} hand
   */
  #isBad(hand) {
    const sentence = this.#promises.bad.get(hand);
    if (sentence === undefined) return false;
    this.#fault = { hand, sentence };
    return true;
  }

  /**
   * @param {Committed} event
   * @param {boolean} whole
   */
  #commits(event, whole) {
    const { hand } = event;
    const promises = this.#promises;
    if (this.#isBad(hand)) return;
    const fresh = hand > promises.highest;
    const skipped = promises.owed;
    const digest = digestOf(event);
    if (fresh) {
      this.#next = null;
      promises.owed = 0;
    }
    promises.commit(hand, digest, this.#nonces?.committed(hand) ?? null);
    if (this.#fault && (fresh || this.#fault.hand < hand)) this.#fault = null;
    if (fresh && !this.#late) this.#nonces?.commit(hand, digest);
    if (fresh && skipped) throw new FairError(undealt(skipped));
    if (this.#next?.number !== hand && (whole || hand > promises.begun)) {
      this.#next = new HandWatch(this.#table, event);
    }
    if (hand > promises.begun) promises.owed = hand;
  }

  /** @param {Chosen} event */
  #chooses(event) {
    const { hand, seed } = event;
    if (this.#isBad(hand)) return;
    const watch = [this.#next, this.#hand].find((each) => each?.number === hand);
    if (!watch) {
      throw new FairError(`The deck of hand ${hand} was chosen before it was committed to.`);
    }
    watch.choose(event);
    this.#promises.choose(hand, seed);
  }

  /**
   * @param {number} number
   * @param {boolean} whole
   */
  #begins(number, whole) {
    const promises = this.#promises;
    const fresh = number > promises.begun;
    this.#hand = null;
    const wrong = promises.begin(number, whole);
    if (this.#isBad(number)) return;
    if (wrong) throw new FairError(wrong);
    if (this.#fault && (fresh || this.#fault.hand < number)) this.#fault = null;
    if (this.#next?.number === number && this.#next.chosen) {
      this.#hand = this.#next;
      this.#next = null;
      this.#unseen = false;
      return;
    }
    if (!whole || number <= promises.committedTo) {
      throw new FairError(`Hand ${number} was dealt from a deck that was not committed to.`);
    }
    this.#unseen = true;
  }

  /** @param {string} message */
  #failed(message) {
    const whole = message.endsWith(".");
    const sentence = whole ? message : `What the server told of the deal cannot be: ${message}.`;
    this.#fault = { hand: this.#at, sentence };
    this.#promises.fail(this.#at, sentence);
    this.#next = null;
    this.tally.failed++;
    this.faults.push(this.#fault);
  }

  #count() {
    const hand = this.#hand;
    if (!hand?.chosen || this.#fault || this.#promises.counted >= hand.number) return;
    this.#promises.counted = hand.number;
    this.tally.hands++;
    const part = partOf(hand, this.#name, this.#nonces);
    if (part === "in") this.tally.assured++;
    if (part === "late" || part === "left out") this.tally.late++;
  }

  /**
   * The hash for the coming hand, and the nonce when its decks are committed to.
   * @param {Message} message
   */
  #answers({ view }) {
    const nonces = this.#nonces;
    /** @type {Message[]} */
    const answers = [];
    if (!nonces || this.#late) return answers;
    const next = this.#next;
    if (next && !next.chosen) {
      const { number, committed } = next;
      const { nonce, hash } = nonces.of(number);
      if (!this.#nonceSent.has(number) && isListed(committed, this.#name, hash)) {
        this.#nonceSent.add(number);
        answers.push({ type: "reveal", hand: number, nonce });
      }
      return answers;
    }
    const coming = (view?.hand ?? 0) + 1;
    // It is shuffled, or the server counts backwards.
    if (coming <= this.#promises.highest) return answers;
    if (this.#seated && !this.#hashSent.has(coming)) {
      this.#hashSent.add(coming);
      answers.push({ type: "commit", hand: coming, hash: nonces.give(coming) });
    }
    return answers;
  }
}
