// A dialog of the table page: a title, what is in it, a way out by key and by button.

import { h, setText } from "../dom.js";

export class DialogElement extends HTMLElement {
  #title = h("h2", {});
  #dialog = h("dialog", {});
  /** What the dialog holds. */
  body = h("div", { class: "dialog-body" });

  connectedCallback() {
    const close = h("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
    close.addEventListener("click", () => this.close());
    this.#dialog.append(h("div", { class: "dialog-head" }, this.#title, close), this.body);
    this.#dialog.addEventListener("click", (event) => {
      // Beside it is on the backdrop.
      if (event.target === this.#dialog) this.close();
    });
    this.append(this.#dialog);
  }

  /** @param {string} title */
  show(title) {
    setText(this.#title, title);
    this.#dialog.setAttribute("aria-label", title);
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  close() {
    this.#dialog.close();
  }

  get isOpen() {
    return this.#dialog.open;
  }
}
