// <o8-notices>: what is so for everybody at the table now: stopped clocks, a delay, a server that stops.

import { h } from "../dom.js";

/** @import { State } from "../state.js" */

export class NoticesElement extends HTMLElement {
  #drawn = "";

  connectedCallback() {
    this.setAttribute("role", "status");
  }

  /** @param {string[]} notices */
  update(notices) {
    this.hidden = notices.length === 0;
    const key = notices.join("\n");
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.replaceChildren(...notices.map((text) => h("p", {}, text)));
  }
}

/** So many changes are told one by one. */
const MOST_TOLD = 3;

/**
 * "From the next hand on: Buy-in: 80 to 800 (was: 40 to 400)."
 * @param {string[]} coming
 */
function comingWords(coming) {
  const told = coming.length > MOST_TOLD ? [...coming.slice(0, MOST_TOLD - 1), `${coming.length - MOST_TOLD + 1} more, in the log`] : coming;
  return `From the next hand on: ${told.join("; ")}.`;
}

/**
 * @param {State} state
 * @param {string} farewell what the server said before it hangs up
 * @returns {string[]}
 */
export function noticesOf({ table, view, viewer }, farewell) {
  const notices = [];
  if (farewell) notices.push(farewell);
  if (view?.paused) notices.push(`Paused: ${view.paused} has stopped the clocks.`);
  if (view?.coming?.length) notices.push(comingWords(view.coming));
  const delay = Math.round((table?.spectator_delay_ms ?? 0) / 1000);
  if (delay && viewer === null) {
    notices.push(`You see this table ${delay} seconds late, as everybody who only watches.`);
  }
  return notices;
}

customElements.define("o8-notices", NoticesElement);
