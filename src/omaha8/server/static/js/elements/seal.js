// <o8-seal>: beside the pot, whether the cards are those of the deck that was committed to.

import { h, setText } from "../dom.js";

/** @import { DealState, Tally } from "../fair/watch.js" */

/** @type {Record<DealState["state"], [sign: string, words: string]>} */
const SIGNS = { waiting: ["○", "Deal not checked yet"], ok: ["✓", "Deal checked"], failed: ["✕", "Deal is wrong"] };
const NO_PART = "Deal checked, without a part of yours";

export class SealElement extends HTMLElement {
  #sign = h("button", { type: "button", class: "sign", "aria-expanded": "false" });
  #sentence = h("p", {});
  #code = h("p", { class: "soft" });
  #tally = h("p", { class: "soft" });
  #more = h(
    "div",
    { class: "more", role: "status", hidden: true },
    this.#sentence,
    this.#code,
    this.#tally,
    h("p", {}, h("a", { href: "verify.html", target: "_blank" }, "Check a hand of the past")),
  );

  connectedCallback() {
    this.append(this.#sign, this.#more);
    this.#sign.addEventListener("click", (event) => {
      event.stopPropagation();
      this.#open(Boolean(this.#more.hidden));
    });
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.#open(false);
      this.#sign.focus();
    });
    document.addEventListener("click", (event) => {
      if (!this.contains(/** @type {Node} */ (event.target))) this.#open(false);
    });
  }

  /**
   * @param {DealState} found
   * @param {Tally} tally
   */
  update({ state, sentence, code, assured: took }, { hands, assured, failed }) {
    const [sign, whole] = SIGNS[state];
    const part = state === "ok" && !took;
    const words = part ? NO_PART : whole;
    this.className = state;
    // A hollow sign: what fits was chosen by others alone.
    this.classList.toggle("by-others", part);
    setText(this.#sign, sign);
    this.#sign.title = `${words}. ${sentence}`;
    this.#sign.setAttribute("aria-label", words);
    setText(this.#sentence, sentence);
    setText(this.#code, code && state === "ok" ? `Code of this shuffle: ${code}. Everybody at the table has the same.` : "");
    const wrong = failed ? ` ${failed} were wrong.` : "";
    const count = `Checked here: ${hands} ${hands === 1 ? "hand" : "hands"}, ${assured} with a part of yours.`;
    setText(this.#tally, hands || failed ? count + wrong : "");
  }

  /** @param {boolean} on */
  #open(on) {
    this.#more.hidden = !on;
    this.#sign.setAttribute("aria-expanded", String(on));
  }
}

customElements.define("o8-seal", SealElement);
