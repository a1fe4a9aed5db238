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
  async open({ seats, person, viewer, table }, seat) {
    const player = seats[seat];
    if (!player || !table) return;
    setText(this.#problem, "");
    this.#form.hidden = player.bot || person === null || seat === viewer;
    setText(this.#who, wordsAbout(player.bot, person === null, seat === viewer));
    this.#text.value = "";
    this.#text.disabled = true;
    this.#remove.hidden = true;
    this.show(player.name);
    if (this.#form.hidden) return;
    try {
      const { persons } = await ask("GET", `api/tables/${encodeURIComponent(table.id)}`);
      const found = persons.find((/** @type {{name: string}} */ each) => each.name === player.name);
      if (!found) return this.#fail("This player has just got up.");
      this.#path = `api/notes/${found.person}`;
      const { text } = await ask("GET", this.#path).catch((error) => {
        if (error.code === "no_such_note") return { text: "" };
        throw error;
      });
      this.#text.value = text;
      this.#text.disabled = false;
      this.#remove.hidden = !text;
      this.#text.focus();
    } catch (error) {
      this.#fail(sentence(error));
    }
  }

  /** @param {string} words */
  #fail(words) {
    setText(this.#problem, words);
  }

  /** @param {string} text */
  async #keep(text) {
    try {
      await (text ? ask("PUT", this.#path, { text }) : ask("DELETE", this.#path));
      this.close();
    } catch (error) {
      this.#fail(sentence(error));
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
