// <o8-toast>: an error of the server, in a sentence that says what to do.

import { h } from "../dom.js";

const SHOWN_MS = 7000;

export class ToastElement extends HTMLElement {
  #text = h("p", {});
  #timer = 0;

  connectedCallback() {
    this.setAttribute("role", "alert");
    const close = h("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
    close.addEventListener("click", () => this.#hide());
    this.append(this.#text, close);
    this.hidden = true;
    // What is so for everybody stays to be read.
    const news = document.querySelector(".news");
    if (!news) return;
    const below = () => this.style.setProperty("--below", `${news.getBoundingClientRect().bottom + 8}px`);
    new ResizeObserver(below).observe(news);
  }

  /**
   * @param {string} text
   * @param {boolean} [stays] until it is closed
   * @param {boolean} [calm] nothing is wrong
   */
  say(text, stays = false, calm = false) {
    this.hidden = false;
    this.classList.toggle("calm", calm);
    this.#text.textContent = text;
    clearTimeout(this.#timer);
    if (!stays) this.#timer = setTimeout(() => this.#hide(), SHOWN_MS);
  }

  #hide() {
    clearTimeout(this.#timer);
    this.hidden = true;
  }
}

customElements.define("o8-toast", ToastElement);
