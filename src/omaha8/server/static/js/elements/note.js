// <o8-note>: what the viewer has noted about a player; nobody else sees it.

import { ask, sentence } from "../api.js";
import { h, setText } from "../dom.js";
import { DialogElement } from "./dialog.js";

/** @import { State } from "../state.js" */

export class NoteElement extends DialogElement {
  #path = "";
  #who = h("p", { class: "soft" });
  #text = h("textarea", { rows: 5, maxlength: 1000, "aria-label": "Note" });
  #problem = h("p", { class: "problem", role: "alert" });
  #remove = h("button", { type: "button" }, "Delete");
  #form = h(
    "form",
    {},
    this.#text,
    h("p", { class: "buttons" }, h("button", { type: "submit", class: "strong" }, "Keep"), this.#remove),
  );

  connectedCallback() {
    super.connectedCallback();
    this.body.append(this.#who, this.#form, this.#problem);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#text.value.trim();
      this.#keep(text);
    });
    this.#remove.addEventListener("click", () => this.#keep(""));
  }

  /**
   * @param {State} state
   * @param {number} seat
   */
  async open({ seats, person, viewer }, seat) {
    const player = seats[seat];
    if (!player) return;
    setText(this.#problem, "");
    this.#form.hidden = player.bot || person === null || seat === viewer;
    setText(this.#who, wordsAbout(player.bot, person === null, seat === viewer));
    this.#path = `api/notes/${encodeURIComponent(player.name)}`;
    this.#text.value = "";
    this.show(player.name);
    if (this.#form.hidden) return;
    try {
      const told = await ask("GET", this.#path);
      this.#text.value = told?.text ?? "";
    } catch (error) {
      if (/** @type {{status?: number}} */ (error).status !== 404) setText(this.#problem, sentence(error));
    }
    this.#remove.hidden = !this.#text.value;
    this.#text.focus();
  }

  /** @param {string} text */
  async #keep(text) {
    try {
      await (text ? ask("PUT", this.#path, { text }) : ask("DELETE", this.#path));
      this.close();
    } catch (error) {
      setText(this.#problem, sentence(error));
    }
  }
}

/**
 * @param {boolean} bot
 * @param {boolean} stranger
 * @param {boolean} self
 */
function wordsAbout(bot, stranger, self) {
  if (bot) return "A bot: a program plays here.";
  if (self) return "This is you.";
  return stranger ? "Who has a name here can keep notes on players." : "Only you see what you note.";
}

customElements.define("o8-note", NoteElement);
