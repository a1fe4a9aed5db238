// Checking the shuffle of a hand from its history: named checks, each with a sentence.

import { DealSlots, dealtDeck, firstButton, hashNonce, permutation, seedOf } from "./deal.js";
import { FairError, readHistory } from "./history.js";
import { CARDS, cardHash, openedRoot, treeRoot } from "./merkle.js";

/** @import { Start } from "./deal.js" */
/** @import { Chosen, Committed, HandHistory, OpenedCard, Opening } from "./history.js" */

/**
 * One thing that was looked at, and what was found; `warning`: nothing is wrong, but less is proved
 * than could be.
 * @typedef {{name: string, ok: boolean, text: string, warning: boolean}} Check
 */

const DECKS = ["first", "second"];
const FIRST_HAND = 1;

/**
 * All that can be checked of a history; ends with the first failure on which the rest would build.
 * @param {unknown} form decoded JSON
 * @returns {Check[]}
 */
export function verify(form) {
  let history;
  try {
    history = readHistory(form);
  } catch (error) {
    if (!(error instanceof FairError)) throw error;
    const { message } = error;
    return [check("history", false, `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`)];
  }
  return [...checks(history)];
}

/**
 * @param {string} name
 * @param {boolean} ok
 * @param {string} text
 * @param {boolean} [warning]
 * @returns {Check}
 */
function check(name, ok, text, warning = false) {
  return { name, ok, text, warning };
}

const LOST = "The hand is void, and none of its cards were opened: they cannot be checked.";

/** @param {HandHistory} history */
function* checks(history) {
  const { table, hand, events, openings } = history;
  yield check("history", true, `This is hand ${hand} of table ${table}.`);
  const fault = orderFault(history);
  const committed = events.find((event) => event.type === "decks_committed");
  const chosen = events.find((event) => event.type === "deck_chosen");
  if (fault || !committed || !chosen) {
    yield check("order", false, fault ?? "");
    return;
  }
  yield check("order", true, "The decks were committed to before the nonces were revealed.");
  const nonces = nonceFaults(committed, chosen);
  if (nonces.length) {
    yield check("nonces", false, nonces.join(" "));
    return;
  }
  yield tookPart(chosen);

  const seed = seedOf(table, hand, committed.roots, committed.hashes, chosen.nonces);
  const [right, said] = [seed.slice(0, 16), chosen.seed.slice(0, 16)];
  yield seed === chosen.seed
    ? check("seed", true, `Table, hand, roots, hashes and nonces make the seed ${said}.`)
    : check("seed", false, `The seed should be ${right}, and the history says ${said}.`);
  const dealt = dealtDeck(seed);
  yield dealt === chosen.dealt
    ? check("choice", true, `The seed chooses the ${DECKS[dealt]} deck.`)
    : check("choice", false, `The seed chooses the ${DECKS[dealt]} deck, and the other one was dealt.`);
  const started = events.find((event) => event.type === "hand_started");
  if (hand === FIRST_HAND && started?.start.stacks.some(Boolean)) {
    const misplaced = buttonFault(hand, seed, started.start);
    const drawn = `It is the first hand: the seed draws the button for seat ${started.start.button + 1}.`;
    yield check("button", !misplaced, misplaced ?? drawn);
  }
  const wrong = otherFault(chosen.other, committed.roots[1 - dealt] ?? "");
  const whole = `The ${DECKS[1 - dealt]} deck was opened: 52 different cards, as it was committed to.`;
  yield check("other deck", !wrong, wrong ?? whole);
  if (history.told.length && !openings.length && events.some(({ type }) => type === "hand_voided")) {
    // As where a disk has lost the deck: nobody has won or lost a chip by these cards.
    yield check("openings", true, LOST, true);
    return;
  }
  const order = permutation(seed);
  const root = committed.roots[dealt] ?? "";
  const bad = openings.flatMap((opening) => openingFault(opening, order, root) ?? []);
  const count = openings.length === 1 ? "1 card was" : `${openings.length} cards were`;
  const good = `${count} opened: in the ${DECKS[dealt]} deck from the beginning, and dealt where the seed puts them.`;
  yield check("openings", !bad.length, bad.join(" ") || good);
  const cards = cardFaults(history);
  yield check(
    "cards",
    !cards.length,
    cards.join(" ") || "Every card told was opened, and no other; none came twice.",
  );
}

/**
 * What is wrong with which event of the shuffle comes where.
 * @param {HandHistory} history
 */
function orderFault({ hand, events, told }) {
  const kinds = events.map(({ type }) => type);
  for (const kind of /** @type {const} */ (["decks_committed", "deck_chosen"])) {
    const count = kinds.filter((each) => each === kind).length;
    if (count !== 1) return `The history has ${count ? "more than one" : "no"} event ${kind}.`;
  }
  const [committed, chosen] = [kinds.indexOf("decks_committed"), kinds.indexOf("deck_chosen")];
  if (committed > chosen) return "A deck was chosen before the decks were committed to.";
  if (chosen > 1) return "The hand began before the deck was chosen.";
  for (const event of events) {
    const number = "hand" in event ? event.hand : "number" in event ? event.number : hand;
    if (number !== hand) return `An event belongs to hand ${number}.`;
  }
  if (told.length && !kinds.includes("hand_started")) {
    return "There are cards of a hand that never started.";
  }
  return null;
}

