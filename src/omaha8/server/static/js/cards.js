// Cards as text: "As" is the ace of spades; several stand together as in "As2sKhQd".

/** @type {Record<string, string>} */
export const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** @type {Record<string, string>} */
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** @type {Record<string, string>} */
const RANKS = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
};

/**
 * "As2s" as ["As", "2s"]; null stays null.
 * @param {string | null} text
 * @returns {string[] | null}
 */
export function splitCards(text) {
  return text === null ? null : (text.match(/../g) ?? []);
}

/**
 * "ace of spades".
 * @param {string} card
 */
export function cardName(card) {
  return `${RANKS[card[0] ?? ""]} of ${SUITS[card[1] ?? ""]}`;
}

/**
 * "A♠ 2♠".
 * @param {string[]} cards
 */
export function cardsText(cards) {
  return cards.map((card) => `${card[0]}${SYMBOLS[card[1] ?? ""]}`).join(" ");
}
