// <o8-chat>: what people say at the table; a line to say something, and reactions of one press.

import { h, tell } from "../dom.js";
import { Follow } from "../follow.js";
import { isHushed } from "../hushed.js";

/** @import { Said } from "../types.js" */

/** What can be said by one press; the server knows no others. */
const REACTIONS = ["nice hand", "well played", "ouch", "thank you", "good luck", "quartered!"];

const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** Lines that come so soon after the welcome are old ones. */
const QUIET_MS = 1500;

export class ChatElement extends HTMLElement {
  unread = 0;
  #list = h("ol", { class: "entries", tabindex: 0, role: "log", "aria-label": "Chat" });
  #text = h("input", {
    name: "text",
    maxlength: 200,
    required: true,
    autocomplete: "off",
    placeholder: "Say something",
    "aria-label": "Say something to the table",
  });
  #reactions = h("div", { class: "reactions", role: "group", "aria-label": "React" });
  #form = h("form", {}, this.#text, h("button", { type: "submit" }, "Say"));
  #hint = h("p", { class: "hint" }, "Sit down, or sign in in the lobby, to say something.");
  /** @type {Said[]} */
  #lines = [];
  #open = false;
  #said = "";
  #quietUntil = 0;
  #follow = new Follow(this.#list);

  connectedCallback() {
    this.append(this.#list, this.#reactions, this.#form, this.#hint);
    this.#reactions.append(
      ...REACTIONS.map((reaction) => {
        const button = h("button", { type: "button" }, reaction);
        button.addEventListener("click", () => {
          tell(this, "say", { message: { type: "react", reaction } });
        });
        return button;
      }),
    );
    document.addEventListener("hushed", () => this.#drawHushed());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#text.value.trim();
      if (!text) return;
      tell(this, "say", { message: { type: "say", text } });
      this.#said = text;
      this.#text.value = "";
    });
  }

  /** Others are hidden now, or shown. */
  #drawHushed() {
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (this.#list.querySelectorAll("[data-by]"))) {
      line.hidden = isHushed(line.dataset["by"] ?? "");
    }
  }

  /** What was to be said last was refused: it may be said later, or otherwise. */
  giveBack() {
    if (!this.#text.value) this.#text.value = this.#said;
  }

  /** The lines that come now are not new. */
  quiet() {
    this.#quietUntil = performance.now() + QUIET_MS;
  }

  /** @param {boolean} open whether the lines are read as they come */
  seen(open) {
    this.#open = open;
    if (open) {
      this.#count(0);
      this.#follow.toEnd();
    }
  }

  /**
   * @param {Said[]} lines
   * @param {number | null} person who may say something
   */
  update(lines, person) {
    this.#form.hidden = this.#reactions.hidden = person === null;
    this.#hint.hidden = person !== null;
    if (lines === this.#lines) return;
    const last = this.#lines.at(-1);
    const from = last ? lines.indexOf(last) + 1 : 0;
    const news = lines.slice(from);
    this.#lines = lines;
    const { atEnd } = this.#follow;
    if (from === 0) this.#list.replaceChildren();
    this.#list.append(...news.map(drawLine));
    while (this.#list.childElementCount > lines.length) this.#list.firstElementChild?.remove();
    if (atEnd) this.#follow.toEnd();
    if (performance.now() < this.#quietUntil) return;
    const heard = news.filter(({ name }) => !isHushed(name));
    for (const { kind, name, text } of heard) if (kind === "react") tell(this, "reacted", { name, text });
    if (this.#open) return;
    const spoken = heard.filter((line) => line.person !== person);
    if (spoken.length) this.#count(this.unread + spoken.length);
  }

  /** @param {number} unread */
  #count(unread) {
    this.unread = unread;
    tell(this, "unread");
  }
}

/** @param {Said} said */
function drawLine({ kind, name, text, at }) {
  const when = h("time", { datetime: new Date(at).toISOString() }, TIME.format(at));
  const words = h("span", {}, h("b", {}, name), kind === "react" ? ` ${text}` : `: ${text}`);
  return h("li", { class: `said ${kind}`, "data-by": name, hidden: isHushed(name) }, when, words);
}

customElements.define("o8-chat", ChatElement);
