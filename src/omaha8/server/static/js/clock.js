// The time of whoever is to act: a thin line at the foot of the plate, from the start of the turn.

import { h } from "./dom.js";

/** @import { SeatElement } from "./elements/seat.js" */
/** @import { State } from "./state.js" */
/** @import { View } from "./types.js" */

/** From here on the line has another colour. */
const SOON_MS = 15_000;

export class TurnClock {
  #line = h("div", { class: "turn-clock", "aria-hidden": "true" });
  #soon = 0;
  /** @type {View | null} */
  #view = null;

  /**
   * @param {State} state
   * @param {SeatElement[]} seats
   */
  update({ view, table }, seats) {
    // What is left was true when the view came: it is not drawn twice.
    if (view === this.#view) return;
    this.#view = view;
    clearTimeout(this.#soon);
    for (const animation of this.#line.getAnimations()) animation.cancel();
    const left = view?.acting_ms ?? null;
    const turn = view?.turn ?? null;
    const plate = turn === null ? null : seats[turn]?.querySelector(".plate");
    if (left === null || !plate) {
      this.#line.remove();
      return;
    }
    if (this.#line.parentElement !== plate) plate.append(this.#line);
    const from = Math.min(1, left / Math.max(left, table?.think_ms ?? 0, 1));
    this.#line.animate([{ transform: `scaleX(${from})` }, { transform: "scaleX(0)" }], {
      duration: left,
      fill: "forwards",
    });
    this.#line.classList.toggle("soon", left <= SOON_MS);
    if (left > SOON_MS) {
      this.#soon = setTimeout(() => this.#line.classList.add("soon"), left - SOON_MS);
    }
  }
}
