// What there is to say and to do when it is not the viewer's turn.

/** @import { State } from "./state.js" */
/** @import { HandSeat } from "./hand.js" */
/** @import { HouseRules, View } from "./types.js" */
/** @import { Offer } from "./elements/between.js" */

const NOT_DEALT_IN = ["waiting", "owes", "posting"];

/**
 * @param {State} state
 * @returns {{words: string, ms: number | null, then: string, offers: Offer[]}} `words` with `{s}` for
 *   the seconds that are left of `ms`, and what is said `then`
 */
export function between(state) {
  const { hand, view, viewer, seats, table } = state;
  const me = viewer === null ? null : seats[viewer];
  const said = [newsWords(state), leavingWords(state), waitingWords(state)].filter(Boolean).join(" ");
  const told = said ? { words: said, ...kept(state) } : nextHand(state);
  if (!me || !view || viewer === null) return { ...told, offers: [] };
  const mine = hand?.seats[viewer] ?? null;
  /** @type {Offer[]} */
  const offers = [];
  const idle = !hand || hand.over;
  if (idle && hand && mine && mayShow(mine, hand.rules)) {
    offers.push({ label: "Show my cards", message: { type: "show" } });
  }
  if (me.sitting_out || me.leaving) {
    offers.push({ label: "Come back", message: { type: "come_back" }, strong: true });
  } else if (me.stack === 0 && (idle || !mine)) {
    // Chips come between hands; for who is not in this one, that is now.
    const amount = Math.min(table?.buy_in ?? 0, fundsOf(view));
    if (amount >= (table?.min_buy_in ?? 0)) {
      const wish = amount === table?.buy_in ? {} : { amount };
      offers.push({ label: `Buy in again: ${amount}`, message: { type: "rebuy", ...wish }, strong: true });
    }
    offers.push({ label: "Another amount", message: { type: "open-chips" } });
  } else if (idle && hand && view.next_hand_in_ms !== null) {
    // First comes what the table asks.
    const asked = view.own?.offers.some(({ choices }) => choices.some(({ strong }) => strong));
    offers.push({ label: "Next hand", message: { type: "next" }, strong: !asked });
  }
  return { ...told, offers };
}

/**
 * How many chips the viewer can still bring to a table.
 * @param {{balance: number, credit: number | null}} view
 */
export function fundsOf({ balance, credit }) {
  return credit === null ? Infinity : balance + credit;
}

/**
 * How long a chair is kept for who has waited for it.
 * @param {State} state
 */
function kept({ view }) {
  return { ms: view?.listed?.offer_ms ?? null, then: "The chair was kept for you, and is not any more." };
}

/**
 * What is counted down to when there is nothing else to say.
 * @param {State} state
 */
function nextHand({ view, viewer, table }) {
  if (view?.own?.must_agree && view.next_hand_in_ms !== null) {
    const words = "The next hand may cost more: press Next hand to play it, or you sit out in {s} s.";
    return { words, ms: view.next_hand_in_ms, then: "You are sitting out." };
  }
  const which = view?.hand ? "Next" : "First";
  const late = viewer === null ? Math.round((table?.spectator_delay_ms ?? 0) / 1000) : 0;
  const then = late ? `A hand may be going on: you see it ${late} seconds late.` : `${which} hand now`;
  const ms = view?.next_hand_in_ms ?? null;
  return { words: ms === null ? "" : `${which} hand in {s} s`, ms, then };
}

/**
 * Whether who did not fold may turn his hand up when nothing asks for it.
 * @param {HandSeat} mine
 * @param {HouseRules} rules
 */
function mayShow(mine, rules) {
  return !mine.folded && !mine.shown && !(mine.won && rules.uncontested_show === "never");
}

/**
 * What somebody without a chair has to know first, or nothing.
 * @param {State} state
 */
function newsWords({ viewer, seats, view }) {
  if (viewer !== null) return "";
  if (view?.listed) return placeWords(view.listed);
  if (allKept(view, seats)) return `${keptWords(view?.kept ?? [])}; you may wait for the next one.`;
  if (!seats.length || seats.some((player) => !player)) return "";
  // At a table of two nobody makes room.
  return seats.length > 2 && seats.some((player) => player?.bot)
    ? "Table full: you are watching. Wait for a chair, and a bot gives you its own after the hand."
    : "Table full: you are watching; a chair will be offered here when one is free.";
}

/**
 * Whether every free chair is kept for somebody on the waiting list.
 * @param {State["view"]} view
 * @param {State["seats"]} seats
 */
export function allKept(view, seats) {
  const free = seats.filter((player) => !player).length;
  return free > 0 && (view?.kept?.length ?? 0) >= free;
}

/** @param {{name: string}[]} kept */
function keptWords(kept) {
  const names = kept.map(({ name }) => name).join(" and ");
  return kept.length === 1 ? `The free chair is kept for ${names}` : `The free chairs are kept for ${names}`;
}

/**
 * Where somebody stands on the waiting list, or that it is his turn.
 * @param {{place: number, of: number, offer_ms: number | null}} listed
 */
function placeWords({ place, of, offer_ms }) {
  if (offer_ms !== null) return "A chair is kept for you for {s} s: sit down.";
  return place === 1 && of === 1
    ? "You are next for a chair."
    : `You are number ${place} of ${of} who wait for a chair.`;
}

/**
 * What becomes of who has got up in mid-hand, or nothing.
 * @param {State} state
 */
function leavingWords({ hand, viewer, seats }) {
  const mine = viewer === null ? null : (hand?.seats[viewer] ?? null);
  if (viewer === null || !seats[viewer]?.leaving || !hand || hand.over) return "";
  const folds = mine && !mine.folded && !mine.mucked && !hand.awarding;
  const how = folds ? "you fold when it is your turn, and leave" : "you leave";
  return `You have got up: ${how} after this hand. Your chips go back to your account.`;
}

/**
 * That the viewer is not dealt in, and why, where it was not he who wanted that.
 * @param {View} view
 * @param {State["table"]} table
 */
function outWords({ own }, table) {
  if (own?.put_out === "late") {
    // Where one may think as long as one likes, nobody is waited for who is away.
    const why = table?.think_ms ? "Your time ran out" : "You were away when it was your turn";
    return `${why}: you are sitting out until you come back.`;
  }
  if (own?.put_out === "costs_more") {
    return "The next hand may cost more than the last: you are sitting out until you come back.";
  }
  return "You are sitting out.";
}

/**
 * @param {State} state
 * @returns {string}
 */
function waitingWords({ hand, view, viewer, seats, table }) {
  if (!view) return "";
  const me = viewer === null ? null : seats[viewer];
  if (view.turn !== null) {
    const who = seats[view.turn]?.name ?? "";
    if (me && viewer !== null && !hand?.seats[viewer]) {
      if (me.sitting_out) return outWords(view, table);
      if (!me.stack) return `You are out of chips. ${who} is to act.`;
      const waits = view.marks[viewer]?.some(({ kind }) => NOT_DEALT_IN.includes(kind));
      if (!waits) return "You are dealt in at the next hand.";
    }
    return `${who} is to act`;
  }
  if (me?.sitting_out) return outWords(view, table);
  const plays = viewer !== null && hand && !hand.over && hand.seats[viewer];
  if (me && me.stack === 0 && !plays) return "You are out of chips.";
  if (view.paused || view.next_hand_in_ms !== null || (hand && !hand.over)) return "";
  const there = seats.filter((player) => player !== null);
  if (there.length > 1 && there.every(({ bot }) => bot)) {
    return "Sit down to start; the bots wait for you.";
  }
  return "Waiting for players";
}
