// Motion that explains: a card comes from the dealer, chips go to the pot, a half to its winner.

import { h } from "./dom.js";

/** @import { TableElement } from "./elements/table.js" */
/** @import { CardElement } from "./elements/card.js" */

const LASTS_MS = 220;
const EASING = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** What was to be seen before a message. @typedef {{cards: Set<Element>, bets: Flight[]}} Before */
/** @typedef {{text: string, from: DOMRect, kind: string}} Flight */

/**
 * @param {TableElement} table
 * @returns {Before}
 */
export function lookBefore(table) {
  const bets = [...table.querySelectorAll(".bet:not([hidden])")].map((bet) => ({
    text: bet.textContent ?? "",
    from: bet.getBoundingClientRect(),
    kind: "chips",
  }));
  return { cards: new Set(drawnCards(table)), bets };
}

/**
 * @param {TableElement} table
 * @param {Before} before
 * @param {{collected: boolean, awarded: boolean, winners: number[][]}} happened `winners` by part of
 *   the pots' bars, in the order in which they are drawn
 */
export function play(table, before, { collected, awarded, winners }) {
  if (STILL.matches || document.hidden) return;
  const fresh = drawnCards(table).filter((card) => !before.cards.has(card));
  const dealer = table.getBoundingClientRect();
  fresh.forEach((card, i) => dealIn(card, dealer, (i * 110) / fresh.length));
  const pots = table.pots.getBoundingClientRect();
  if (collected) for (const bet of before.bets) fly(bet, pots);
  if (awarded) {
    [...table.pots.querySelectorAll(".part")].forEach((part, i) => {
      for (const seat of winners[i] ?? []) {
        const plate = table.seats[seat]?.querySelector(".plate");
        const kind = part.className;
        const text = part.querySelector(".half-name")?.textContent ?? "";
        const from = part.getBoundingClientRect();
        if (plate) fly({ text, from, kind }, plate.getBoundingClientRect());
      }
    });
  }
}

/**
 * @param {TableElement} table
 * @returns {CardElement[]}
 */
function drawnCards(table) {
  return [...table.querySelectorAll("o8-card")].map((card) => /** @type {CardElement} */ (card));
}

/**
 * @param {Element} card
 * @param {DOMRect} table
 * @param {number} delay
 */
function dealIn(card, table, delay) {
  const box = card.getBoundingClientRect();
  const dx = table.left + table.width / 2 - (box.left + box.width / 2);
  const dy = table.top + table.height * 0.3 - (box.top + box.height / 2);
  card.animate(
    [{ transform: `translate(${dx / 3}px, ${dy / 3}px)`, opacity: 0 }, {}],
    { duration: LASTS_MS - 110, delay, easing: EASING, fill: "backwards" },
  );
}

/**
 * @param {Flight} flight
 * @param {DOMRect} to
 */
function fly({ text, from, kind }, to) {
  const token = h("div", { class: `flying ${kind}`, "aria-hidden": "true" }, text);
  token.style.left = `${from.left + from.width / 2}px`;
  token.style.top = `${from.top + from.height / 2}px`;
  document.body.append(token);
  const dx = to.left + to.width / 2 - (from.left + from.width / 2);
  const dy = to.top + to.height / 2 - (from.top + from.height / 2);
  const move = token.animate(
    [
      { transform: "translate(-50%, -50%)", opacity: 1 },
      { transform: `translate(calc(-50% + ${dx}px), calc(-50% + ${dy}px))`, opacity: 0.4 },
    ],
    { duration: LASTS_MS, easing: EASING },
  );
  const remove = () => token.remove();
  move.finished.then(remove, remove);
}
