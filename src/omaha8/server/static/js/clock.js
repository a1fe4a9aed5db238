// The time of whoever is to act: a thin line at the foot of the plate, from the start of the turn;
// when it has run out, the time bank in another colour.

import { h } from "./dom.js";

/** @import { SeatElement } from "./elements/seat.js" */
/** @import { State } from "./state.js" */
/** @import { View } from "./types.js" */

/** From here on the line has another colour. */
const SOON_MS = 15_000;

export class TurnClock {
  #line = h("div", { class: "turn-clock", "aria-hidden": "true" });
  #soon = 0;
  #bank = 0;
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
    clearTimeout(this.#bank);
    for (const animation of this.#line.getAnimations()) animation.cancel();
    const left = view?.acting_ms ?? null;
    const turn = view?.turn ?? null;
    const plate = turn === null ? null : seats[turn]?.querySelector(".plate");
    if (!view || left === null || !plate) {
      this.#line.remove();
      return;
    }
    if (this.#line.parentElement !== plate) plate.append(this.#line);
    const bank = view.bank_ms ?? 0;
    const all = table?.time_bank_ms ?? 0;
    if (left <= 0 && bank) return this.#run("bank", bank, all, view.paused !== null);
    this.#run("", left, table?.think_ms ?? 0, Boolean(view.paused));
    if (view.paused || !bank) return;
    this.#bank = setTimeout(() => this.#run("bank", bank, all, false), left);
  }

  /**
   * @param {"" | "bank"} kind
   * @param {number} left
   * @param {number} all what there was at the beginning
   * @param {boolean} paused whether it stands still
   */
  #run(kind, left, all, paused) {
    for (const animation of this.#line.getAnimations()) animation.cancel();
    const from = Math.min(1, left / Math.max(left, all, 1));
    const running = this.#line.animate([{ transform: `scaleX(${from})` }, { transform: "scaleX(0)" }], {
      duration: left,
      fill: "forwards",
    });
    if (paused) running.pause();
    this.#line.classList.toggle("bank", kind === "bank");
    this.#line.classList.toggle("soon", left <= SOON_MS && !this.#view?.bank_ms);
    if (left > SOON_MS && !paused && kind === "" && !this.#view?.bank_ms) {
      this.#soon = setTimeout(() => this.#line.classList.add("soon"), left - SOON_MS);
    }
  }
}
