// <o8-chips>: more chips, as many as one likes, now or after the hand; and to be filled up by itself.

import { fundsOf } from "../between.js";
import { sayBounds } from "../bounds.js";
import { h, setText, tell } from "../dom.js";
import { DialogElement } from "./dialog.js";

/** @import { State } from "../state.js" */

export class ChipsElement extends DialogElement {
  /** @type {State | null} */
  #state = null;
  #stands = h("p", { class: "soft" });
  #amount = h("input", { type: "number", name: "amount", id: "chips-amount", inputmode: "numeric", required: true, min: 1, step: 1 });
  #limits = h("span", { class: "limits" });
  #add = h("button", { type: "submit", class: "strong" }, "Add");
  #asked = h("p", {});
  #none = h("button", { type: "button" }, "Add none after all");
  #below = h("input", { type: "number", name: "below", id: "chips-below", inputmode: "numeric", required: true, min: 1, step: 1 });
  #to = h("input", { type: "number", name: "to", id: "chips-to", inputmode: "numeric", required: true, min: 1, step: 1 });
  #off = h("button", { type: "button" }, "No auto top-up");
  #rebuys = h("p", { class: "soft", role: "status" });
  #wrong = h("p", { class: "problem", role: "alert" });
  #wrongAuto = h("p", { class: "problem", role: "alert" });
  #form = h(
    "form",
    { class: "sit", "aria-label": "Add chips" },
    h("label", { for: "chips-amount" }, h("span", {}, "Add chips ", this.#limits), this.#amount),
    this.#add,
  );
  #auto = h(
    "form",
    { class: "sit", "aria-label": "Auto top-up" },
    h("label", { for: "chips-below" }, "When below", this.#below),
    h("label", { for: "chips-to" }, "top up to", this.#to),
    h("button", { type: "submit" }, "Set auto top-up"),
    this.#off,
  );

  connectedCallback() {
    super.connectedCallback();
    sayBounds(this.#amount, "Add chips", this.#wrong);
    sayBounds(this.#below, "When below", this.#wrongAuto);
    sayBounds(this.#to, "Top up to", this.#wrongAuto);
    // Nobody is topped up to less than he has.
    this.#to.addEventListener("input", () => (this.#below.max = this.#to.value));
    this.body.append(
      this.#stands,
      this.#form,
      this.#wrong,
      this.#asked,
      this.#none,
      h("h3", {}, "Auto top-up after a hand"),
      this.#auto,
      this.#wrongAuto,
      this.#rebuys,
    );
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const amount = Number(this.#amount.value);
      const broke = this.#stack === 0;
      this.#say(broke ? { type: "rebuy", amount } : { type: "top_up", amount });
      if (this.#inHand) tell(this, "report", { text: `${amount} chips come after this hand.` });
      this.close();
    });
    this.#none.addEventListener("click", () => {
      this.#say({ type: "top_up", amount: 0 });
      this.close();
    });
    this.#auto.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say({ type: "auto_rebuy", below: Number(this.#below.value), to: Number(this.#to.value) });
    });
    this.#off.addEventListener("click", () => this.#say({ type: "auto_rebuy", below: 0, to: 0 }));
  }

  get #stack() {
    const { viewer = null, view, hand } = this.#state ?? {};
    if (viewer === null) return 0;
    const inHand = hand && !hand.over ? hand.seats[viewer]?.stack : null;
    return inHand || view?.stacks[viewer] || 0;
  }

  /** Whether the viewer is dealt into a hand that is going on: chips come after it. */
  get #inHand() {
    const { viewer = null, hand } = this.#state ?? {};
    return viewer !== null && Boolean(hand && !hand.over && hand.seats[viewer]);
  }

  open() {
    const { table, view } = this.#state ?? {};
    const usual = table?.buy_in ?? 0;
    const [below, to] = view?.own?.auto_rebuy ?? [usual, usual];
    this.#draw();
    this.#amount.value = String(this.#sensible(usual));
    this.#below.value = String(below);
    this.#to.value = this.#below.max = String(to);
    setText(this.#wrong, "");
    setText(this.#wrongAuto, "");
    this.show("Chips");
    this.#amount.select();
  }

  /**
   * What is missing to the usual buy-in; who has that before him wants another one, as far as it goes.
   * @param {number} usual
   */
  #sensible(usual) {
    const missing = usual - this.#stack;
    const some = missing >= (this.#state?.table?.big_blind ?? 1) ? missing : usual;
    return Math.max(Number(this.#amount.min), Math.min(Number(this.#amount.max), some));
  }

  /** @param {State} state */
  update(state) {
    this.#state = state;
    if (!this.isOpen) return;
    if (!state.view?.own) return this.close();
    this.#draw();
  }

  #draw() {
    const { table, view } = this.#state ?? {};
    if (!table || !view) return;
    const stack = this.#stack;
    const { balance, credit } = view;
    const beside = credit === null ? "" : ` Beside the table you have ${balance}.`;
    setText(this.#stands, `In front of you: ${stack}.${beside} Table maximum: ${table.max_buy_in}.`);
    const least = stack === 0 ? table.min_buy_in : 1;
    const most = Math.min(table.max_buy_in - stack, fundsOf(view));
    this.#amount.min = String(least);
    this.#amount.max = String(Math.max(0, most));
    this.#add.disabled = most < least;
    setText(this.#limits, most < least ? "(no more now)" : `(${least} to ${most})`);
    this.#to.min = String(table.min_buy_in);
    this.#to.max = String(table.max_buy_in);
    this.#below.max = this.#to.value;
    const asked = view.own?.top_up ?? 0;
    this.#none.hidden = this.#asked.hidden = !asked;
    setText(this.#asked, `${asked} chips come after this hand.`);
    const rebuys = view.own?.auto_rebuy;
    this.#off.hidden = !rebuys;
    setText(this.#rebuys, rebuys ? `When below ${rebuys[0]} you are topped up to ${rebuys[1]}.` : "");
  }

  /** @param {object} message */
  #say(message) {
    tell(this, "say", { message });
  }
}

customElements.define("o8-chips", ChipsElement);
