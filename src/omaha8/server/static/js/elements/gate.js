// <o8-gate>: stands in the place of the table that one cannot see, and says why and where to go.

import { ask } from "../api.js";
import { h, setText, tell } from "../dom.js";
import { signInAddress, TABLE } from "../door.js";
import { whoAmI } from "../person.js";
import { HandsElement } from "./hands.js";

/** @import { State } from "../state.js" */

const CLOSED = 4003;
const REVOKED = 4004;
const NO_TABLE = 4005;
const LOST = "A guest cannot sign in again: come back under a new name.";

/** @type {Record<number, string>} */
const WHY = {
  [CLOSED]: "This table is closed.",
  [REVOKED]: "You are signed out: this session was ended.",
  [NO_TABLE]: "There is no such table here, or it is a private one.",
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
   * @param {Pick<State, "person" | "table" | "role">} state
   */
  close(code, farewell, { person, table, role }) {
    // A guest has no password to come back with.
    const lost = code === REVOKED && role === "guest" ? ` ${LOST}` : "";
    this.#show((farewell || (WHY[code] ?? "The server has hung up.")) + lost, false);
    this.#again.hidden = code === CLOSED || lost !== "" || (person !== null && code !== REVOKED);
    setText(this.#again, "Sign in");
    if (code === CLOSED) this.#over(person !== null);
    if (code === CLOSED || code === NO_TABLE) this.#past(code, table?.id ?? TABLE ?? "");
  }

  /**
   * Everybody has got his chips: the account says how many.
   * @param {boolean} known
   */
  #over(known) {
    this.#again.hidden = !known;
    setText(this.#again, "My chips");
    this.#again.href = "account.html";
  }

  /**
   * What is left of a table that is closed, or private, for who may read its hands; of another one nothing.
   * @param {number} code
   * @param {string} table
   */
  async #past(code, table) {
    // The server does not say who one is where there is no table.
    const known = (await whoAmI()).person !== null;
    if (known && code === NO_TABLE && !this.hidden) this.#again.hidden = true;
    const path = `api/tables/${encodeURIComponent(table)}/hands?limit=1`;
    const found = table ? await ask("GET", path).catch(() => ({})) : {};
    const { table_name: name, hands: played = [], closed } = found;
    if (!name || this.hidden) return;
    const over = closed || code === CLOSED;
    const why = code === CLOSED || !over ? this.#words.textContent : `${name} is closed.`;
    const whose = over ? "were played" : "you played";
    setText(this.#words, played.length ? `${why} The hands that ${whose} there are kept.` : why);
    document.title = `${name} - omaha8`;
    if (over) this.#over(known);
    if (!played.length) return;
    const hands = new HandsElement();
    this.append(hands);
    await hands.open(table);
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
