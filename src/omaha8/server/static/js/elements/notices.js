// <o8-notices>: what is so for everybody at the table now: stopped clocks, a delay, a server that stops.

import { h } from "../dom.js";

/** @import { State } from "../state.js" */
/** @import { Change } from "../types.js" */

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

const FREED = "The host has freed your chair: you play this hand out, then your chips go back to your account.";

/** So many changes are told one by one. */
const MOST_TOLD = 3;

/**
 * "From the next hand on: Limit Omaha Hi/Lo 4/8; Buy-in: 80 to 800."
 * @param {Change[]} coming
 */
function comingWords(coming) {
  const all = coming.map(({ what, value }) => (what === "Game" ? value : `${what}: ${value}`));
  const more = all.length > MOST_TOLD ? all.splice(MOST_TOLD - 1).length : 0;
  return `From the next hand on: ${all.join("; ")}${more ? `; ${more} more changes, in the log` : ""}.`;
}

/**
 * A hand that is going on is played on, without a clock.
 * @param {string} by
 * @param {boolean} playing
 */
function pausedWords(by, playing) {
  return playing
    ? `${by} has stopped the clocks: nobody's time runs, and no new hand is dealt until they go on.`
    : `${by} has stopped the clocks: no hand is dealt until they go on.`;
}

/**
 * @param {State} state
 * @param {string} farewell what the server said before it hangs up
 * @returns {string[]}
 */
export function noticesOf({ table, view, viewer, seats, hand }, farewell) {
  const notices = [];
  if (viewer !== null && seats[viewer]?.cleared) notices.push(FREED);
  if (farewell) notices.push(farewell);
  if (view?.paused) notices.push(pausedWords(view.paused, Boolean(hand && !hand.over)));
  if (view?.closing) notices.push("The table closes after this hand; everybody gets his chips back.");
  if (view?.coming?.length) notices.push(comingWords(view.coming));
  const delay = Math.round((table?.spectator_delay_ms ?? 0) / 1000);
  if (delay && viewer === null) {
    notices.push(`You see this table ${delay} seconds late, as everybody who only watches.`);
  }
  return notices;
}

customElements.define("o8-notices", NoticesElement);
