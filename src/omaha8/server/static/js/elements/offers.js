// <o8-offers>: what the table offers the viewer - to post or wait, to kill, to chop - and the answers.

import { h, setText } from "../dom.js";

/** @import { Choice, TableOffer } from "../types.js" */

export class OffersElement extends HTMLElement {
  #drawn = "";
  #spoken = h("p", { class: "spoken", "aria-live": "polite" });
  #rows = h("div", { class: "rows" });

  connectedCallback() {
    this.append(this.#rows, this.#spoken);
  }

  /** @param {TableOffer[]} offers */
  update(offers) {
    this.hidden = offers.length === 0;
    const key = JSON.stringify(offers);
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#rows.replaceChildren(...offers.map((offer) => this.#row(offer)));
    setText(this.#spoken, offers.map(({ text }) => text).join(" "));
  }

  /** Answers are possible again: the last one was refused. */
  allow() {
    for (const button of this.querySelectorAll("button")) button.disabled = false;
  }

  /** @param {TableOffer} offer */
  #row({ kind, text, choices }) {
    return h(
      "div",
      { class: `offer ${kind}` },
      h("p", { "aria-hidden": "true" }, text),
      ...choices.map((choice) => this.#button(choice)),
    );
  }

  /** @param {Choice} choice */
  #button({ label, message, strong }) {
    const button = h("button", { type: "button", class: strong ? "strong" : "" }, label);
    button.addEventListener("click", () => {
      this.querySelectorAll("button").forEach((other) => (other.disabled = true));
      this.dispatchEvent(new CustomEvent("say", { bubbles: true, detail: { message } }));
    });
    return button;
  }
}

customElements.define("o8-offers", OffersElement);
