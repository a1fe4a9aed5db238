// <o8-card>: one card, face up when it has a code, face down (and empty of data) when it has none.

import { cardName } from "../cards.js";
import { setAttributes, svg } from "../dom.js";
import { RANK_STROKES, SUIT_CLASSES, SUIT_SHAPES } from "../glyphs.js";

export class CardElement extends HTMLElement {
  /** @type {string | null} */
  #code = null;
  #drawn = false;

  /** "As", or null face down. */
  get code() {
    return this.#code;
  }

  /**
   * @param {string | null} code
   * @param {{high?: boolean, low?: boolean}} [plays] for which direction it plays
   */
  update(code, { high = false, low = false } = {}) {
    if (!this.#drawn || code !== this.#code) {
      this.#drawn = true;
      this.#code = code;
      this.replaceChildren(code === null ? back() : face(code));
      this.classList.toggle("down", code === null);
    }
    this.classList.toggle("plays-high", high);
    this.classList.toggle("plays-low", low);
    if (code === null) {
      setAttributes(this, { role: null, "aria-label": null, "aria-hidden": "true" });
    } else {
      const plays = [high && "high", low && "low"].filter(Boolean).join(" and ");
      const label = cardName(code) + (plays ? `, plays for ${plays}` : "");
      setAttributes(this, { role: "img", "aria-label": label, "aria-hidden": null });
    }
  }
}

/** @param {string} code */
function face(code) {
  const [rank = "", suit = ""] = code;
  return svg(
    "svg",
    { viewBox: "0 0 100 140", class: `face ${SUIT_CLASSES[suit]}` },
    svg("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 11 }),
    svg("path", {
      class: "rank",
      d: RANK_STROKES[rank],
      transform: "translate(10 13) scale(1.1)",
    }),
    svg("path", {
      class: "suit",
      d: SUIT_SHAPES[suit],
      transform: "translate(44 87) scale(0.45)",
    }),
    // Notches: an arrow up on the upper edge, an arrow down on the lower one.
    svg("path", { class: "notch high", d: "M33 4 L50 -11 L67 4 Z" }),
    svg("path", { class: "notch low", d: "M33 136 L50 151 L67 136 Z" }),
  );
}

function back() {
  return svg(
    "svg",
    { viewBox: "0 0 100 140", class: "back" },
    svg("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 11 }),
    svg("rect", { class: "pattern", x: 10, y: 10, width: 80, height: 120, rx: 6 }),
    svg("path", { class: "weave", d: "M50 34 L82 70 L50 106 L18 70 Z M50 52 L66 70 L50 88 L34 70 Z" }),
  );
}

customElements.define("o8-card", CardElement);

/**
 * Makes `holder` hold these cards, reusing the elements that are there.
 * @param {Element} holder
 * @param {(string | null)[]} codes
 * @param {{high: string[], low: string[]}} [plays]
 */
export function showCards(holder, codes, plays) {
  const old = [...holder.children];
  for (const extra of old.slice(codes.length)) extra.remove();
  codes.forEach((code, i) => {
    let card = /** @type {CardElement | undefined} */ (old[i]);
    if (!card) {
      card = new CardElement();
      holder.append(card);
    }
    card.update(code, {
      high: code !== null && Boolean(plays?.high.includes(code)),
      low: code !== null && Boolean(plays?.low.includes(code)),
    });
  });
}
