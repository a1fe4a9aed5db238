// <o8-readout>: what the viewer's hand makes, one line for high, one for low.

import { h, setText } from "../dom.js";
import { liftable } from "../lift.js";

/** @import { ReadoutLine, View } from "../types.js" */

export class ReadoutElement extends HTMLElement {
  #high = new Line("high");
  #low = new Line("low");
  #note = h("p", { class: "counterfeited" });

  connectedCallback() {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Your hand");
    this.append(this.#high.element, this.#low.element, this.#note);
  }

  /** @param {View["readout"]} readout */
  update(readout) {
    this.hidden = !readout;
    this.#high.update(readout?.high ?? null);
    this.#low.update(readout?.low ?? null);
    this.#note.hidden = !readout?.counterfeited;
    setText(this.#note, readout?.counterfeited ?? "");
  }
}

class Line {
  /** @type {string[]} */
  #cards = [];
  #text = h("span", { class: "words" });

  /** @param {"high" | "low"} half */
  constructor(half) {
    const arrow = h("span", { class: "arrow", "aria-hidden": "true" }, half === "high" ? "▲" : "▼");
    this.element = h(
      "button",
      { class: `line ${half}`, type: "button", "aria-pressed": "false" },
      arrow,
      this.#text,
    );
    liftable(this.element, () => this.#cards);
  }

  /** @param {ReadoutLine | null} line */
  update(line) {
    this.element.hidden = !line;
    // Before the flop there are no five: the two that count are up.
    this.#cards = line?.cards.length ? line.cards : (line?.hole ?? []);
    this.element.disabled = !this.#cards.length;
    this.element.title = this.#cards.length ? "Show the cards that make it" : "";
    setText(this.#text, line?.text ?? "");
  }
}

customElements.define("o8-readout", ReadoutElement);
