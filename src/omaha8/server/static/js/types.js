// The shapes of docs/protocol.md, for the type checker; this module holds no code.

/**
 * @typedef {object} Player
 * @property {number} seat
 * @property {string} name
 * @property {number} stack
 * @property {boolean} bot
 * @property {boolean} sitting_out
 * @property {boolean} leaving
 * @property {boolean} cleared has to go after the hand
 * @property {boolean} dealt into the hand in progress, or the last one
 */

/**
 * `spectator_delay_ms`: who does not sit sees everything so much later.
 * @typedef {object} TableInfo
 * @property {string} id
 * @property {string} name
 * @property {number} seats
 * @property {string} structure
 * @property {string} stakes
 * @property {string} game
 * @property {string} rules
 * @property {number} min_buy_in
 * @property {number} max_buy_in
 * @property {number} buy_in
 * @property {number} big_blind
 * @property {number | null} think_ms
 * @property {number} time_bank_ms
 * @property {boolean} private
 * @property {number} spectator_delay_ms
 */

/**
 * The choices of whose turn it is. Amounts called `to` are totals of the betting round.
 * @typedef {object} Legal
 * @property {number} seat
 * @property {number} to_call
 * @property {number} price
 * @property {number} min_to
 * @property {number} max_to
 * @property {number} pot_to
 * @property {number} half_pot_to
 * @property {string | null} no_raise
 * @property {number} all_in_to
 * @property {boolean} showdown
 * @property {string} text the choices in words
 */

/** @typedef {{type: "fold" | "check" | "call" | "show" | "muck"}} PlainAction */
/** @typedef {PlainAction | {type: "bet" | "raise", to: number}} Action */

/**
 * One direction of the viewer's hand: the words, the two hole cards that play, all five cards.
 * @typedef {{text: string, hole: string[], cards: string[]}} ReadoutLine
 */

/** @typedef {"high" | "low" | "whole"} Half */

/**
 * What one winner of a line wins it with; `low_cards` where he takes the whole pot both ways.
 * @typedef {{seat: number, cards: string[], hole: string[], low_cards?: string[]}} Winning
 */

/**
 * `winning` is left out where nobody showed.
 * @typedef {object} ShowdownLine
 * @property {Half} half
 * @property {number} amount
 * @property {string} text
 * @property {number[]} seats
 * @property {Winning[]} [winning]
 */

/** @typedef {{seat: number, high: string, low: string | null}} NamedHand */

/** @typedef {{pot: string, amount: number, text: string, lines: ShowdownLine[]}} ShowdownPot */
/** @typedef {{name: string, amount: number, eligible: number[]}} Pot */

/**
 * The game in force; `label` is "mixed", "kill pot", "next hand" or "next: kill pot", `note` what that means.
 * @typedef {{structure: string, title: string, label: string | null, note: string | null}} GameView
 */

/**
 * A small label at a seat, and what it means.
 * @typedef {object} Mark
 * @property {"missed_big" | "missed_small" | "waiting" | "posting" | "owes" | "kill" | "straddle"
 *   | "out_next" | "top_up"} kind
 * @property {string} label
 * @property {string} title
 */

/** @typedef {{label: string, message: {type: string}, strong: boolean}} Choice */

/**
 * What the table offers the viewer, in words, and the buttons that answer it.
 * @typedef {{kind: "entry" | "kill" | "chop", text: string, choices: Choice[]}} TableOffer
 */

/**
 * What concerns only a viewer who has a seat.
 * @typedef {object} Own
 * @property {TableOffer[]} offers
 * @property {"now" | "next_big_blind" | null} sits_out
 * @property {boolean | null} straddles null where nobody does
 * @property {number} top_up
 * @property {[number, number] | null} [auto_rebuy]
 * @property {{amount: number, on: boolean} | null} [kill] of the next pot, where one may
 * @property {"late" | "costs_more" | null} [put_out] why the server made the viewer sit out
 * @property {boolean} [must_agree] whether he has to say something to be dealt in, as it may cost more
 */

/** What the next hand is played by that this one is not. @typedef {{what: string, value: string, was: string}} Change */

/**
 * What the server works out for everybody, so that no rule is written twice. `turn_id` names the
 * decision that is to be made; `bank_ms` begins to run when `acting_ms` is used up; `paused` says
 * who stopped the clocks, or why; `waiting` is the waiting list.
 * @typedef {object} WireView
 * @property {number | null} hand
 * @property {GameView} game
 * @property {Mark[][]} marks
 * @property {number | null} turn
 * @property {number} turn_id
 * @property {Pot[]} pots
 * @property {number} pot
 * @property {(number | null)[]} stacks
 * @property {boolean} low_possible
 * @property {boolean} capped
 * @property {ShowdownPot[] | null} showdown
 * @property {NamedHand[]} hands
 * @property {number[]} away
 * @property {number | null} acting_ms
 * @property {number | null} bank_ms
 * @property {number | null} next_hand_in_ms
 * @property {string | null} paused
 * @property {boolean} [closing] after this hand
 * @property {string[]} waiting
 * @property {{name: string, ms: number}[]} [kept] for whom on it a free chair is kept, how long yet
 * @property {Change[]} [coming] what changes with the next hand
 */

/**
 * What only this viewer is told. `credit` is how far below 0 his balance may go, null for as far as
 * he likes; `hand` is what he makes on a full board; `listed` is his place on the waiting list, from 1,
 * `offer_ms` how long a free chair is kept for him yet.
 * @typedef {object} Me
 * @property {number | null} seat
 * @property {Own | null} own
 * @property {{least: number, most: number, usual: number} | null} buy_in
 * @property {Legal | null} legal
 * @property {{high: ReadoutLine | null, low: ReadoutLine | null, counterfeited: string | null}
 *   | null} readout
 * @property {NamedHand | null} hand
 * @property {{place: number, of: number, offer_ms: number | null} | null} listed
 * @property {number} balance
 * @property {number | null} credit
 */

