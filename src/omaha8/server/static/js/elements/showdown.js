// <o8-showdown>: every pot and every half of it in words, until the next hand begins.

import { h } from "../dom.js";
import { liftable } from "../lift.js";

/** @import { Half, NamedHand, ShowdownPot } from "../types.js" */

/** @type {Record<Half, string>} */
const ARROWS = { high: "▲", low: "▼", whole: "●" };

export class ShowdownElement extends HTMLElement {
  #drawn = "";

  connectedCallback() {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Who takes what");
  }

  /**
   * @param {ShowdownPot[] | null} showdown
   * @param {NamedHand | null} own what the viewer had, who was in to the end
   */
  update(showdown, own) {
    this.hidden = !showdown;
    const key = JSON.stringify([showdown, own]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    const pots = (showdown ?? []).toReversed().map(drawPot);
    this.replaceChildren(...(showdown && own ? [drawOwn(own)] : []), ...pots);
  }
}

/** @param {NamedHand} own */
function drawOwn({ high, low }) {
  return h("p", { class: "own-hand" }, `You: ${high} / ${low ?? "no low"}`);
}

/** @param {ShowdownPot} pot */
function drawPot({ pot, amount, lines }) {
  const name = pot.charAt(0).toUpperCase() + pot.slice(1);
  return h(
    "div",
    { class: "award" },
    h("h3", {}, `${name} ${amount}`),
    ...lines.map(({ half, text, winning = [] }) => {
      // Who share a half do it with cards of their own.
      const cards = winning.flatMap((won) => [...won.cards, ...(won.low_cards ?? [])]);
      const line = h(
        "button",
        { class: `line ${half}`, type: "button", "aria-pressed": "false", disabled: !cards.length },
        h("span", { class: "arrow", "aria-hidden": "true" }, ARROWS[half]),
        h("span", { class: "words" }, text),
      );
      liftable(line, () => cards);
      return line;
    }),
  );
}

customElements.define("o8-showdown", ShowdownElement);
