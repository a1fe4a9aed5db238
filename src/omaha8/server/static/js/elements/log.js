// <o8-log>: what has happened, line by line; read aloud where somebody listens.

import { h } from "../dom.js";
import { Follow } from "../follow.js";

/** @import { LogEntry } from "../state.js" */

const HEADINGS = new Set(["hand_started", "board_dealt"]);

export class LogElement extends HTMLElement {
  #list = h("ol", { class: "entries", tabindex: 0, "aria-label": "What has happened" });
  #spoken = h("div", { class: "spoken", "aria-live": "polite", role: "log" });
  /** @type {LogEntry[]} */
  #entries = [];
  #follow = new Follow(this.#list);

  connectedCallback() {
    this.append(this.#list);
    document.body.append(this.#spoken);
  }

  /** @param {LogEntry[]} entries */
  update(entries) {
    if (entries === this.#entries) return;
    const last = this.#entries.at(-1);
    // Entries only ever grow at the end, except after a snapshot: then all is drawn again.
    const from = last ? entries.indexOf(last) + 1 : 0;
    const news = entries.slice(from);
    if (from === 0) this.#list.replaceChildren();
    this.#entries = entries;
    const atEnd = this.#follow.atEnd || from === 0;
    this.#list.append(...news.map(drawEntry));
    while (this.#list.childElementCount > entries.length) this.#list.firstElementChild?.remove();
    if (atEnd) this.scrollToEnd();
    // What is drawn again was read aloud before.
    if (last && from > 0) this.#spoken.replaceChildren(...news.map(({ text }) => h("p", {}, text)));
  }

  /**
   * Has something read aloud that is no line of the log.
   * @param {string} text
   */
  say(text) {
    this.#spoken.append(h("p", {}, text));
  }

  /** Shows the end, as after the panel has been opened. */
  scrollToEnd() {
    this.#follow.toEnd();
  }
}

/** @param {LogEntry} entry */
export function drawEntry({ kind, text }) {
  return h("li", { class: `entry-${kind}${HEADINGS.has(kind) ? " heading" : ""}` }, text);
}

customElements.define("o8-log", LogElement);
