// <o8-note>: what the viewer has noted about a player, which nobody else sees; who runs the table frees
// a chair here, and the staff of the room mutes.

import { ask, sentence } from "../api.js";
import { h, setText, tell } from "../dom.js";
import { hush, isHushed } from "../hushed.js";
import { markTitle } from "../words.js";
import { DialogElement } from "./dialog.js";
import { question } from "./question.js";

/** @import { State } from "../state.js" */

export class NoteElement extends DialogElement {
  #path = "";
  #who = h("p", { class: "soft" });
  #marks = h("ul", { class: "marks-meant", "aria-label": "What the marks mean" });
  #text = h("textarea", { rows: 5, maxlength: 1000, "aria-label": "Note" });
  #problem = h("p", { class: "problem", role: "alert" });
  #remove = h("button", { type: "button" }, "Delete");
  #form = h(
    "form",
    {},
    this.#text,
    h("p", { class: "buttons" }, h("button", { type: "submit", class: "strong" }, "Keep"), this.#remove),
  );

  #free = h("button", { type: "button", class: "free" }, "Free this chair");
  #hush = h("button", { type: "button", class: "free" });
  #mute = h("button", { type: "button", class: "free", hidden: true });
  /** Who would be muted, or may speak again. */
  #heard = { person: 0, name: "", muted: false };
  /** Whose chair it would be, and at which table. */
  #chair = { table: "", seat: 0, name: "" };

  connectedCallback() {
    super.connectedCallback();
    this.body.append(this.#marks, this.#who, this.#form, this.#problem, this.#hush, this.#mute, this.#free);
    this.#mute.addEventListener("click", () => this.#setMuted());
    this.#free.addEventListener("click", () => this.#clear());
    this.#hush.addEventListener("click", () => {
      const { name } = this.#chair;
      hush(name, !isHushed(name));
      tell(this, "hushed");
      this.close();
    });
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
   * @param {boolean} runs whether the viewer runs the table
   */
  async open({ seats, person, role, viewer, table, hand, view }, seat, runs) {
    const player = seats[seat];
    if (!player || !table) return;
    setText(this.#problem, "");
    this.#form.hidden = player.bot || person === null || seat === viewer;
    setText(this.#who, wordsAbout(player.bot, person === null, seat === viewer));
    // Where there is nothing to point with, no title of a mark can be read.
    const told = view?.marks[seat] ?? [];
    const posted = (hand?.seats[seat]?.marks ?? []).filter((label) => told.every((mark) => mark.label !== label));
    const button = hand?.button === seat ? ["D"] : [];
    const meant = [...button, ...posted].map((label) => ({ label, title: markTitle(label) }));
    this.#marks.replaceChildren(...[...meant, ...told].map(({ label, title }) => h("li", {}, h("b", {}, label), ` ${title}`)));
    this.#text.value = "";
    this.#text.disabled = true;
    this.#remove.hidden = this.#mute.hidden = true;
    this.#chair = { table: table.id, seat, name: player.name };
    this.#free.hidden = !runs || seat === viewer || player.leaving || player.cleared;
    this.#hush.hidden = seat === viewer || player.bot;
    setText(this.#hush, `${isHushed(player.name) ? "Show" : "Hide"} what ${player.name} says`);
    this.show(player.name);
    if (this.#form.hidden) return;
    try {
      const { persons } = await ask("GET", `api/tables/${encodeURIComponent(table.id)}`);
      const found = persons.find((/** @type {{name: string}} */ each) => each.name === player.name);
      if (!found) return this.#fail("This player has just got up.");
      if (isStaff(role)) this.#offerMute(found.person, player.name, role);
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

  /**
   * @param {number} person
   * @param {string} name
   * @param {string | null} role the viewer's
   */
  async #offerMute(person, name, role) {
    const { people = [] } = await ask("GET", `api/people?after=${person - 1}&limit=1`).catch(() => ({}));
    const found = people.find((/** @type {{id: number}} */ { id }) => id === person);
    if (!found || this.#chair.name !== name) return;
    // Whoever is staff himself is muted by a host.
    if (isStaff(found.role) && role !== "host") return;
    this.#heard = { person, name, muted: found.muted };
    setText(this.#mute, found.muted ? `Let ${name} speak again` : `Mute ${name} at all tables`);
    this.#mute.hidden = false;
  }

  async #setMuted() {
    const { person, name, muted } = this.#heard;
    try {
      await ask("POST", `api/people/${person}/mute`, { on: !muted });
      tell(this, "report", { text: muted ? `${name} may speak again.` : `${name} is muted at all tables.` });
      this.close();
    } catch (error) {
      this.#fail(sentence(error));
    }
  }

  async #clear() {
    const { table, seat, name } = this.#chair;
    this.close();
    const sure = await question({
      title: `Free the chair of ${name}?`,
      words: `${name} plays a hand that is going on to its end; then all chips of that chair go back to ${name}.`,
      yes: "Free the chair",
    });
    if (!sure) return;
    const path = `api/tables/${encodeURIComponent(table)}`;
    try {
      const { persons } = await ask("GET", path);
      const there = persons.find((/** @type {{seat: number}} */ each) => each.seat === seat);
      if (there && there.name !== name) return tell(this, "complain", { text: `${there.name} sits there now.` });
      await ask("POST", `${path}/clear`, { seat });
      tell(this, "report", { text: `${name} gets up, after the hand if one is going on.` });
    } catch (error) {
      tell(this, "complain", { text: sentence(error) });
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
      tell(this, "noted");
      this.close();
    } catch (error) {
      this.#fail(sentence(error));
    }
  }
}

/** @param {string | null} role */
function isStaff(role) {
  return role === "host" || role === "floor";
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
