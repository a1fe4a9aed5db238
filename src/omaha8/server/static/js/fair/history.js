// Reading the history of a hand as far as its shuffle goes; nothing is taken on trust.

import { BOARD, DealSlots } from "./deal.js";
import { CARDS, DEPTH } from "./merkle.js";

/** @import { Nonce, NonceHash, Start } from "./deal.js" */

const MOST_SEATS = 26;
const LONGEST_NAME = 200;
const MOST_HASHES = 1000;

/** Something is not what it should be; the message says what. */
export class FairError extends Error {}

/** @typedef {{type: "decks_committed", hand: number, roots: string[], hashes: NonceHash[]}} Committed */
/** @typedef {{card: string, salt: string}} OpenedCard */
/**
 * @typedef {object} Chosen
 * @property {"deck_chosen"} type
 * @property {number} hand
 * @property {Nonce[]} nonces
 * @property {string[]} missing
 * @property {string} seed
 * @property {number} dealt
 * @property {OpenedCard[]} other
 */
/** @typedef {{type: "blinds_assigned", number: number}} Assigned */
/** @typedef {{type: "hand_started", start: Start}} Started */
/** @typedef {{type: "hole_dealt" | "shown", seat: number, cards: string[] | null}} HandCards */
/** @typedef {{type: "board_dealt", cards: string[], burned: number}} BoardCards */
/** @typedef {{type: "hand_voided"}} Voided */
/** @typedef {Committed | Chosen | Assigned | Started | HandCards | BoardCards | Voided} FairEvent */
/**
 * @typedef {object} Opening
 * @property {number} slot
 * @property {number} position
 * @property {string} card
 * @property {string} salt
 * @property {string[]} path
 */
/** A card, its place in the deal, and where it stands in words.
 * @typedef {{slot: number, card: string, where: string}} Told
 */
/** @typedef {{table: string, hand: number, events: FairEvent[], openings: Opening[], told: Told[]}} HandHistory */

/**
 * Whether it says of itself that it is the history of a hand.
 * @param {unknown} form
 * @returns {form is Record<string, unknown>}
 */
export function isHistory(form) {
  return isObject(form) && "omaha8_hand" in form;
}

/**
 * @param {unknown} form decoded JSON
 * @returns {HandHistory}
 */
export function readHistory(form) {
  if (!isHistory(form)) {
    throw new FairError("this is no history of a hand: an object with omaha8_hand is one");
  }
  const kind = whole(form.omaha8_hand, "omaha8_hand");
  const table = name(form.table, "table");
  const hand = whole(form.hand, "hand");
  const forms = list(form.events, "events");
  const openings = list(form.openings, "openings").map(readOpening);
  if (kind !== 1) throw new FairError(`a history of kind ${kind}; 1 can be checked here`);
  /** @type {FairEvent[]} */
  const events = [];
  forms.forEach((each, i) => {
    try {
      const event = readEvent(each);
      if (event) events.push(event);
    } catch (error) {
      if (!(error instanceof FairError)) throw error;
      throw new FairError(`event ${i}: ${error.message}`);
    }
  });
  const teller = new Teller();
  return { table, hand, events, openings, told: events.flatMap((event) => teller.told(event)) };
}

/**
 * An event of the shuffle or one with cards; null for any other.
 * @param {unknown} form
 * @returns {FairEvent | null}
 */
export function readEvent(form) {
  if (!isObject(form) || typeof form.type !== "string") throw new FairError("it has no type");
  switch (form.type) {
    case "decks_committed":
      return {
        type: form.type,
        hand: whole(form.hand, "hand"),
        roots: list(form.roots, "roots", 2, 2).map((root) => hex32(root, "roots")),
        hashes: list(form.hashes, "hashes", 0, MOST_HASHES).map((each) => {
          const given = object(each, "hashes");
          return { name: name(given.name, "name"), hash: hex32(given.hash, "hash") };
        }),
      };
    case "deck_chosen":
      return {
        type: form.type,
        hand: whole(form.hand, "hand"),
        nonces: list(form.nonces, "nonces").map((each) => {
          const given = object(each, "nonces");
          return { name: name(given.name, "name"), nonce: hex32(given.nonce, "nonce") };
        }),
        missing: list(form.missing, "missing").map((each) => name(each, "missing")),
        seed: hex32(form.seed, "seed"),
        dealt: whole(form.dealt, "dealt", 1),
        other: list(form.other, "other").map((each) => {
          const opened = object(each, "other");
          return { card: card(opened.card), salt: hex32(opened.salt, "salt") };
        }),
      };
    case "blinds_assigned":
      return { type: form.type, number: whole(form.number, "number") };
    case "hand_started":
      return { type: form.type, start: readStart(form) };
    case "hole_dealt":
      return { type: form.type, seat: seat(form.seat), cards: form.cards === null ? null : cards(form.cards) };
    case "shown":
      return { type: form.type, seat: seat(form.seat), cards: cards(form.cards) };
    case "hand_voided":
      return { type: form.type };
    case "board_dealt":
      return { type: form.type, cards: cards(form.cards), burned: whole(form.burned, "burned") };
    default:
      return null;
  }
}

