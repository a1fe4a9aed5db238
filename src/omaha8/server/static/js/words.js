// What happened, in a player's words: the last action at a seat, and the lines of the log.

import { cardsText, splitCards } from "./cards.js";

/** @import { Awarded, Change, Game, HandEvent, NamedHand, TableInfo, TableOrHandEvent } from "./types.js" */

/** @type {Record<string, [mark: string, name: string]>} */
const POSTS = {
  sb: ["SB", "small blind"],
  bb: ["BB", "big blind"],
  dead_sb: ["MS", "missed small blind, dead"],
  missed_bb: ["post", "big blind to come in"],
  both: ["ML MS", "missed blinds"],
  ante: ["ante", "ante"],
  bb_ante: ["BB ante", "big-blind ante"],
  straddle: ["straddle", "straddle"],
  kill: ["kill", "kill blind"],
};

/** @type {Record<string, string>} */
const MARK_TITLES = {
  D: "The dealer button: this seat acts last after the flop",
  SB: "Small blind: the smaller of the two forced bets before the flop",
  BB: "Big blind: the forced bet that sets the price before the flop",
  MS: "Missed small: posted a missed small blind, dead, so it belongs to the pot",
  post: "Posted a big blind to come in: live, so it counts as a bet",
  "ML MS": "Posted both missed blinds: the big one live, the small one dead",
  ante: "Posted an ante",
  "BB ante": "Posted the ante for the whole table",
  straddle: "Straddle: a blind raise before the cards",
  kill: "Kill blind: this hand is played for higher stakes",
};

/**
 * "SB" of the post's kind "sb".
 * @param {string} kind
 */
export function postMark(kind) {
  return POSTS[kind]?.[0] ?? kind.toUpperCase();
}

/**
 * What a mark at a seat means.
 * @param {string} mark
 */
export function markTitle(mark) {
  return MARK_TITLES[mark] ?? mark;
}

/**
 * "raises to 8", or null for an event that is no action of a player.
 * @param {HandEvent} event
 * @returns {string | null}
 */
export function actionWords(event) {
  switch (event.type) {
    case "posted":
      return event.live + event.dead ? allIn(`posts ${event.live + event.dead}`, event.all_in) : "all-in";
    case "folded":
      return "folds";
    case "checked":
      return "checks";
    case "called":
      return allIn(`calls ${event.added}`, event.all_in);
    case "bet":
      return allIn(`bets ${event.to}`, event.all_in);
    case "raised":
      return allIn(`raises to ${event.to}`, event.all_in);
    case "shown":
      return "shows";
    case "mucked":
      return "mucks";
    default:
      return null;
  }
}

/**
 * @param {string} words
 * @param {boolean} is
 */
function allIn(words, is) {
  return is ? `${words}, all-in` : words;
}

/** @type {Record<string, string>} */
const STRUCTURES = { fl: "Limit", pl: "Pot limit", nl: "No limit", spread: "Spread limit" };

/** @type {Record<string, string>} */
const RULES = {
  robert: "Robert’s Rules",
  tda: "TDA",
  pokerstars: "PokerStars",
  "poker-room": "poker room",
  community: "community",
  "card-room": "card room",
  pokernow: "PokerNow",
};

/** @param {string} rules a preset's name */
export function rulesWords(rules) {
  return RULES[rules] ?? rules;
}

/**
 * "TDA rules", but "Robert’s Rules".
 * @param {string} rules a preset's name
 */
export function houseWords(rules) {
  const words = rulesWords(rules);
  return words.endsWith("Rules") ? words : `${words} rules`;
}

/**
 * A game as players call it, and its stakes: "5-card PLO8" and "1/2".
 * @param {string} title as in "Pot Limit Omaha Hi/Lo (five cards) 1/2"
 * @returns {[string, string]}
 */
export function shortTitle(title) {
  const cards = / \((five|six) cards\)/.exec(title);
  const omaha = title
    .replace(cards?.[0] ?? "", "")
    .replace("Pot Limit Omaha Hi/Lo", "PLO8")
    .replace("No Limit Omaha Hi/Lo", "NLO8")
    .replace("Omaha Hi/Lo", "O8");
  const count = cards ? `${cards[1] === "five" ? 5 : 6}-card ` : "";
  const [, what = omaha, stakes = ""] = /^(.*) ([\d/]+)$/.exec(omaha) ?? [];
  return [count + what, stakes];
}

