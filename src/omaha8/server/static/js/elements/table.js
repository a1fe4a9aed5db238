// <o8-table>: the chairs round it, the board and the pots in the middle.

import { allKept } from "../between.js";
import { h } from "../dom.js";
import { places } from "../layout.js";
import { showCards } from "./card.js";
import { PotsElement } from "./pots.js";
import { SealElement } from "./seal.js";
import { SeatElement } from "./seat.js";

/** @import { Half, Mark, View } from "../types.js" */
/** @import { State } from "../state.js" */
/** @import { Place } from "../layout.js" */

const BOARD_SIZE = 5;

export class TableElement extends HTMLElement {
  #felt = h("div", { class: "felt", "aria-hidden": "true" });
  #pots = new PotsElement();
  #slots = Array.from({ length: BOARD_SIZE }, () => h("div", { class: "slot" }));
  #board = h("div", { class: "board", role: "group", "aria-label": "Board" }, ...this.#slots);
  #seal = new SealElement();
  #middle = h("div", { class: "middle" }, h("div", { class: "pot-line" }, this.#pots, this.#seal), this.#board);
  /** @type {SeatElement[]} */
  #seats = [];
  #moving = false;
  /** @type {ReadonlySet<string>} */
  #noted = new Set();
  /** @type {State | null} */
  #state = null;

