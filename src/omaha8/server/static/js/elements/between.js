// <o8-between>: what stands in the place of the action bar when the viewer has nothing to decide.

import { h, setText } from "../dom.js";

/**
 * A button between turns: what it says and the message it sends.
 * @typedef {{label: string, message: {type: string}, strong?: boolean}} Offer
 */

/**
 * @typedef {object} BetweenProps
 * @property {string} words
 * @property {Offer[]} offers
 * @property {number | null} nextHandInMs
 */

export class BetweenElement extends HTMLElement {
  #words = h("p", { class: "waiting" });
  #offers = h("div", { class: "offers" });
  #clock = h("div", { class: "clock", "aria-hidden": "true" });
  #drawn = "";
  /** @type {number | null} */
  #next = null;

  connectedCallback() {
    this.append(this.#words, this.#offers, this.#clock);
  }

  /** @param {BetweenProps | null} props null when it is the viewer's turn */
  update(props) {
    this.hidden = !props;
    setText(this.#words, props?.words ?? "");
    this.#words.hidden = !props?.words;
    const key = JSON.stringify(props?.offers ?? []);
    if (key !== this.#drawn) {
      this.#drawn = key;
      this.#offers.replaceChildren(...(props?.offers ?? []).map((offer) => this.#button(offer)));
    }
    this.#run(props?.nextHandInMs ?? null);
  }

  /** @param {Offer} offer */
  #button({ label, message, strong }) {
    const button = h("button", { type: "button", class: strong ? "strong" : "" }, label);
    button.addEventListener("click", () => {
      button.disabled = true;
      this.dispatchEvent(new CustomEvent("say", { bubbles: true, detail: { message } }));
    });
    return button;
  }

  /**
   * A line that runs out until the next hand.
   * @param {number | null} ms
   */
  #run(ms) {
    this.#clock.hidden = ms === null;
    if (ms === this.#next) return;
    this.#next = ms;
    for (const animation of this.#clock.getAnimations()) animation.cancel();
    if (ms !== null) {
      this.#clock.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
        duration: ms,
        fill: "forwards",
      });
    }
  }
}

customElements.define("o8-between", BetweenElement);