/**
 * Whether a table has the name that it got because nobody gave it one.
 * @param {{name: string, game: string, stakes: string}} table
 */
export function namedAfterGame({ name, game, stakes }) {
  return name === game.replace(/ Omaha Hi\/Lo( \([^)]*\))?/, "") || name === `Mixed ${stakes}`;
}

const FULL_BOARD = 5;
const REST_STAYS = "All else stays as it is";

/** @type {Record<number, string>} */
const STREETS = { 3: "Flop", 4: "Turn", 5: "River" };

/**
 * The line of the log for an event, or null where it deserves none.
 * @param {TableOrHandEvent} event
 * @param {(seat: number) => string} nameOf
 * @param {string[]} board the board once the event has happened
 * @param {NamedHand[]} hands what was shown, in words
 * @param {Change[]} [changes] what changes with the next hand, or does so now
 * @returns {string | null}
 */
export function logLine(event, nameOf, board, hands, changes = []) {
  switch (event.type) {
    case "hand_started":
      return `New hand: ${nameOf(event.button)} has the button`;
    case "posted":
      // Nothing was left for it.
      if (event.live + event.dead === 0) return null;
      return `${nameOf(event.seat)} posts ${POSTS[event.kind]?.[1] ?? event.kind} ${allIn(
        String(event.live + event.dead),
        event.all_in,
      )}`;
    case "hole_dealt":
      return event.cards === null
        ? null
        : `Dealt to ${nameOf(event.seat)}: ${cardsText(splitCards(event.cards) ?? [])}`;
    case "board_dealt":
      return `${STREETS[board.length] ?? "Board"}: ${cardsText(splitCards(event.cards) ?? [])}`;
    case "uncalled_returned":
      return `${event.amount} uncalled goes back to ${nameOf(event.seat)}`;
    case "shown":
      return `${nameOf(event.seat)} shows ${cardsText(splitCards(event.cards) ?? [])}${
        board.length === FULL_BOARD ? made(hands.find(({ seat }) => seat === event.seat)) : ""
      }`;
    case "raked": {
      const rake = event.by_pot.reduce((sum, part) => sum + part, 0);
      return rake ? `Rake: ${rake}` : null;
    }
    case "awarded":
      return awardLine(event, nameOf, hands.find(({ seat }) => seat === event.seat));
    case "seated":
      return `${event.name} sits down with ${event.stack}`;
    case "left":
      return `${nameOf(event.seat)} leaves`;
    case "leaving":
      return `${nameOf(event.seat)} leaves after this hand`;
    case "clear_asked":
      return `The host frees the chair of ${nameOf(event.seat)} after this hand`;
    case "sat_out":
      return `${nameOf(event.seat)} sits out`;
    case "came_back":
      return `${nameOf(event.seat)} is back`;
    case "rebought":
      return `${nameOf(event.seat)} buys ${event.amount} more`;
    case "seat_changed":
      return `${nameOf(event.to)} moves to seat ${event.to + 1}`;
    case "game_changed":
      return `${STRUCTURES[event.game.structure] ?? event.game.structure} from this hand on`;
    case "rules_change_asked": {
      const what = changesWords(changes) || `${event.games.map(stakesWords).join(", ")}, buy-in ${event.min_buy_in} to ${event.max_buy_in}`;
      return `${event.by ? `${event.by} changes the table f` : "F"}rom the next hand on: ${what}. ${REST_STAYS}`;
    }
    case "rules_changed":
      return changes.length ? `In force now: ${changesWords(changes)}. ${REST_STAYS}` : "The new stakes and rules are in force";
    case "kill_owed":
      return `${nameOf(event.seat)} took all of a pot of ${event.pot}: the next one is a kill pot`;
    case "chopped": {
      const shares = event.seats.map((seat, i) => `${nameOf(seat)} takes ${event.amounts[i]} back`);
      return `The blinds chop: ${shares.join(", ")}`;
    }
    case "hand_voided":
      return `The hand is void, every bet goes back: ${event.why}`;
    case "clocks_stopped":
      return `${event.by} stops the clocks`;
    case "clocks_started":
      return event.by ? `${event.by} lets the clocks run again` : "The clocks run again";
    case "deck_chosen":
      return event.missing.length
        ? `The deck was chosen without ${event.missing.join(", ")}, who sent nothing in time`
        : null;
    case "folded":
    case "checked":
    case "called":
    case "bet":
    case "raised":
    case "mucked":
      return `${nameOf(event.seat)} ${actionWords(event)}`;
    default: {
      const words = choiceWords(event);
      return words === null || !("seat" in event) ? null : `${nameOf(event.seat)} ${words}`;
    }
  }
}