  connectedCallback() {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Table");
    this.append(this.#felt, this.#middle);
    this.addEventListener("take-seat", (event) => {
      this.#choose(/** @type {CustomEvent<{seat: number}>} */ (event).detail.seat);
    });
    document.addEventListener("sit", () => this.#choose(null));
    document.addEventListener("reacted", (event) => {
      const { name, text } = /** @type {CustomEvent<{name: string, text: string}>} */ (event).detail;
      const seat = this.#state?.seats.findIndex((player) => player?.name === name) ?? -1;
      this.#seats[seat]?.speak(text);
    });
    setInterval(() => this.#seats.forEach((seat) => seat.tick()), 500);
  }

  /**
   * Marks the chair that the viewer means to sit down on.
   * @param {number | null} chosen
   */
  #choose(chosen) {
    this.#seats.forEach((element, seat) => element.choose(seat === chosen));
  }

  /** Whether a press on an empty chair moves the viewer there. */
  set moving(/** @type {boolean} */ on) {
    this.#moving = on;
    this.classList.toggle("moving", on);
    if (this.#state) this.update(this.#state);
  }

  /** On whom the viewer has notes, by name. */
  set noted(/** @type {ReadonlySet<string>} */ names) {
    this.#noted = names;
    if (this.#state) this.update(this.#state);
  }

  /** The seat elements, by seat. */
  get seats() {
    return this.#seats;
  }

  /** Whether the deal is what it should be. */
  get seal() {
    return this.#seal;
  }

  /** Where the pots are drawn. */
  get pots() {
    return this.#pots;
  }

  /** @param {State} state */
  update(state) {
    this.#state = state;
    const { table, hand, view, viewer } = state;
    const count = table?.seats ?? state.seats.length;
    if (count !== this.#seats.length) this.#setUp(count);
    const plays = playing(state);
    const around = places(Math.max(2, count));
    const bottom = viewer ?? 0;
    const kept = keptChairs(state);
    this.#seats.forEach((element, seat) => {
      const player = state.seats[seat] ?? null;
      const inHand = player ? (hand?.seats[seat] ?? null) : null;
      element.update({
        seat,
        place: /** @type {Place} */ (around[(seat - bottom + count) % count]),
        player,
        inHand,
        // In his own chair nobody takes another's cards for his.
        gone: inHand || viewer === seat ? null : (hand?.gone[seat] ?? null),
        stack: (hand?.over ? null : inHand?.stack) ?? player?.stack ?? 0,
        button: hand?.button === seat,
        turn: view?.turn === seat,
        hero: viewer === seat,
        away: view?.away.includes(seat) ?? false,
        wins: winsOf(view, seat),
        marks: [...(view?.marks[seat] ?? []), ...(viewer === seat ? comingChips(view) : [])],
        noted: Boolean(player && viewer !== seat && this.#noted.has(player.name)),
        kept: kept[seat] ?? null,
        take: player || kept[seat] ? "" : viewer === null ? "Sit here" : this.#moving ? "Move here" : "",
        plays,
      });
    });
    this.#drawMiddle(state, plays);
    this.dataset["seats"] = String(count);
    this.classList.toggle("watching", viewer === null);
  }

  /**
   * @param {State} state
   * @param {{high: string[], low: string[]}} plays
   */
  #drawMiddle({ hand, view }, plays) {
    const board = hand?.board ?? [];
    this.#slots.forEach((slot, i) => showCards(slot, board.slice(i, i + 1), plays));
    const showdown = view?.showdown ?? null;
    this.#pots.update({
      pots: hand && !hand.over ? (view?.pots ?? []).filter(({ amount }) => amount > 0) : [],
      allIn: (seat) => hand?.seats[seat]?.allIn ?? false,
      lowPossible: view?.low_possible ?? false,
      oddChip: hand?.rules.odd_chip_hilo ?? "high",
      showdown: hand ? showdown : null,
      nameOf: (seat) => hand?.names[seat] ?? "",
    });
  }

  /** @param {number} count */
  #setUp(count) {
    for (const seat of this.#seats) seat.remove();
    this.#seats = Array.from({ length: count }, () => new SeatElement());
    this.append(...this.#seats);
  }
}

/**
 * The cards that play, by direction: the viewer's while he has a hand, those of every winner once it is
 * over.
 * @param {State} state
 * @returns {{high: string[], low: string[]}}
 */
function playing({ hand, view, viewer }) {
  const mine = viewer === null ? null : (hand?.seats[viewer] ?? null);
  const readout = mine && !mine.folded && !mine.mucked ? (view?.readout ?? null) : null;
  if (!view?.showdown) return { high: readout?.high?.cards ?? [], low: readout?.low?.cards ?? [] };
  /** @type {{high: string[], low: string[]}} */
  const won = { high: [], low: [] };
  for (const { half, winning = [] } of view.showdown.flatMap(({ lines }) => lines)) {
    for (const { cards, low_cards = [] } of winning) {
      won[half === "low" ? "low" : "high"].push(...cards);
      // Who takes the whole both ways plays for low as well.
      won.low.push(...low_cards);
    }
  }
  return won;
}

/**
 * For whom the empty chairs are kept, by seat, where all of them are, and none for the viewer.
 * @param {State} state
 * @returns {({name: string, until: number} | null)[]}
 */
function keptChairs({ view, viewer, seats }) {
  if (viewer !== null || (view?.listed?.offer_ms ?? null) !== null || !allKept(view, seats)) return [];
  const kept = [...(view?.kept ?? [])];
  return seats.map((player) => {
    const first = player ? null : kept.shift();
    return first ? { name: first.name, until: heardOf(first) + first.ms } : null;
  });
}

/** When it was first heard of. @type {WeakMap<object, number>} */
const HEARD = new WeakMap();

/** @param {object} told */
function heardOf(told) {
  const at = HEARD.get(told) ?? performance.now();
  HEARD.set(told, at);
  return at;
}

/**
 * Chips that the viewer has asked for and gets when the hand is over, as a mark at the own seat.
 * @param {View | null} view
 * @returns {Mark[]}
 */
function comingChips(view) {
  const coming = view?.own?.top_up ?? 0;
  if (!coming) return [];
  return [{ kind: "top_up", label: `+${coming}`, title: `${coming} chips come after this hand` }];
}

/**
 * @param {View | null} view
 * @param {number} seat
 * @returns {Half[]}
 */
function winsOf(view, seat) {
  return (view?.showdown ?? [])
    .flatMap(({ lines }) => lines)
    .filter(({ seats }) => seats.includes(seat))
    .map(({ half }) => half);
}

customElements.define("o8-table", TableElement);
