// What there is to say and to do when it is not the viewer's turn.

/** @import { State } from "./state.js" */
/** @import { HandSeat } from "./hand.js" */
/** @import { HouseRules } from "./types.js" */
/** @import { Offer } from "./elements/between.js" */

const CLEARED = "Your chair is freed after this hand; your chips come back to you.";
const NOT_DEALT_IN = ["waiting", "owes", "posting"];

/**
 * @param {State} state
 * @returns {{words: string, until: string, offers: Offer[]}} `until`: what the seconds to the next
 *   hand are counted down to, or empty where there is more to say
 */
export function between(state) {
  const { hand, view, viewer, seats, table } = state;
  const me = viewer === null ? null : seats[viewer];
  const words = [newsWords(state), me?.cleared ? CLEARED : "", waitingWords(state)].filter(Boolean).join(" ");
  const until = words ? "" : `${hand ? "Next" : "First"} hand`;
  if (!me || !view || viewer === null) return { words, until, offers: [] };
  const mine = hand?.seats[viewer] ?? null;
  /** @type {Offer[]} */
  const offers = [];
  const idle = !hand || hand.over;
  if (idle && hand && mine && mayShow(mine, hand.rules)) {
    offers.push({ label: "Show my cards", message: { type: "show" } });
  }
  if (me.sitting_out || me.leaving) {
    offers.push({ label: "Come back", message: { type: "come_back" }, strong: true });
  } else if (idle && me.stack === 0) {
    const label = `Buy in again: ${table?.buy_in ?? ""}`;
    offers.push({ label, message: { type: "rebuy" }, strong: true });
    offers.push({ label: "Another amount", message: { type: "open-chips" } });
  } else if (idle && hand && view.next_hand_in_ms !== null) {
    // First comes what the table asks.
    const asked = view.own?.offers.some(({ choices }) => choices.some(({ strong }) => strong));
    offers.push({ label: "Next hand", message: { type: "next" }, strong: !asked });
  }
  return { words, until, offers };
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
function newsWords({ viewer, seats, name, view }) {
  if (viewer !== null) return "";
  const place = name === null ? -1 : (view?.waiting.indexOf(name) ?? -1);
  if (place >= 0) return placeWords(place, view?.waiting.length ?? 0, seats);
  if (!seats.length || seats.some((player) => !player)) return "";
  // At a table of two nobody makes room.
  return seats.length > 2 && seats.some((player) => player?.bot)
    ? "Table full: you are watching; a bot gives you its chair after this hand."
    : "Table full: you are watching; a chair will be offered here when one is free.";
}

/**
 * Where somebody stands on the waiting list, or that it is his turn.
 * @param {number} place from 0
 * @param {number} all
 * @param {State["seats"]} seats
 */
function placeWords(place, all, seats) {
  if (place === 0 && seats.some((player) => !player)) return "A chair is free for you: sit down.";
  return place === 0 && all === 1
    ? "You are next for a chair."
    : `You are number ${place + 1} of ${all} who wait for a chair.`;
}

/**
 * @param {State} state
 * @returns {string}
 */
function waitingWords({ hand, view, viewer, seats }) {
  if (!view) return "";
  const me = viewer === null ? null : seats[viewer];
  if (view.paused) return "";
  if (view.turn !== null) {
    const who = seats[view.turn]?.name ?? "";
    if (me && viewer !== null && !hand?.seats[viewer]) {
      if (me.sitting_out) return "You are sitting out.";
      const waits = view.marks[viewer]?.some(({ kind }) => NOT_DEALT_IN.includes(kind));
      if (!waits && me.stack) return "You are dealt in at the next hand.";
    }
    return `${who} is to act`;
  }
  if (me?.sitting_out) return "You are sitting out.";
  if (me && me.stack === 0 && (!hand || hand.over)) return "You are out of chips.";
  if (view.next_hand_in_ms !== null || (hand && !hand.over)) return "";
  const there = seats.filter((player) => player !== null);
  if (there.length > 1 && there.every(({ bot }) => bot)) {
    return "Sit down to start; the bots wait for you.";
  }
  return "Waiting for players";
}
