// What the client knows, as a pure fold of the server's messages: same messages, same state.

import { foldHandEvent, startHand, withoutSeat } from "./hand.js";
import { actionWords, logLine, tableNews } from "./words.js";

/** @import { Change, Me, NamedHand, Player, Said, ServerMessage, Snapshot, TableInfo, TableOrHandEvent, View, WireView } from "./types.js" */
/** @import { Hand } from "./hand.js" */

/**
 * A line of the log; `id` grows by one.
 * @typedef {{id: number, kind: TableOrHandEvent["type"] | "table_changed", text: string}} LogEntry
 */

/**
 * `seq` is the number of the last event folded in, -1 before the first snapshot; `behind` says
 * that events are missing and the client has to say hello again. `person` is null for who has no account. `view` is what everybody sees
 * together with what only this viewer is told.
 * @typedef {object} State
 * @property {string | null} stream
 * @property {number | null} person
 * @property {string | null} name
 * @property {string | null} role
 * @property {number} seq
 * @property {boolean} behind
 * @property {number | null} viewer
 * @property {TableInfo | null} table
 * @property {(Player | null)[]} seats
 * @property {Hand | null} hand
 * @property {View | null} view
 * @property {Me | null} me
 * @property {LogEntry[]} log
 * @property {Said[]} chat
 */

const LOG_LENGTH = 400;
const CHAT_LENGTH = 200;

/** @type {State} */
export const INITIAL = Object.freeze({
  stream: null,
  person: null,
  name: null,
  role: null,
  seq: -1,
  behind: false,
  viewer: null,
  table: null,
  seats: [],
  hand: null,
  view: null,
  me: null,
  log: [],
  chat: [],
});

/**
 * The state after a message. Errors and pongs change nothing.
 * @param {State} state
 * @param {ServerMessage} message
 * @returns {State}
 */
export function fold(state, message) {
  switch (message.type) {
    case "welcome": {
      const { stream, person, name, role, viewer, table } = message;
      const known = stream === state.stream ? state : INITIAL;
      const me = person === known.person ? known.me : null;
      return { ...known, stream, person, name, role, viewer, table, me, behind: false };
    }
    case "snapshot":
      return foldSnapshot(state, message);
    case "events": {
      if (message.seq > state.seq + 1) return { ...state, behind: true };
      if (message.seq + message.events.length < state.seq + 1) return state;
      const news = message.events.slice(state.seq + 1 - message.seq);
      // Who has neither chair nor cards is told of himself only when that changes.
      const me = message.me ?? (state.person === null ? null : state.me);
      const view = seenBy(me, message.view);
      return { ...foldEvents(state, news, view), view, me };
    }
    case "me": {
      const { me } = message;
      return { ...state, me, view: state.view && seenBy(me, state.view) };
    }
    case "said":
      return foldSaid(state, message);
    default:
      return state;
  }
}

/**
 * What everybody sees and what only this viewer is told, as one.
 * @param {Me | null | undefined} me
 * @param {WireView} view
 * @returns {View}
 */
export function seenBy(me, view) {
  const { own = null, buy_in = null, legal = null, readout = null, hand = null } = me ?? {};
  const { listed = null } = me ?? {};
  const others = (view.hands ?? []).filter(({ seat }) => seat !== hand?.seat);
  const hands = hand ? [...others, hand].toSorted((a, b) => a.seat - b.seat) : others;
  const { balance = 0, credit = null } = me ?? {};
  return { ...view, own, buy_in, legal, readout, hands, listed, balance, credit };
}

/**
 * The last lines are said again after every hello. What the dealer says of a hand stands in the log;
 * here it would drown what people say.
 * @param {State} state
 * @param {Said} said
 * @returns {State}
 */
