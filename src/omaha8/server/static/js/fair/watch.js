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

/** Of how many hands it is remembered what was committed to. */
const HANDS_KEPT = 16;

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
  /** The hand whose decks were committed to before this page, and which it has not seen begin. */
  #owed = 0;
  /** The hand whose blinds were assigned, until it starts. */
  #assigned = 0;
  /** What was committed to, so that no hand has anything else later. @type {Map<number, string>} */
  #committed = new Map();
  /** What was chosen, likewise. @type {Map<number, string>} */
  #chosen = new Map();
  /** How it began, likewise. @type {Map<number, string>} */
  #began = new Map();
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
    if (!this.#nonces || this.#table !== table.id || this.#name !== name) {
      this.#table = table.id;
      this.#name = name;
      this.#nonces = new Nonces(table.id, person, this.#memory);
    }
    this.#hashSent = this.#nonceSent = -1;
  }

  /** @param {Message} message */
  #fold({ type, events, openings, view }) {
    const whole = type === "snapshot";
    const number = view?.hand ?? 0;
    if (whole) {
      // What the page has seen itself it still knows, and holds against what is told now.
      this.#hand = this.#next = null;
      this.#unseen = false;
      this.#assigned = 0;
      // It was dealt when the page was away.
      if (number >= this.#owed) this.#owed = 0;
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
      if (!this.#next?.chosen || !CHAIRS.has(form.type ?? "")) return;
      throw new FairError("When the deck was known it was changed who is dealt in, or how.");
    }
    switch (event.type) {
      case "decks_committed":
        this.#at = event.hand;
        return this.#commits(event);
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
    if (!began) return;
    if ((this.#began.get(number) ?? began) !== began) {
      throw new FairError(`Hand ${number} began otherwise before.`);
    }
    remember(this.#began, number, began);
  }

  /** @param {Committed} event */
  #commits(event) {
    const { hand, roots, hashes } = event;
    const now = JSON.stringify([roots, hashes]);
    const before = this.#committed.get(hand) ?? now;
    if (this.#next?.number === hand && before === now) return;
    if (this.#fault?.hand === hand) return;
    if (this.#fault && this.#fault.hand < hand) this.#fault = null;
    const skipped = this.#owed;
    this.#next = null;
    if (skipped && skipped < hand) {
      this.#owed = 0;
      throw new FairError(`The decks of hand ${skipped} were committed to, and never dealt.`);
    }
    const kept = this.#nonces?.known(hand)?.roots;
    if (before !== now || (kept && kept.join() !== roots.join())) {
      throw new FairError(`The decks of hand ${hand} were exchanged after they were committed to.`);
    }
    remember(this.#committed, hand, now);
    this.#owed = Math.max(this.#owed, hand);
    this.#next = new HandWatch(this.#table, event);
  }

  /** @param {Chosen} event */
  #chooses(event) {
    const { hand, seed } = event;
    if (this.#fault?.hand === hand) return;
    const watch = [this.#next, this.#hand].find((each) => each?.number === hand);
    if (!watch) {
      throw new FairError(`The deck of hand ${hand} was chosen before it was committed to.`);
    }
    watch.choose(event);
    if ((this.#chosen.get(hand) ?? seed) !== seed) {
      throw new FairError(`The deck of hand ${hand} was chosen a second time.`);
    }
    remember(this.#chosen, hand, seed);
  }

  /**
   * @param {number} number
   * @param {boolean} whole
   */
  #begins(number, whole) {
    if (this.#hand?.number === number) return;
    this.#hand = null;
    if (this.#fault?.hand === number) return;
    if (this.#fault && this.#fault.hand < number) this.#fault = null;
    if (number >= this.#owed) this.#owed = 0;
    if (this.#next?.number === number && this.#next.chosen) {
      this.#hand = this.#next;
      this.#next = null;
      this.#unseen = false;
      return;
    }
    const promised = this.#committed.has(number) || this.#nonces?.known(number)?.roots;
    if (!whole || promised) {
      throw new FairError(`Hand ${number} was dealt from a deck that was not committed to.`);
    }
    this.#unseen = true;
  }

  /** @param {string} message */
  #failed(message) {
    const whole = message.endsWith(".");
    const sentence = whole ? message : `What the server told of the deal cannot be: ${message}.`;
    this.#fault = { hand: this.#at, sentence };
    this.#next = null;
    this.tally.failed++;
    this.faults.push(this.#fault);
  }

  #count() {
    const hand = this.#hand;
    if (!hand?.chosen || this.#fault || this.#counted >= hand.number) return;
    this.#counted = hand.number;
    this.tally.hands++;
    const part = partOf(hand, this.#name, this.#nonces);
    if (part === "in") this.tally.assured++;
    if (part === "late" || part === "left out") this.tally.late++;
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
    const next = this.#next;
    if (next && !next.chosen) {
      const { number, committed } = next;
      const own = nonces.known(number);
      if (own && this.#nonceSent < number && isListed(committed, this.#name, nonces.of(number).hash)) {
        nonces.revealed(number, committed.roots);
        this.#nonceSent = number;
        answers.push({ type: "reveal", hand: number, nonce: own.nonce });
      }
      return answers;
    }
    const seated = (me?.seat ?? null) !== null;
    const coming = Math.max(view?.hand ?? 0, next?.number ?? 0, this.#hand?.number ?? 0) + 1;
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
function partOf(hand, name, nonces) {
  if (!hand?.chosen || name === null || !nonces) return "none";
  const own = nonces.known(hand.number) && nonces.of(hand.number).hash;
  const listed = hand.committed.hashes.some((each) => each.name === name);
  if (!listed) return own ? "left out" : "none";
  if (!own || !isListed(hand.committed, name, own)) return "other";
  return hand.chosen.missing.includes(name) ? "late" : "in";
}

/**
 * @param {Committed} committed
 * @param {string | null} name
 * @param {string} hash
 */
function isListed({ hashes }, name, hash) {
  return hashes.some((each) => each.name === name && each.hash === hash);
}

/**
 * @param {Map<number, string>} of
 * @param {number} hand
 * @param {string} what
 */
function remember(of, hand, what) {
  of.set(hand, what);
  for (const old of of.keys()) if (of.size > HANDS_KEPT) of.delete(old);
}