/**
 * @param {Record<string, unknown>} form
 * @returns {Start}
 */
function readStart(form) {
  // An option that has its usual value is not in the JSON form of house rules.
  const { burn = "before_each_board_street" } = object(form.rules, "rules");
  const { hole_cards: held } = object(form.game, "game");
  if (burn !== "before_each_board_street" && burn !== "none") throw new FairError("burn: unknown");
  const holeCards = whole(held, "hole_cards", 6);
  if (holeCards < 4) throw new FairError("hole_cards: 4, 5 or 6");
  const stacks = list(form.stacks, "stacks", 2, MOST_SEATS).map((stack) =>
    stack === null ? null : whole(stack, "stacks"),
  );
  const start = { button: seat(form.button), stacks, holeCards, burned: burn === "none" ? 0 : 1 };
  if (start.button >= stacks.length) {
    throw new FairError(`the button is at seat ${start.button} of ${stacks.length} seats`);
  }
  const slots = new DealSlots(start);
  if (slots.size > CARDS) {
    throw new FairError(`${slots.seats.length} players need more than ${CARDS} cards`);
  }
  return start;
}

/**
 * @param {unknown} form
 * @returns {Opening}
 */
export function readOpening(form) {
  const given = object(form, "openings");
  return {
    slot: whole(given.slot, "slot", CARDS - 1),
    position: whole(given.position, "position", CARDS - 1),
    card: card(given.card),
    salt: hex32(given.salt, "salt"),
    path: list(given.path, "path", DEPTH, DEPTH).map((each) => hex32(each, "path")),
  };
}

/** Finds for the cards in the events of a hand which cards of the deal they are. */
export class Teller {
  /** @type {DealSlots | null} */
  #slots = null;
  #onBoard = 0;
  #burned = 0;

  /**
   * Every card of the next event.
   * @param {FairEvent} event
   * @returns {Told[]}
   */
  told(event) {
    switch (event.type) {
      case "hand_started":
        if (this.#slots) throw new FairError("two hands start in it");
        this.#slots = new DealSlots(event.start);
        this.#burned = event.start.burned;
        return [];
      case "board_dealt": {
        const slots = this.#slots?.board ?? [];
        if (this.#onBoard + event.cards.length > slots.length) {
          throw new FairError("cards of a board that is not there");
        }
        if (event.burned !== this.#burned) {
          throw new FairError(`${event.burned} cards were burned, by the rules ${this.#burned}`);
        }
        return event.cards.map((each) => ({
          slot: slots[this.#onBoard++] ?? BOARD,
          card: each,
          where: "the board",
        }));
      }
      case "hole_dealt":
      case "shown": {
        if (event.cards === null) return [];
        const slots = this.#slots?.hole(event.seat) ?? [];
        if (event.cards.length !== slots.length) {
          const count = event.cards.length;
          throw new FairError(
            `seat ${event.seat + 1} has ${count} hole cards in it, ${slots.length} were dealt`,
          );
        }
        const where = `the hand of seat ${event.seat + 1}`;
        return event.cards.map((each, i) => ({ slot: slots[i] ?? CARDS, card: each, where }));
      }
      default:
        return [];
    }
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @param {string} what
 */
function object(value, what) {
  if (!isObject(value)) throw new FairError(`${what}: an object`);
  return value;
}

/**
 * @param {unknown} value
 * @param {string} what
 * @param {number} [least]
 * @param {number} [most]
 * @returns {unknown[]}
 */
function list(value, what, least = 0, most = Infinity) {
  if (!Array.isArray(value) || value.length < least || value.length > most) {
    throw new FairError(`${what}: a list${least === most ? ` of ${least}` : ""}`);
  }
  return value;
}

/**
 * @param {unknown} value
 * @param {string} what
 * @param {number} [most]
 */
function whole(value, what, most = Number.MAX_SAFE_INTEGER) {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > most) {
    throw new FairError(`${what}: a whole number from 0 to ${most}`);
  }
  return value;
}

/** @param {unknown} value */
function seat(value) {
  return whole(value, "seat", MOST_SEATS - 1);
}

/**
 * @param {unknown} value
 * @param {string} what
 */
function name(value, what) {
  // Half of a pair of surrogates has no UTF-8, and so no place in a seed.
  const fits = typeof value === "string" && !/\p{Surrogate}/u.test(value);
  if (!fits || [...value].length > LONGEST_NAME) {
    throw new FairError(`${what}: a text of at most ${LONGEST_NAME} characters`);
  }
  return value;
}

/**
 * @param {unknown} value
 * @param {string} what
 */
function hex32(value, what) {
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/.test(value)) {
    throw new FairError(`${what}: 64 hexadecimal digits`);
  }
  return value;
}

/** @param {unknown} value */
function card(value) {
  if (typeof value !== "string" || !/^[2-9TJQKA][cdhs]$/.test(value)) {
    throw new FairError("card: a rank and a suit, as in As");
  }
  return value;
}

/** @param {unknown} value */
function cards(value) {
  if (typeof value !== "string" || !/^([2-9TJQKA][cdhs])*$/.test(value)) {
    throw new FairError("cards: ranks and suits, as in As2s");
  }
  return value.match(/../g) ?? [];
}
