// <o8-told>: one hand of the past, line by line.

import { ask, sentence } from "../api.js";
import { h, setText } from "../dom.js";
import { retell } from "../retell.js";
import { DialogElement } from "./dialog.js";
import { drawEntry } from "./log.js";

export class ToldElement extends DialogElement {
  #lines = h("ol", { class: "entries", tabindex: 0, "aria-label": "What happened" });
  #problem = h("p", { class: "problem", role: "alert" });

  connectedCallback() {
    super.connectedCallback();
    this.body.append(this.#problem, this.#lines);
  }

  /**
   * @param {string} path of the history
   * @param {number} hand
   */
  async open(path, hand) {
    this.#lines.replaceChildren();
    setText(this.#problem, "");
    this.show(`Hand ${hand}`);
    try {
      this.#lines.replaceChildren(...retell(await ask("GET", path)).map(drawEntry));
    } catch (error) {
      setText(this.#problem, sentence(error));
    }
  }
}

customElements.define("o8-told", ToldElement);