/** @param {Change[]} changes */
function changesWords(changes) {
  return changes.map(({ what, value, was }) => `${what}: ${value} (was: ${was})`).join("; ");
}

/**
 * "Pot limit, blinds 2/4".
 * @param {Game} game
 */
function stakesWords({ structure, small_bet, big_bet, spread_max, small_blind, big_blind }) {
  const name = STRUCTURES[structure] ?? structure;
  if (structure === "fl") return `${name}, bets ${small_bet}/${big_bet}`;
  if (structure === "spread") return `${name}, bets ${small_bet} to ${spread_max}`;
  return `${name}, blinds ${small_blind}/${big_blind}`;
}

/**
 * " - pair of kings; no low".
 * @param {NamedHand | undefined} hand
 */
function made(hand) {
  return hand ? ` - ${hand.high}; ${hand.low ?? "no low"}` : "";
}

/**
 * What is otherwise at once when a table is changed: "Time to act: 30 s (was: 60 s)."
 * @param {TableInfo | null} before
 * @param {TableInfo} now
 * @returns {string} nothing where it is all the same, or another table
 */
export function tableNews(before, now) {
  if (before?.id !== now.id) return "";
  const seconds = (/** @type {number | null} */ ms) => (ms ? `${ms / 1000} s` : "none");
  const think = (/** @type {number | null} */ ms) => (ms ? `${ms / 1000} s` : "as long as one likes");
  const news = [];
  if (before.name !== now.name) news.push(`The table is called ${now.name} now.`);
  if (before.think_ms !== now.think_ms) news.push(`Time to act${before.think_ms ? ", from the next hand on" : ""}: ${think(now.think_ms)} (was: ${think(before.think_ms)}).`);
  if (before.time_bank_ms !== now.time_bank_ms) {
    news.push(`Time bank: ${seconds(now.time_bank_ms)} (was: ${seconds(before.time_bank_ms)}).`);
  }
  if (before.private !== now.private) {
    news.push(now.private ? "The table is private now: only by invitation." : "The table is open to everybody now.");
  }
  return news.join(" ");
}

/**
 * What a player asked for or chose, or null.
 * @param {TableOrHandEvent} event
 * @returns {string | null}
 */
function choiceWords(event) {
  switch (event.type) {
    case "sit_out_at_big_blind":
      return "will sit out at the big blind";
    case "seat_change_asked":
      return `moves to seat ${event.to + 1} after this hand`;
    case "top_up_asked":
      return event.amount ? `adds ${event.amount} after this hand` : "adds no chips";
    case "entry_chosen":
      return event.post ? "posts to come in" : "waits for the big blind";
    case "straddle_asked":
      return event.on ? "straddles the next hand" : "does not straddle";
    case "kill_asked":
      return event.amount ? `kills the next pot with ${event.amount}` : "does not kill the next pot";
    case "kill_lapsed":
      return "kills no pot: only fixed limit is killed";
    case "chop_answered":
      return event.agrees ? "would chop" : "does not chop";
    default:
      return null;
  }
}

/**
 * "Ann takes 14, a share of the low of the main pot: 6-4-3-2-A low".
 * @param {Awarded} event
 * @param {(seat: number) => string} nameOf
 * @param {NamedHand | undefined} shown what the winner has shown, in the words of the table
 */
function awardLine(event, nameOf, shown) {
  const numbered = event.pot > 0 && event.pots > 2;
  const pot = event.pot === 0 ? "the main pot" : numbered ? `side pot ${event.pot}` : "the side pot";
  const half = event.half === "whole" ? "" : `${event.half} of `;
  const share = event.winners.length < 2 ? "" : half ? "a share of the " : "a share of ";
  // The engine's own name of a low has capitals: "Six-Four Low".
  const own = event.hand?.replace(/[A-Z][a-z]+/g, (word) => word.toLowerCase());
  const named = (event.half === "low" ? shown?.low : shown?.high) ?? own;
  const hand = event.hand ? `: ${named}` : "";
  const odd = event.odd_chip ? " (with the odd chip)" : "";
  return `${nameOf(event.seat)} takes ${event.amount}, ${share}${half}${pot}${odd}${hand}`;
}