/**
 * What is wrong with the hashes themselves, before any nonce is there.
 * @param {Committed} committed
 */
export function hashFault({ roots, hashes }) {
  if (roots[0] === roots[1]) return "Both decks have the same root: there was nothing to choose.";
  if (new Set(hashes.map(({ name }) => name)).size !== hashes.length) {
    return "A name stands twice in the list of hashes.";
  }
  if (new Set(hashes.map(({ hash }) => hash)).size !== hashes.length) {
    return "Two players have the same hash: one of them chose nothing himself.";
  }
  return null;
}

/**
 * @param {Committed} committed
 * @param {Chosen} chosen
 */
export function nonceFaults(committed, chosen) {
  const fault = hashFault(committed);
  if (fault) return [fault];
  const hashes = new Map(committed.hashes.map(({ name, hash }) => [name, hash]));
  const named = [...chosen.nonces.map(({ name }) => name), ...chosen.missing];
  const faults = named.flatMap((name) => (hashes.has(name) ? [] : [`There is no hash of ${name}.`]));
  faults.push(...doubles(named).map((name) => `${name} is there twice.`));
  for (const name of hashes.keys()) {
    if (!named.includes(name)) faults.push(`${name} gave a hash, and nothing is said of the nonce.`);
  }
  for (const { name, nonce } of chosen.nonces) {
    if (hashes.has(name) && hashNonce(nonce) !== hashes.get(name)) {
      faults.push(`The nonce of ${name} does not fit its hash.`);
    }
  }
  return faults;
}

/** @param {Chosen} chosen */
function tookPart({ nonces, missing }) {
  const late = missing.length
    ? ` Their nonces came too late, or not at all: ${missing.join(", ")}.`
    : "";
  if (!nonces.length) {
    const text = "Nobody's nonce took part: nothing shows that the server did not choose the cards.";
    return check("nonces", true, text + late, true);
  }
  const names = nonces.map(({ name }) => name).join(", ");
  return check("nonces", true, `The nonces fit their hashes: ${names}.${late}`, late !== "");
}

/**
 * What is wrong with the button of a table's first hand: it is drawn, later ones move.
 * @param {number} hand
 * @param {string} seed
 * @param {Start} start
 */
export function buttonFault(hand, seed, start) {
  const { seats } = new DealSlots(start);
  if (hand !== FIRST_HAND || !seats.length) return null;
  const button = firstButton(seed, seats);
  if (button === start.button) return null;
  return `The seed draws the first button for seat ${button + 1}; seat ${start.button + 1} had it.`;
}

/**
 * What is wrong with the deck that was not dealt, and is open.
 * @param {OpenedCard[]} other
 * @param {string} root
 */
export function otherFault(other, root) {
  if (other.length !== CARDS) return `The other deck has ${other.length} cards.`;
  const [twice] = doubles(other.map(({ card }) => card));
  if (twice) return `The other deck has a card twice: ${twice}. It was no whole deck.`;
  if (treeRoot(other.map(({ card, salt }, i) => cardHash(i, card, salt))) !== root) {
    return "The other deck is not the one that was committed to: its root is another.";
  }
  return null;
}

/**
 * @param {Opening} opening
 * @param {number[]} order the positions in the order of the deal
 * @param {string} root
 */
export function openingFault(opening, order, root) {
  const { slot, position, card } = opening;
  if (openedRoot(opening) !== root) {
    return `Card ${slot} (${card}) does not lead to the root of the deck.`;
  }
  if (order[slot] !== position) {
    return `Card ${slot} (${card}) lay at ${position} of the deck; the seed deals the one at ${order[slot]}.`;
  }
  return null;
}

/** @param {HandHistory} history */
function cardFaults({ openings, told }) {
  const opened = new Map(openings.map(({ slot, card }) => [slot, card]));
  const faults = opened.size === openings.length ? [] : ["A card was opened twice."];
  faults.push(...doubles([...opened.values()]).map((card) => `${card} was dealt twice.`));
  for (const { slot, card, where } of told) {
    const found = opened.get(slot);
    if (found === undefined) faults.push(`${card} of ${where} was not opened.`);
    else if (found !== card) faults.push(`${card} of ${where} was dealt as ${found}.`);
  }
  const known = new Set(told.map(({ slot }) => slot));
  for (const slot of [...opened.keys()].sort((a, b) => a - b)) {
    if (!known.has(slot)) faults.push(`Card ${slot} was opened, and the history does not tell it.`);
  }
  return faults;
}

/**
 * What stands in a list more than once, each one once.
 * @param {string[]} texts
 */
function doubles(texts) {
  return [...new Set(texts.filter((text, i) => texts.indexOf(text) !== i))];
}
