// <o8-actions>: the choices of the viewer's turn. Its buttons say what they send; an amount only sets
// the slider and the box, and one button sends it.

import {
  boundsLabel,
  hasRange,
  noteWords,
  plainOffers,
  readAmount,
  sizeOffers,
  wager,
  wagerLabel,
} from "../amounts.js";
import { h, setText } from "../dom.js";

/** @import { Action, Legal } from "../types.js" */
/** @import { Offer, Size } from "../amounts.js" */

const SOON_S = 15;
/** So long a button that asks waits for the answer; and what comes sooner is the same press. */
const ASKS_MS = 6000;
const TWICE_MS = 400;

export class ActionsElement extends HTMLElement {
  /** @type {Legal | null} */
  #legal = null;
  #turn = "";
  #unit = 1;
  #sent = false;
  /** The button that asks, and since when. @type {{button: HTMLButtonElement, at: number} | null} */
  #asking = null;
  #asks = 0;
  #deadline = Infinity;
  #bankMs = 0;

  #slider = h("input", { type: "range", class: "slider", step: 1, "aria-label": "Amount" });
  #box = h("input", {
    type: "text",
    class: "box",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: 15,
    "aria-label": "Amount",
    "aria-describedby": "amount-note",
  });
  #sizes = h("div", { class: "sizes", role: "group", "aria-label": "Amounts" });
  #note = h("p", { class: "note", id: "amount-note", "aria-live": "polite" });
  #time = h("p", { class: "time", role: "timer" });
  #sizing = h("div", { class: "sizing" }, this.#sizes, this.#slider, this.#box);
  #wager = h("button", { type: "button", class: "wager", "aria-keyshortcuts": "r" });
  #plain = h("div", { class: "plain" });
  #main = h("div", { class: "main" }, this.#plain, this.#wager);

  connectedCallback() {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Your turn");
    this.append(this.#note, this.#time, this.#sizing, this.#main);
    setInterval(() => this.#showTime(), 500);
    this.#slider.addEventListener("input", () => this.#choose(this.#slider.value));
    this.#slider.addEventListener("keydown", (event) => this.#step(event));
    this.#box.addEventListener("input", () => this.#typed());
    this.#box.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#wager.click();
    });
    this.#wager.addEventListener("click", () => {
      const amount = this.#legal && readAmount(this.#legal, this.#box.value);
      if (this.#legal && amount && amount.to !== null) this.#send(wager(this.#legal, amount.to));
    });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * @param {Legal | null} legal
   * @param {{turn: string, structure: string, unit: number, actingMs: number | null,
   *   bankMs: number | null}} context which turn it is, of which game, the step of the arrow keys,
   *   what is left of the time to act, and of the bank that runs when that is used up
   */
  update(legal, { turn, structure, unit, actingMs, bankMs }) {
    this.hidden = !legal;
    this.#deadline = actingMs === null ? Infinity : performance.now() + actingMs;
    this.#bankMs = bankMs ?? 0;
    this.#showTime();
    if (legal && turn === this.#turn) return;
    this.#unask();
    this.#turn = legal ? turn : "";
    this.#legal = legal;
    this.#unit = unit;
    if (!legal) return;
    this.#plain.replaceChildren(...plainOffers(legal).map((offer) => this.#button(offer)));
    this.#sizes.replaceChildren(...sizeOffers(legal, structure).map((size) => this.#size(size)));
    const range = hasRange(legal);
    this.classList.toggle("fixed", !range);
    this.#slider.min = String(legal.min_to);
    this.#slider.max = String(legal.max_to);
    this.#wager.hidden = legal.max_to === 0;
    this.allow();
    this.#choose(String(legal.min_to));
  }

  /** Whether an action has been sent and not been answered yet. */
  get sent() {
    return this.#sent;
  }

  /** Lets the buttons be pressed again, after an error or for a new turn. */
  allow() {
    this.#setSent(false);
  }

  /** @param {string} value */
  #choose(value) {
    this.#slider.value = this.#box.value = value;
    this.#typed();
  }

  #typed() {
    const legal = this.#legal;
    if (!legal) return;
    const { to, wrong } = legal.max_to
      ? readAmount(legal, this.#box.value)
      : { to: null, wrong: null };
    if (to !== null) {
      this.#slider.value = String(to);
      const label = wagerLabel(legal, to);
      this.#wager.replaceChildren(...labelled(label, "r"));
      this.#slider.setAttribute("aria-valuetext", label);
      const { min_to, max_to } = legal;
      const part = max_to > min_to ? (to - min_to) / (max_to - min_to) : 0;
      this.#slider.style.setProperty("--part", `${part * 100}%`);
    }
    for (const size of this.#sizes.querySelectorAll("button")) {
      size.setAttribute("aria-pressed", String(to !== null && size.value === String(to)));
    }
    this.#box.setAttribute("aria-invalid", String(wrong !== null));
    this.#wager.disabled = wrong !== null || this.#sent;
    if (wrong !== null) this.#wager.replaceChildren(boundsLabel(legal));
    this.#note.classList.toggle("wrong", wrong !== null);
    const asks = this.#asking?.button.dataset["why"] ?? null;
    this.#note.classList.toggle("asks", wrong === null && asks !== null);
    setText(this.#note, wrong ?? asks ?? noteWords(legal));
    this.#note.hidden = !this.#note.textContent;
  }

  #showTime() {
    const left = this.#deadline - performance.now();
    const seconds = Math.max(0, Math.ceil(left / 1000));
    this.#time.hidden = !this.#legal || seconds > SOON_S;
    if (this.#time.hidden) return;
    const bank = Math.max(0, Math.ceil((this.#bankMs + Math.min(0, left)) / 1000));
    const then = this.#bankMs ? `, then ${bank} s of your time bank` : "";
    setText(this.#time, seconds || !bank ? `${seconds} s left${then}` : `Time bank: ${bank} s left`);
  }

  /** @param {KeyboardEvent} event */
  #step(event) {
    const up = event.key === "ArrowRight" || event.key === "ArrowUp";
    const down = event.key === "ArrowLeft" || event.key === "ArrowDown";
    const legal = this.#legal;
    if (!legal || !hasRange(legal) || (!up && !down)) return;
    event.preventDefault();
    const to = Number(this.#slider.value) + (up ? 1 : -1) * (event.shiftKey ? 1 : this.#unit);
    this.#choose(String(Math.min(legal.max_to, Math.max(legal.min_to, to))));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape") this.#unask();
    if (!this.#legal || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const target = /** @type {Element | null} */ (event.target);
    if (target?.matches("input:not([type=range], [type=checkbox]), textarea, select")) return;
    const key = event.key.toLowerCase();
    if (!/^[fcrms]$/.test(key)) return;
    const button = this.querySelector(`button[aria-keyshortcuts="${key}"]`);
    if (button instanceof HTMLButtonElement && !button.hidden) {
      event.preventDefault();
      button.click();
    }
  }

  /** @param {Size} size */
  #size({ label, to }) {
    const button = h("button", { type: "button", value: to, "aria-pressed": "false" }, label);
    button.addEventListener("click", () => this.#choose(button.value));
    return button;
  }

  /** @param {Offer} offer */
  #button({ label, action, key, quiet, asks, why }) {
    const button = h(
      "button",
      {
        type: "button",
        class: `${action.type}${quiet ? " quiet" : ""}`,
        "aria-keyshortcuts": key || null,
        "data-label": label,
        "data-why": why ?? null,
      },
      ...labelled(label, key),
    );
    button.addEventListener("click", () => {
      if (!asks || this.#isAnswer(button)) return this.#send(action);
      if (!this.#asking) this.#ask(button, asks);
    });
    // A key that is held down answers nothing.
    button.addEventListener("keydown", (event) => {
      if (asks && event.repeat) event.preventDefault();
    });
    return button;
  }

  /** @param {HTMLButtonElement} button whether it asked, and long enough ago to have been read */
  #isAnswer(button) {
    return this.#asking?.button === button && performance.now() - this.#asking.at > TWICE_MS;
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string} words
   */
  #ask(button, words) {
    this.#asking = { button, at: performance.now() };
    this.#asks = setTimeout(() => this.#unask(), ASKS_MS);
    button.classList.add("asked");
    const why = button.dataset["why"] ?? "";
    button.replaceChildren(words, h("small", { "aria-hidden": "true" }, why));
    this.#typed();
  }

  #unask() {
    clearTimeout(this.#asks);
    const { button } = this.#asking ?? {};
    this.#asking = null;
    if (!button) return;
    button.classList.remove("asked");
    setText(button, button.dataset["label"] ?? "");
    this.#typed();
  }

  /** @param {Action} action */
  #send(action) {
    if (this.#sent) return;
    this.#setSent(true);
    this.dispatchEvent(new CustomEvent("act", { bubbles: true, detail: { action } }));
  }

  /** @param {boolean} sent */
  #setSent(sent) {
    this.#sent = sent;
    for (const button of this.querySelectorAll("button")) button.disabled = sent;
    if (!sent) this.#typed();
  }
}

/**
 * @param {string} label
 * @param {string} key
 * @returns {(Node | string)[]}
 */
function labelled(label, key) {
  return key ? [label, h("kbd", { "aria-hidden": "true" }, key.toUpperCase())] : [label];
}

customElements.define("o8-actions", ActionsElement);
