// What the action bar offers, from the server's `legal` alone; every label says the amount.

/** @import { Action, Legal } from "./types.js" */

/**
 * A button: what it says, what it sends, the key that presses it; with what it `asks` it is pressed twice, and
 * `why` is said then.
 * @typedef {{label: string, action: Action, key: string, quiet?: boolean, asks?: string, why?: string}} Offer
 */

/**
 * An amount that a press of its button sets; the label says it.
 * @typedef {{label: string, to: number}} Size
 */

/** @type {Record<string, string>} */
const NO_RAISE = {
  "not reopened": "No full raise since you acted",
  "nobody can call a raise": "Nobody has chips left to call a raise",
  "stack covers no more than the call": "A call takes your whole stack",
};

/**
 * Fold, check or call; show or muck at the showdown.
 * @param {Legal} legal
 * @returns {Offer[]}
 */
export function plainOffers(legal) {
  if (legal.showdown) {
    return [
      { label: "Muck", action: { type: "muck" }, key: "m", quiet: true },
      { label: "Show", action: { type: "show" }, key: "s" },
    ];
  }
  if (legal.to_call === 0) {
    // Giving up what costs nothing is possible, but out of the way, without a key, and asked once.
    return [
      { label: "Fold", action: { type: "fold" }, key: "", quiet: true, asks: "Fold anyway?", why: "A check is free." },
      { label: "Check", action: { type: "check" }, key: "c" },
    ];
  }
  const allIn = legal.no_raise === "stack covers no more than the call" ? ", all-in" : "";
  return [
    { label: "Fold", action: { type: "fold" }, key: "f" },
    { label: `Call ${legal.to_call}${allIn}`, action: { type: "call" }, key: "c" },
  ];
}

/**
 * What to show or to muck means, or why there is nothing to raise; "" when there is, or when it
 * needs no word.
 * @param {Legal} legal
 */
export function noteWords(legal) {
  if (legal.showdown) return "Show to win what your hand wins, or muck and give it up.";
  if (legal.max_to > 0 || legal.no_raise === null) return "";
  if (legal.no_raise === "capped") {
    return legal.to_call ? "Capped: call or fold" : "Capped: check or fold";
  }
  return NO_RAISE[legal.no_raise] ?? legal.no_raise;
}

/**
 * A bet or a raise to `to`, whichever it is at this price.
 * @param {Legal} legal
 * @param {number} to
 * @returns {Action}
 */
export function wager(legal, to) {
  return { type: legal.price ? "raise" : "bet", to };
}

/**
 * "Raise to 12", "Bet 4", "All-in 180".
 * @param {Legal} legal
 * @param {number} to
 */
export function wagerLabel(legal, to) {
  if (to === legal.all_in_to) return `All-in ${to}`;
  return legal.price ? `Raise to ${to}` : `Bet ${to}`;
}

/**
 * What may be sent, in the place of an amount that may not: "Raise: 12 to 26".
 * @param {Legal} legal
 */
export function boundsLabel({ price, min_to, max_to }) {
  return `${price ? "Raise" : "Bet"}: ${min_to} to ${max_to}`;
}

/**
 * Half-pot, pot and the largest amount, where they are what they say: the server's totals are brought inside the
 * bounds, and a minimum is no half pot. They are called otherwise than the button that sends.
 * @param {Legal} legal
 * @param {string} structure
 * @returns {Size[]}
 */
export function sizeOffers(legal, structure) {
  const { min_to, max_to, half_pot_to, pot_to, all_in_to } = legal;
  if (!hasRange(legal)) return [];
  /** @type {[string, number][]} */
  const sizes = [];
  if (min_to < half_pot_to && half_pot_to < max_to) sizes.push(["½ pot", half_pot_to]);
  if (min_to < pot_to && pot_to < max_to) sizes.push(["Pot", pot_to]);
  if (max_to === all_in_to) sizes.push(["Max", max_to]);
  else sizes.push([structure === "pl" ? "Pot" : "Max", max_to]);
  return sizes.map(([name, to]) => ({ label: `${name} ${to}`, to }));
}

/**
 * Whether there is an amount to choose.
 * @param {Legal} legal
 */
export function hasRange(legal) {
  return legal.max_to > legal.min_to;
}

/**
 * The amount typed, or what is wrong with it and what to do.
 * @param {Legal} legal
 * @param {string} text
 * @returns {{to: number, wrong: null} | {to: null, wrong: string}}
 */
export function readAmount(legal, text) {
  const verb = legal.price ? "Raise to" : "Bet";
  const typed = text.trim();
  if (!/^\d{1,15}$/.test(typed)) {
    const asked = typed ? ` (you asked for ${typed.slice(0, 20)})` : "";
    return { to: null, wrong: `${verb} a whole number, ${legal.min_to} to ${legal.max_to}${asked}.` };
  }
  const to = Number(typed);
  if (to < legal.min_to) {
    return { to: null, wrong: `${verb} ${legal.min_to} at least (you asked for ${to}).` };
  }
  if (to > legal.max_to) {
    return { to: null, wrong: `${verb} ${legal.max_to} at most (you asked for ${to}).` };
  }
  return { to, wrong: null };
}