function foldSaid(state, said) {
  if (said.kind === "dealer") return state;
  const known = state.chat.some(
    ({ at, name, text }) => at === said.at && name === said.name && text === said.text,
  );
  return known ? state : { ...state, chat: [...state.chat, said].slice(-CHAT_LENGTH) };
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 * @returns {State}
 */
function foldSnapshot(state, snapshot) {
  // A hand that is known is told again from its beginning.
  const again = state.view?.hand === snapshot.view.hand && snapshot.events.length > 0;
  const { log, kept } = again ? withoutRetold(state.log, snapshot.events) : { log: state.log, kept: [] };
  const seated = { ...state, seats: snapshot.seats, hand: null, log, behind: false };
  // Who sees the table later than it is was told of himself already.
  const me = snapshot.me ?? (state.person === null ? null : state.me);
  const view = seenBy(me, snapshot.view);
  const told = foldEvents(seated, snapshot.events, view, snapshot.names);
  const { seats, seq, table, viewer } = snapshot;
  // Who took a chair after the hand began has nothing of what was played there.
  const hand = seats.reduce(
    (played, player, seat) => (played && !player?.dealt ? withoutSeat(played, seat) : played),
    told.hand,
  );
  const next = (told.log.at(-1)?.id ?? 0) + 1;
  // No event tells that the clock or the name is another one.
  const news = tableNews(state.table, table);
  /** @type {Omit<LogEntry, "id">[]} */
  const late = news ? [...kept, { kind: "table_changed", text: news }] : kept;
  const lines = [...told.log, ...late.map((entry, i) => ({ ...entry, id: next + i }))];
  return { ...told, hand, seats, seq, table, view, me, viewer, log: lines.slice(-LOG_LENGTH) };
}

/**
 * The log as it was before the hand that `events` tell again; and of the lines since then those that
 * they do not: who came and went, which rules are to change.
 * @param {LogEntry[]} log
 * @param {TableOrHandEvent[]} events
 */
function withoutRetold(log, events) {
  const begun = log.findLastIndex(({ kind }) => kind === "hand_started");
  if (begun < 0) return { log, kept: [] };
  /** @type {Set<string>} */
  const retold = new Set(events.map(({ type }) => type));
  const before = log.slice(0, begun);
  // Its shuffle came before it.
  const last = before.findLastIndex(({ kind }) => kind === "hand_started" || kind === "deck_chosen");
  const shuffled = before[last]?.kind === "deck_chosen" && retold.has("deck_chosen");
  return {
    log: shuffled ? before.toSpliced(last, 1) : before,
    kept: log.slice(begun).filter(({ kind }) => !retold.has(kind)),
  };
}

/**
 * @param {State} state
 * @param {TableOrHandEvent[]} events
 * @param {View} view after all of them: what it names belongs to the last hand
 * @param {(string | null)[]} names by seat, of who was dealt into the hand; else as they sit
 * @returns {State}
 */
export function foldEvents(state, events, view, names = []) {
  const last = events.findLastIndex(({ type }) => type === "hand_started");
  // The time bank of who is late is used up before that.
  const out = events.findIndex(({ type }) => type !== "time_bank");
  const late = ranOutOfTime(state, events.slice(out));
  return events.reduce((told, event, i) => {
    const next = foldEvent(told, event, i < last ? [] : (view.hands ?? []), names, view.coming);
    if (!late || i > out + 1) return next;
    // Two events, one line.
    const line = next.log.at(-1);
    if (i <= out || !line) return { ...next, log: told.log };
    return { ...next, log: next.log.with(-1, { ...line, text: late }) };
  }, state);
}

/**
 * The line for who was to act and is put out by the server, which acts for him; else null.
 * @param {State} state
 * @param {TableOrHandEvent[]} events
 */
function ranOutOfTime({ view, seats }, [out, acts]) {
  if (out?.type !== "sat_out" || out.seat !== view?.turn) return null;
  if (acts?.type !== "checked" && acts?.type !== "folded" && acts?.type !== "mucked") return null;
  if (acts.seat !== out.seat) return null;
  return `${nameAt(seats[out.seat], out.seat)} ran out of time: ${actionWords(acts)}, and sits out`;
}

/**
 * @param {State} state
 * @param {TableOrHandEvent} event
 * @param {NamedHand[]} hands
 * @param {(string | null)[]} names
 * @param {Change[]} [coming] what changes with the next hand
 * @returns {State}
 */
function foldEvent(state, event, hands, names, coming) {
  const { hand, seats } = foldTable(state, event, names);
  const text = logLine(
    event,
    (seat) => nameInEvent(event, seat, { hand, seats }, state.seats),
    hand?.board ?? [],
    hands,
    event.type === "rules_changed" ? state.view?.coming : coming,
  );
  const id = (state.log.at(-1)?.id ?? 0) + 1;
  const log = text === null ? state.log : [...state.log, { id, kind: event.type, text }];
  return { ...state, seq: state.seq + 1, hand, seats, log: log.slice(-LOG_LENGTH) };
}

/**
 * @param {State} state
 * @param {TableOrHandEvent} event
 * @param {(string | null)[]} names
 * @returns {Pick<State, "hand" | "seats">}
 */
function foldTable({ hand, seats }, event, names) {
  switch (event.type) {
    case "hand_started":
      return {
        hand: startHand(
          event,
          seats.map((player, seat) => names[seat] ?? nameAt(player, seat)),
        ),
        seats: seats.map((player, i) => player && { ...player, dealt: event.stacks[i] !== null }),
      };
    case "seated": {
      const { seat, name, stack, bot } = event;
      const player = { seat, name, stack, bot, sitting_out: false, leaving: false, cleared: false, dealt: false };
      return { hand, seats: seats.with(seat, player) };
    }
    case "left":
      return { hand: hand && withoutSeat(hand, event.seat), seats: seats.with(event.seat, null) };
    case "rebought":
      return { hand, seats: changed(seats, event.seat, { stack: event.stack }) };
    case "leaving":
      return { hand, seats: changed(seats, event.seat, { leaving: true }) };
    case "clear_asked":
      return { hand, seats: changed(seats, event.seat, { cleared: true }) };
    case "sat_out":
      return { hand, seats: changed(seats, event.seat, { sitting_out: true }) };
    case "came_back":
      return { hand, seats: changed(seats, event.seat, { sitting_out: false, leaving: false }) };
    case "seat_changed": {
      const player = seats[event.seat];
      const moved = player ? { ...player, seat: event.to, dealt: false } : null;
      const left = hand && withoutSeat(hand, event.seat);
      return { hand: left, seats: seats.with(event.seat, null).with(event.to, moved) };
    }
    case "chopped":
      return { hand: null, seats: seats.map((player, seat) => takenBack(player, hand, seat, event)) };
    case "hand_voided":
      return {
        hand: null,
        seats: seats.map((player, seat) => {
          const stack = event.stacks[seat];
          return player && typeof stack === "number" ? { ...player, stack } : player;
        }),
      };
    case "hand_ended":
      return {
        hand: hand && foldHandEvent(hand, event),
        seats: seats.map((player, seat) => {
          const stack = event.stacks[seat];
          return player && typeof stack === "number" ? { ...player, stack } : player;
        }),
      };
    case "awarded":
    case "bet":
    case "board_dealt":
    case "called":
    case "checked":
    case "folded":
    case "hole_dealt":
    case "mucked":
    case "posted":
    case "raised":
    case "raked":
    case "shown":
    case "uncalled_returned":
      return { hand: hand && foldHandEvent(hand, event), seats };
    default:
      // What else happens at the table is in the view.
      return { hand, seats };
  }
}

/**
 * A player after the blinds have taken their money back.
 * @param {Player | null} player
 * @param {Hand | null} hand
 * @param {number} seat
 * @param {{seats: number[], amounts: number[]}} chopped
 */
function takenBack(player, hand, seat, { seats, amounts }) {
  const inHand = hand?.seats[seat];
  if (!player || !inHand) return player;
  return { ...player, stack: inHand.stack + (amounts[seats.indexOf(seat)] ?? 0) };
}

/** What happens to a chair, not in the hand that was dealt there. */
const CHAIR_EVENTS = new Set([
  ...["seated", "left", "leaving", "clear_asked", "sat_out", "came_back", "rebought", "seat_changed"],
  ...["sit_out_at_big_blind", "seat_change_asked", "top_up_asked", "entry_chosen"],
  ...["straddle_asked", "kill_asked", "kill_lapsed"],
]);

/**
 * In a hand the name is the one it was dealt to, also after he has got up and somebody else has
 * taken the chair.
 * @param {TableOrHandEvent} event
 * @param {number} seat
 * @param {Pick<State, "hand" | "seats">} now
 * @param {(Player | null)[]} before who leaves is still known by the name he had
 */
function nameInEvent({ type }, seat, { hand, seats }, before) {
  const dealt = CHAIR_EVENTS.has(type) ? null : hand?.names[seat];
  return dealt || nameAt(seats[seat] ?? before[seat], seat);
}

/**
 * @param {Player | null | undefined} player
 * @param {number} seat
 */
function nameAt(player, seat) {
  return player?.name ?? `Seat ${seat + 1}`;
}

/**
 * @param {(Player | null)[]} seats
 * @param {number} seat
 * @param {Partial<Player>} change
 * @returns {(Player | null)[]}
 */
function changed(seats, seat, change) {
  const player = seats[seat];
  return player ? seats.with(seat, { ...player, ...change }) : seats;
}
