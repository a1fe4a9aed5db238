// One hand as the viewer sees it, folded from its events. Nothing here decides what is legal.

import { splitCards } from "./cards.js";
import { actionWords, postMark } from "./words.js";

/** @import { Game, HandEvent, HouseRules } from "./types.js" */

/**
 * `stack` is what is behind, `bet` what is in front this round; `cards` counts hole cards held,
 * `hole` are those the viewer may see; `won` adds up the awards.
 * @typedef {object} HandSeat
 * @property {number} stack
 * @property {number} bet
 * @property {number} cards
 * @property {string[] | null} hole
 * @property {boolean} shown
 * @property {boolean} folded
 * @property {boolean} mucked
 * @property {boolean} allIn
 * @property {string} action
 * @property {string[]} marks
 * @property {number} won
 */

/** @typedef {{name: string, hole: string[]}} Gone */

/**
 * @typedef {object} Hand
 * @property {HouseRules} rules
 * @property {Game} game
 * @property {number} button
 * @property {string[]} names of who was dealt in, by seat
 * @property {(HandSeat | null)[]} seats
 * @property {(Gone | null)[]} gone by seat, who has got up since it was over, and what he had shown
 * @property {string[]} board
 * @property {boolean} awarding chips are going to the winners
 * @property {boolean} over
 */

/**
 * @param {Extract<HandEvent, {type: "hand_started"}>} event
 * @param {string[]} names by seat
 * @returns {Hand}
 */
export function startHand({ rules, game, button, stacks }, names) {
  const seats = stacks.map((stack) =>
    stack === null
      ? null
      : {
          stack,
          bet: 0,
          cards: 0,
          hole: null,
          shown: false,
          folded: false,
          mucked: false,
          allIn: false,
          action: "",
          marks: [],
          won: 0,
        },
  );
  const gone = seats.map(() => null);
  return { rules, game, button, names, seats, gone, board: [], awarding: false, over: false };
}

/**
 * @param {Hand} hand
 * @param {HandEvent} event
 * @returns {Hand}
 */
export function foldHandEvent(hand, event) {
  switch (event.type) {
    case "board_dealt":
      return {
        ...betsCollected(hand, ""),
        board: [...hand.board, ...(splitCards(event.cards) ?? [])],
      };
    case "awarded": {
      const collected = hand.awarding ? hand : { ...betsCollected(hand, null), awarding: true };
      return changed(collected, event.seat, ({ stack, won }) => ({
        stack: stack + event.amount,
        won: won + event.amount,
      }));
    }
    case "raked":
      return betsCollected(hand, null);
    case "shown":
    case "mucked":
      // The betting is over: what was bet is in the pot before the first hand is shown.
      return changed(betsCollected(hand, null), event.seat, (seat) => seatAfter(seat, event));
    case "hand_started":
      return startHand(event, hand.names);
    case "hand_ended":
      return { ...hand, over: true };
    default:
      return changed(hand, event.seat, (seat) => seatAfter(seat, event));
  }
}

/**
 * @param {HandSeat} seat
 * @param {HandEvent} event
 * @returns {Partial<HandSeat>}
 */
function seatAfter(seat, event) {
  const action = actionWords(event) ?? seat.action;
  switch (event.type) {
    case "posted":
      return {
        action,
        stack: seat.stack - event.live - event.dead,
        bet: seat.bet + event.live,
        allIn: event.all_in,
        marks: [...seat.marks, postMark(event.kind)],
      };
    case "hole_dealt":
      return { cards: event.count, hole: splitCards(event.cards) };
    case "folded":
      return { action, folded: true, cards: 0 };
    case "called":
    case "bet":
    case "raised":
      return { action, stack: seat.stack - event.added, bet: event.to, allIn: event.all_in };
    case "uncalled_returned":
      return { stack: seat.stack + event.amount, bet: seat.bet - event.amount, allIn: false };
    case "shown":
      return { action, hole: splitCards(event.cards), shown: true, cards: event.cards.length / 2 };
    case "mucked":
      return { action, mucked: true, cards: 0 };
    default:
      return { action };
  }
}

/**
 * Whoever leaves takes what he had with him; but what he has shown lies there until the next hand.
 * @param {Hand} hand
 * @param {number} seat
 * @returns {Hand}
 */
export function withoutSeat(hand, seat) {
  const left = hand.seats[seat];
  const hole = hand.over && left?.shown ? left.hole : null;
  const gone = hole ? hand.gone.with(seat, { name: hand.names[seat] ?? "", hole }) : hand.gone;
  return { ...hand, seats: hand.seats.with(seat, null), gone };
}

/**
 * The bets go to the pot; `action` replaces what players still in the betting did, null keeps it.
 * @param {Hand} hand
 * @param {string | null} action
 * @returns {Hand}
 */
function betsCollected(hand, action) {
  const seats = hand.seats.map(
    (seat) =>
      seat && {
        ...seat,
        bet: 0,
        action: action === null || seat.folded ? seat.action : seat.allIn ? "all-in" : seat.shown ? "shows" : action,
      },
  );
  return { ...hand, seats };
}

/**
 * @param {Hand} hand
 * @param {number} seat
 * @param {(seat: HandSeat) => Partial<HandSeat>} change
 * @returns {Hand}
 */
function changed(hand, seat, change) {
  const before = hand.seats[seat];
  return before
    ? { ...hand, seats: hand.seats.with(seat, { ...before, ...change(before) }) }
    : hand;
}
