// <o8-gate>: stands in the place of the table that one cannot see, and says why and where to go.

import { h, setText, tell } from "../dom.js";
import { signInAddress } from "../door.js";

/** @type {Record<number, string>} */
const WHY = {
  4003: "This table is closed.",
  4004: "You are signed out: this session was ended.",
  4005: "There is no such table here, or it is a private one.",
  4006: "You have this table open too many times: this is the oldest. Close some, then load this page again.",
};

export class GateElement extends HTMLElement {
  #words = h("p", { class: "words", role: "alert" });
  #name = h("input", {
    name: "name",
    required: true,
    maxlength: 20,
    placeholder: "Your name",
    "aria-label": "Your name",
    autocomplete: "nickname",
  });
  #form = h("form", {}, this.#name, h("button", { type: "submit", class: "strong" }, "Come in"));
  #again = h("a", { class: "button", href: "account.html" }, "Sign in");

  #lobby = h("a", { class: "button strong", href: "./" }, "To the lobby");
  #ways = h("p", { class: "buttons" }, this.#lobby, this.#again);

  connectedCallback() {
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      tell(this, "enter", { name: this.#name.value.trim() });
    });
  }

  /**
   * @param {number} code why the server has hung up
   * @param {string} farewell what it said
   * @param {boolean} known whether it knows who this is
   */
  close(code, farewell, known) {
    this.#show(farewell || (WHY[code] ?? "The server has hung up."), false);
    // Everybody has got his chips: the account says how many.
    const over = code === 4003 && known;
    this.#again.hidden = !over && (code === 4003 || (known && code !== 4004));
    setText(this.#again, over ? "My chips" : "Sign in");
    if (over) this.#again.href = "account.html";
  }

  /**
   * An invitation that cannot be taken yet: a name is missing.
   * @param {{name: string, game: string, by: string | null}} table
   */
  ask({ name, game, by }) {
    const what = name === game ? name : `${name}, ${game}`;
    this.#show(`${by ?? "Somebody"} invites you to a table: ${what}. Under which name do you come?`, true);
    this.#again.hidden = false;
    setText(this.#again, "Sign in");
    document.title = `${name} - omaha8`;
  }

  /**
   * An invitation that lets nobody in.
   * @param {string} words
   * @param {boolean} known whether it is known who this is
   */
  refuse(words, known) {
    this.#show(words, false);
    this.#again.hidden = known;
    setText(this.#again, "Sign in");
  }

  /** @param {string} words */
  complain(words) {
    setText(this.#words, words);
  }

  /**
   * @param {string} words
   * @param {boolean} asks
   */
  #show(words, asks) {
    setText(this.#words, words);
    this.#again.href = signInAddress();
    this.#lobby.classList.toggle("strong", !asks);
    this.replaceChildren(this.#words, ...(asks ? [this.#form] : []), this.#ways);
    this.hidden = false;
    document.body.classList.add("gated", "ready");
  }
}

customElements.define("o8-gate", GateElement);
