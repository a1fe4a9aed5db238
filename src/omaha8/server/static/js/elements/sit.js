// <o8-sit>: name and buy-in, once; then one click, on a chair of one's choice or on any.

import { h, setText } from "../dom.js";

/** @import { TableInfo, View } from "../types.js" */

export class SitElement extends HTMLElement {
  #name = h("input", {
    id: "sit-name",
    name: "name",
    required: true,
    maxlength: 20,
    pattern: ".*\\S.*",
    placeholder: "Your name",
    "aria-describedby": "sit-ask",
    autocomplete: "nickname",
    spellcheck: "false",
  });
  #buyIn = h("input", {
    id: "sit-buy-in",
    name: "buy-in",
    type: "number",
    inputmode: "numeric",
    required: true,
    step: 1,
  });
  #button = h("button", { type: "submit", class: "strong" }, "Sit down");
  #ask = h("span", { class: "limits", id: "sit-ask", "aria-live": "polite" });
  #limits = h("span", { class: "limits" });
  #form = h(
    "form",
    { class: "sit", "aria-label": "Sit down" },
    h("label", { for: "sit-name" }, h("span", {}, "Name ", this.#ask), this.#name),
    h("label", { for: "sit-buy-in" }, h("span", {}, "Buy-in ", this.#limits), this.#buyIn),
    this.#button,
  );
  #bounds = "";
  #free = true;
  /** @type {number | null} */
  #seat = null;

  connectedCallback() {
    this.append(this.#form);
    this.#name.addEventListener("input", () => setText(this.#ask, ""));
    this.#name.addEventListener("invalid", (event) => {
      event.preventDefault();
      this.#name.focus();
      setText(this.#ask, "(needed)");
    });
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const detail = {
        name: this.#name.value.trim(),
        buyIn: Number(this.#buyIn.value),
        seat: this.#seat,
      };
      this.#choose(null);
      this.dispatchEvent(new CustomEvent("sit", { bubbles: true, detail }));
    });
  }

  /**
   * @param {TableInfo | null} table
   * @param {{name: string | null, free: boolean, buyIn: View["buy_in"]}} context the name of an
   *   earlier visit, whether a chair is free, what may be brought
   */
  update(table, { name, free, buyIn }) {
    if (!table || !buyIn) return;
    const { least, most, usual } = buyIn;
    this.#buyIn.min = String(least);
    this.#buyIn.max = String(most);
    setText(this.#limits, `(${least} to ${most})`);
    this.#free = free;
    this.#label();
    const bounds = `${least} ${most}`;
    if (this.#bounds === bounds) return;
    if (!this.#bounds) this.#name.value = name ?? "";
    this.#bounds = bounds;
    const value = Number(this.#buyIn.value);
    // Who comes back soon has to bring what he took.
    if (value < least || value > most) this.#buyIn.value = String(usual);
  }

  /**
   * Chooses a chair and asks for what is missing; to sit down takes another press.
   * @param {number} seat
   */
  take(seat) {
    this.#choose(seat);
    if (this.#name.value.trim()) this.#button.focus();
    else this.#name.focus();
  }

  /** @param {number | null} seat */
  #choose(seat) {
    this.#seat = seat;
    this.#label();
  }

  #label() {
    const where = this.#seat === null ? "" : ` in seat ${this.#seat + 1}`;
    this.#button.disabled = !this.#free;
    setText(this.#button, this.#free ? `Sit down${where}` : "Table full");
  }
}

customElements.define("o8-sit", SitElement);
