// <o8-sit>: name and buy-in, once; then one click, on a chair of one's choice or on any. At a full
// table one waits for a chair.

import { allKept, fundsOf } from "../between.js";
import { sayBounds } from "../bounds.js";
import { h, setText, tell } from "../dom.js";
import { recall } from "../memory.js";

/** @import { State } from "../state.js" */

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
    "aria-describedby": "sit-wrong",
  });
  #button = h("button", { type: "submit", class: "strong" }, "Sit down");
  #list = h("button", { type: "button", class: "strong" }, "Wait for a chair");
  #ask = h("span", { class: "limits", id: "sit-ask", "aria-live": "polite" });
  #limits = h("span", { class: "limits" });
  #wrong = h("p", { class: "problem", id: "sit-wrong", role: "alert" });
  #named = h("label", { for: "sit-name" }, h("span", {}, "Name ", this.#ask), this.#name);
  #form = h(
    "form",
    { class: "sit", "aria-label": "Sit down" },
    this.#named,
    h("label", { for: "sit-buy-in" }, h("span", {}, "Buy-in ", this.#limits), this.#buyIn),
    this.#button,
    this.#list,
    this.#wrong,
  );
  #bounds = "";
  /** What the page has put into the box. */
  #offered = "";
  #waits = false;
  /** Whether a chair was refused: what is seen here may be later than it is. */
  #refused = false;
  /** @type {number | null} */
  #seat = null;

  connectedCallback() {
    this.append(this.#form);
    this.#name.value = recall("name") ?? "";
    this.#name.addEventListener("input", () => setText(this.#ask, ""));
    sayBounds(this.#buyIn, "Buy-in", this.#wrong);
    this.#name.addEventListener("invalid", (event) => {
      event.preventDefault();
      this.#name.focus();
      setText(this.#ask, "(needed)");
    });
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const seat = this.#seat === null ? {} : { seat: this.#seat };
      const message = { type: "sit", ...seat, buy_in: Number(this.#buyIn.value) };
      this.#choose(null);
      tell(this, "sit", { name: this.#name.value.trim(), message });
    });
    this.#list.addEventListener("click", () => {
      if (!this.#name.reportValidity()) return;
      tell(this, "list", { name: this.#name.value.trim(), on: !this.#waits });
    });
  }

  /** @param {State} state */
  update({ table, view, person, seats }) {
    if (!table) return;
    const stranger = person === null;
    this.#named.hidden = !stranger;
    this.#name.disabled = !stranger;
    const { least, most, usual } = view?.buy_in ?? {
      least: table.min_buy_in,
      most: table.max_buy_in,
      usual: table.buy_in,
    };
    this.#buyIn.min = String(least);
    this.#buyIn.max = String(most);
    const have = stranger || !view || view.credit === null ? "" : `, you have ${view.balance}`;
    // More than the table asks of anybody is what he has to bring back.
    const took = least > table.min_buy_in ? `, as you left with ${least} a while ago` : "";
    setText(this.#limits, `(${least} to ${most}${took}${have})`);
    const listed = view?.listed ?? null;
    this.#waits = listed !== null;
    if (listed) this.#refused = false;
    // Before anything is seen of the table any chair may be asked for.
    const free = !view || (seats.some((player) => !player) && !allKept(view, seats));
    const sits = listed ? listed.offer_ms !== null : free;
    this.#button.hidden = !sits;
    this.#list.hidden = sits && !this.#waits && !this.#refused;
    this.#list.classList.toggle("strong", !this.#waits);
    setText(this.#list, this.#waits ? "Wait no longer" : "Wait for a chair");
    this.#label();
    // Nobody is asked for more than he has.
    const able = Math.max(least, Math.min(most, stranger || !view ? Infinity : fundsOf(view)));
    const bounds = `${least} ${able} ${usual}`;
    if (this.#bounds === bounds) return;
    this.#bounds = bounds;
    const value = Number(this.#buyIn.value);
    // Who comes back soon has to bring what he took; what he has typed himself stays while it may.
    if (value >= least && value <= able && this.#buyIn.value !== this.#offered) return;
    this.#offered = String(Math.max(least, Math.min(usual, able)));
    this.#buyIn.value = this.#offered;
  }

  /**
   * Chooses a chair and asks for what is missing; to sit down takes another press.
   * @param {number} seat
   */
  take(seat) {
    this.#choose(seat);
    if (this.#named.hidden || this.#name.value.trim()) this.#button.focus();
    else this.#name.focus();
  }

  /** There was no chair: one may wait for one. */
  refuse() {
    this.#refused = true;
    this.#list.hidden = false;
  }

  /** @param {string} words what is wrong with the name */
  complain(words) {
    setText(this.#ask, `(${words})`);
    this.#name.focus();
  }

  /** @param {number | null} seat */
  #choose(seat) {
    this.#seat = seat;
    this.#label();
  }

  #label() {
    const where = this.#seat === null ? "" : ` in seat ${this.#seat + 1}`;
    setText(this.#button, `Sit down${where}`);
  }
}

customElements.define("o8-sit", SitElement);