/** Both together, as the page draws them. @typedef {WireView & Omit<Me, "seat" | "hand">} View */

/**
 * A line of the chat; `dealer` is the room itself. `at` is in ms since 1970.
 * @typedef {{type: "said", kind: "say" | "react" | "dealer", person: number | null, name: string,
 *   text: string, at: number}} Said
 */

/**
 * @typedef {object} Awarded
 * @property {"awarded"} type
 * @property {number} seat
 * @property {number} amount
 * @property {number} pot
 * @property {number} pots
 * @property {Half} half
 * @property {number} of
 * @property {number[]} winners
 * @property {string} reason
 * @property {boolean} odd_chip
 * @property {Half | null} half_odd_chip
 * @property {string | null} hand
 * @property {string} why
 */

/**
 * @typedef {{structure: string, small_blind: number, big_blind: number, small_bet: number,
 *   big_bet: number, spread_max?: number, hole_cards: number}} Game
 */
/** @typedef {{odd_chip_hilo: string, uncontested_show: string}} HouseRules */

/**
 * @typedef {{type: "called" | "bet" | "raised", seat: number, added: number, to: number,
 *   all_in: boolean}} Wagered
 * @typedef {{type: "posted", seat: number, kind: string, live: number, dead: number,
 *   all_in: boolean}} Posted
 * @typedef {{type: "hand_started", rules: HouseRules, game: Game, button: number,
 *   stacks: (number | null)[]}} HandStarted
 * @typedef {HandStarted | Posted | Wagered | Awarded
 *   | {type: "hole_dealt", seat: number, count: number, cards: string | null}
 *   | {type: "board_dealt", cards: string, burned: number}
 *   | {type: "folded" | "checked" | "mucked", seat: number}
 *   | {type: "uncalled_returned", seat: number, amount: number}
 *   | {type: "shown", seat: number, cards: string, voluntary: boolean}
 *   | {type: "raked", by_pot: number[]}
 *   | {type: "hand_ended", stacks: (number | null)[]}} HandEvent
 */

/**
 * @typedef {{type: "seated", seat: number, name: string, stack: number, bot: boolean}
 *   | {type: "left" | "leaving" | "clear_asked" | "sat_out" | "came_back", seat: number}
 *   | {type: "rebought", seat: number, amount: number, stack: number}
 *   | {type: "sit_out_at_big_blind" | "connection_lost" | "connection_back" | "kill_lapsed",
 *     seat: number}
 *   | {type: "seat_change_asked" | "seat_changed", seat: number, to: number}
 *   | {type: "top_up_asked" | "kill_asked", seat: number, amount: number}
 *   | {type: "auto_rebuy_set", seat: number, below: number, to: number}
 *   | {type: "entry_chosen", seat: number, post: boolean}
 *   | {type: "straddle_asked", seat: number, on: boolean}
 *   | {type: "kill_owed", seat: number, kind: string, pot: number}
 *   | {type: "chop_answered", seat: number, agrees: boolean}
 *   | {type: "chopped", seats: number[], amounts: number[]}
 *   | {type: "hand_voided", why: string, stacks: (number | null)[]}
 *   | {type: "clocks_stopped", by: string}
 *   | {type: "clocks_started", by?: string | null}
 *   | {type: "straddles_wished", seat: number, on: boolean}
 *   | {type: "time_bank", seat: number, left_ms: number}
 *   | {type: "decks_committed", hand: number, roots: [string, string],
 *     hashes: {name: string, hash: string}[]}
 *   | {type: "deck_chosen", hand: number, nonces: {name: string, nonce: string}[],
 *     missing: string[], seed: string, dealt: number, other: {card: string, salt: string}[]}
 *   | {type: "blinds_assigned", number: number}
 *   | {type: "game_changed", index: number, game: Game}
 *   | {type: "listed" | "unlisted", name: string}
 *   | {type: "minute_told", minute: number}
 *   | {type: "rules_change_asked", games: Game[], min_buy_in: number, max_buy_in: number, by: string}
 *   | {type: "table_opened" | "rules_changed"}} TableEvent
 */

/** @typedef {HandEvent | TableEvent} TableOrHandEvent */

/**
 * A card of the deck that is dealt, opened; see docs/fairness.md.
 * @typedef {{slot: number, position: number, card: string, salt: string, path: string[]}} Opening
 */

/**
 * @typedef {{type: "welcome", protocol: number, stream: string, viewer: number | null,
 *   person: number | null, name: string | null, role: string | null, table: TableInfo}} Welcome
 * @typedef {{type: "snapshot", seq: number, viewer: number | null, table: TableInfo,
 *   seats: (Player | null)[], names: (string | null)[], events: TableOrHandEvent[],
 *   view: WireView, me: Me | null, openings: Opening[]}} Snapshot
 * @typedef {{type: "events", seq: number, events: TableOrHandEvent[], view: WireView,
 *   me: Me | null, openings: Opening[]}} Events
 * @typedef {{type: "error", code: string, message: string, legal: Legal | null,
 *   id: string | null, hand: number | null, turn: number | null}} ServerError
 * @typedef {{type: "me", me: Me}} Yours
 * @typedef {{type: "done", id: string, seq: number}} Done
 * @typedef {{type: "bye", message: string}} Bye
 * @typedef {Welcome | Snapshot | Events | Yours | Done | Said | Bye | ServerError | {type: "pong"}
 *   } ServerMessage
 */

export {};
