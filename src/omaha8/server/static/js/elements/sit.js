// <o8-sit>: name and buy-in, once; from the page to the seat in one click.

import { h, setText } from "../dom.js";

/** @import { TableInfo } from "../types.js" */

export class SitElement extends HTMLElement {
  #name = h("input", {
    id: "sit-name",
    name: "name",
    required: true,
    maxlength: 20,
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
  #limits = h("span", { class: "limits" });
  #form = h(
    "form",
    { class: "sit", "aria-label": "Sit down" },
    h("label", { for: "sit-name" }, h("span", {}, "Name"), this.#name),
    h("label", { for: "sit-buy-in" }, h("span", {}, "Buy-in ", this.#limits), this.#buyIn),
    this.#button,
  );
  #asked = false;
  /** @type {number | null} */
  #seat = null;

  connectedCallback() {
    this.append(this.#form);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const detail = {
        name: this.#name.value.trim(),
        buyIn: Number(this.#buyIn.value),
        seat: this.#seat,
      };
      this.#seat = null;
      this.dispatchEvent(new CustomEvent("sit", { bubbles: true, detail }));
    });
  }

  /**
   * @param {TableInfo | null} table
   * @param {{name: string, free: boolean}} context
   */
  update(table, { name, free }) {
    if (!table) return;
    this.#buyIn.min = String(table.min_buy_in);
    this.#buyIn.max = String(table.max_buy_in);
    setText(this.#limits, `(${table.min_buy_in} to ${table.max_buy_in})`);
    this.#button.disabled = !free;
    setText(this.#button, free ? "Sit down" : "Table full");
    if (this.#asked) return;
    this.#asked = true;
    this.#name.value = name;
    this.#buyIn.value = String(table.buy_in);
  }

  /**
   * Sits down on a chair, or says what is missing in the form.
   * @param {number} seat
   */
  take(seat) {
    this.#seat = seat;
    this.#form.requestSubmit();
  }
}

customElements.define("o8-sit", SitElement);
