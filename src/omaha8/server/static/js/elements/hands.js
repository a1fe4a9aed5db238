// <o8-hands>: the last hands of the table; each can be checked and downloaded, with the cards that
// the viewer knows.

import { ask, sentence } from "../api.js";
import { h, setText } from "../dom.js";
import { ToldElement } from "./told.js";

/**
 * @typedef {object} PlayedHand
 * @property {number} hand
 * @property {number} started ms since 1970
 * @property {number} ended
 * @property {number} pot
 * @property {number | null} result what the viewer won or lost
 * @property {string | null} note
 */

const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const AT_ONCE = 20;

export class HandsElement extends HTMLElement {
  #list = h("ol", { class: "entries", tabindex: 0, "aria-label": "The last hands" });
  #note = h("p", { class: "hint", role: "status" });
  #more = h("button", { type: "button", hidden: true }, "Earlier hands");
  #told = new ToldElement();
  #table = "";
  #first = 0;

  connectedCallback() {
    this.append(this.#note, this.#list, this.#more);
    // The panel is out of reach when it is closed; what one reads is not.
    document.body.append(this.#told);
    this.#more.addEventListener("click", () => this.#load(this.#first));
  }

  /** @param {string} table */
  async open(table) {
    if (!table) return;
    this.#table = table;
    this.#first = 0;
    await this.#load(0);
  }

  /** Another hand is over: it comes on top, and what stands below it stays as it is. */
  async refresh() {
    if (!this.#table || !this.checkVisibility()) return;
    const hands = await this.#ask(0).catch(() => []);
    const known = this.#newest;
    const news = hands.filter(({ hand }) => hand > known);
    // Where others were played between those and these, nothing may be left out.
    if (!known || (hands.at(-1)?.hand ?? 0) > known + 1) return this.#load(0);
    this.#list.prepend(...news.map((hand) => this.#row(hand)));
  }

  /** The number of the hand on top, 0 where there is none. */
  get #newest() {
    const top = this.#list.firstElementChild;
    return top instanceof HTMLElement ? Number(top.dataset["hand"]) : 0;
  }

  /**
   * @param {number} before 0 for the last ones
   * @returns {Promise<PlayedHand[]>}
   */
  async #ask(before) {
    const path = `api/tables/${encodeURIComponent(this.#table)}/hands`;
    const from = before ? `&before=${before}` : "";
    return (await ask("GET", `${path}?limit=${AT_ONCE}${from}`)).hands ?? [];
  }

  /** @param {number} before 0 for the last ones */
  async #load(before) {
    try {
      const hands = await this.#ask(before);
      const rows = hands.map((hand) => this.#row(hand));
      if (before) this.#list.append(...rows);
      else this.#list.replaceChildren(...rows);
      this.#first = hands.at(-1)?.hand ?? 0;
      const last = hands.length < AT_ONCE || this.#first <= 1;
      // Who has come to the end with keys goes on from there.
      if (last && this.#more === document.activeElement) this.#list.focus();
      this.#more.hidden = last;
      if (before) rows[0]?.scrollIntoView({ block: "nearest" });
      setText(this.#note, this.#list.childElementCount ? "" : "No hand has been played here yet.");
    } catch (error) {
      setText(this.#note, sentence(error));
    }
  }

  /**
   * @param {string} path of the history
   * @param {number} hand
   */
  #read(path, hand) {
    const button = h("button", { type: "button", title: "This hand in words" }, "Read");
    button.addEventListener("click", () => this.#told.open(path, hand));
    return button;
  }

  /** @param {PlayedHand} hand */
  #row({ hand, started, pot, result, note }) {
    const table = encodeURIComponent(this.#table);
    const words = `Hand ${hand}, ${timeWords(started)}${note ? "" : `, pot ${pot}`}${resultWords(result)}`;
    return h(
      "li",
      { class: "hand", "data-hand": hand },
      h("span", {}, words, ...(note ? [h("span", { class: "why" }, ` ${note}`)] : [])),
      this.#read(`api/tables/${table}/hands/${hand}`, hand),
      // In a tab of its own: who sits here must not lose sight of the table.
      h("a", { href: `verify.html#table=${table}&hand=${hand}`, target: "_blank", title: "Check the deal of this hand" }, "Check"),
      h(
        "a",
        { href: `api/tables/${table}/hands/${hand}`, download: `${this.#table}-${hand}.json` },
        "Download",
      ),
    );
  }
}

/** @param {number} at ms since 1970; of another day with its date */
function timeWords(at) {
  const today = new Date(at).toDateString() === new Date().toDateString();
  return (today ? TIME : DAY_AND_TIME).format(at);
}

/** @param {number | null} result */
function resultWords(result) {
  if (!result) return "";
  return result > 0 ? `: you won ${result}` : `: you lost ${-result}`;
}

customElements.define("o8-hands", HandsElement);
