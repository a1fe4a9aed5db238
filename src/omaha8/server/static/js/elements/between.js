// <o8-between>: what stands in the place of the action bar when the viewer has nothing to decide.

import { h, setText, tell } from "../dom.js";

/**
 * A button between turns: what it says and the message it sends.
 * @typedef {{label: string, message: {type: string}, strong?: boolean}} Offer
 */

/**
 * @typedef {object} BetweenProps
 * @property {string} words `{s}` in them stands for the seconds that are left
 * @property {number | null} ms how long that is
 * @property {string} then what is said when they are over
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
  #said = "";
  #counted = "";
  #then = "";
  #at = 0;
  #ticking = 0;

  connectedCallback() {
    this.append(this.#words, this.#offers, this.#clock);
  }

  /** @param {BetweenProps | null} props null when it is the viewer's turn */
  update(props) {
    this.hidden = !props;
    this.#count(props);
    const key = JSON.stringify(props?.offers ?? []);
    if (key !== this.#drawn) {
      this.#drawn = key;
      this.#offers.replaceChildren(...(props?.offers ?? []).map((offer) => this.#button(offer)));
    }
    this.#run(props?.nextHandInMs ?? null);
  }

  /** What was asked for last was refused: it may be asked again. */
  allow() {
    for (const button of this.querySelectorAll("button")) button.disabled = false;
  }

  /**
   * The words, with the seconds that are left.
   * @param {BetweenProps | null} props
   */
  #count(props) {
    const { words = "", ms = null, then = "" } = props ?? {};
    this.#said = words;
    this.#then = then;
    const counted = ms === null ? "" : `${words} ${ms}`;
    // Drawn again with what was told before: the time has gone on.
    if (ms !== null && counted !== this.#counted) this.#at = performance.now() + ms;
    this.#counted = counted;
    clearInterval(this.#ticking);
    if (ms !== null) this.#ticking = setInterval(() => this.#tick(), 250);
    this.#tick();
    this.#words.hidden = !words;
  }

  #tick() {
    const counts = this.#said.includes("{s}");
    const seconds = Math.max(0, Math.ceil((this.#at - performance.now()) / 1000));
    const over = counts && !seconds;
    setText(this.#words, over ? this.#then : this.#said.replace("{s}", String(seconds)));
    if (!counts || over) clearInterval(this.#ticking);
  }

  /** @param {Offer} offer */
  #button({ label, message, strong }) {
    const button = h("button", { type: "button", class: strong ? "strong" : "" }, label);
    button.addEventListener("click", () => {
      if (message.type === "open-chips") return tell(this, "open-chips");
      button.disabled = true;
      tell(this, "say", { message });
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
