// <o8-showdown>: every pot and every half of it in words, until the next hand begins.

import { h } from "../dom.js";
import { liftable } from "../lift.js";

/** @import { Half, ShowdownPot } from "../types.js" */

/** @type {Record<Half, string>} */
const ARROWS = { high: "▲", low: "▼", whole: "●" };

export class ShowdownElement extends HTMLElement {
  #drawn = "";

  connectedCallback() {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Who takes what");
  }

  /** @param {ShowdownPot[] | null} showdown */
  update(showdown) {
    this.hidden = !showdown;
    const key = JSON.stringify(showdown);
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.replaceChildren(...(showdown ?? []).toReversed().map(drawPot));
  }
}

/** @param {ShowdownPot} pot */
function drawPot({ pot, amount, lines }) {
  const name = pot.charAt(0).toUpperCase() + pot.slice(1);
  return h(
    "div",
    { class: "award" },
    h("h3", {}, `${name} ${amount}`),
    ...lines.map(({ half, text, cards }) => {
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
