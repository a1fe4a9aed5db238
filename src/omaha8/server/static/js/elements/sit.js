// <o8-sit>: name and buy-in, once; from the page to the seat in one click.

import { h, setText } from "../dom.js";

/** @import { TableInfo, View } from "../types.js" */

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
  #bounds = "";
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
   * @param {{name: string, free: boolean, buyIn: View["buy_in"]}} context
   */
  update(table, { name, free, buyIn }) {
    if (!table || !buyIn) return;
    const { least, most, usual } = buyIn;
    this.#buyIn.min = String(least);
    this.#buyIn.max = String(most);
    setText(this.#limits, `(${least} to ${most})`);
    this.#button.disabled = !free;
    setText(this.#button, free ? "Sit down" : "Table full");
    const bounds = `${least} ${most}`;
    if (this.#bounds === bounds) return;
    if (!this.#bounds) this.#name.value = name;
    this.#bounds = bounds;
    const value = Number(this.#buyIn.value);
    // Who comes back soon has to bring what he took.
    if (value < least || value > most) this.#buyIn.value = String(usual);
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
