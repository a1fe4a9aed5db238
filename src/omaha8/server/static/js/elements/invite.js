// <o8-invite>: a link that lets others to the table, made on the press of a button.

import { ask, sentence } from "../api.js";
import { sayBounds } from "../bounds.js";
import { h, setText } from "../dom.js";
import { copied } from "../form.js";
import { DialogElement } from "./dialog.js";

const NEAR =
  "You came here by an address that only this computer has, and the link begins with it. For others, open " +
  "the table under the address of this computer in your network, and make the link there.";

const ELSEWHERE =
  "You came here by an address that only this computer has: the link begins with the one under which others " +
  "reach it.";

/** @param {string} name of a host */
function isLoopback(name) {
  return name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || name.startsWith("127.");
}

/**
 * @param {string} link from the address of the server on
 * @param {string | null} elsewhere that address on other computers, where another one is not to be used
 */
function addressOf(link, elsewhere) {
  if (!elsewhere) return new URL(link, document.baseURI).href;
  return new URL(link.slice(1), elsewhere.endsWith("/") ? elsewhere : `${elsewhere}/`).href;
}

export class InviteElement extends DialogElement {
  #table = "";
  #uses = h("input", { type: "number", id: "invite-uses", min: 1, max: 100, step: 1, value: 1, required: true });
  #hours = h("input", { type: "number", id: "invite-hours", min: 1, max: 720, step: 1, value: 24, required: true });
  #link = h("input", { type: "text", readonly: true, "aria-label": "The link" });
  #copy = h("button", { type: "button" }, "Copy");
  #made = h("div", { class: "sit made", hidden: true }, this.#link, this.#copy);
  #near = h("p", { class: "hint" }, NEAR);
  #problem = h("p", { class: "problem", role: "alert" });
  #form = h(
    "form",
    { class: "sit" },
    h("label", { for: "invite-uses" }, "For how many people", this.#uses),
    h("label", { for: "invite-hours" }, "Good for (hours)", this.#hours),
    h("button", { type: "submit", class: "strong" }, "Make a link"),
  );

  connectedCallback() {
    super.connectedCallback();
    this.body.append(
      h("p", { class: "soft" }, "Whoever opens the link may come to this table, also to a private one."),
      this.#form,
      this.#made,
      this.#near,
      this.#problem,
    );
    sayBounds(this.#uses, "For how many people", this.#problem);
    sayBounds(this.#hours, "Good for (hours)", this.#problem);
    this.#form.addEventListener("submit", async (event) => {
      event.preventDefault();
      setText(this.#problem, "");
      const wish = { uses: Number(this.#uses.value), hours: Number(this.#hours.value) };
      try {
        const path = `api/tables/${encodeURIComponent(this.#table)}/invites`;
        const { link, elsewhere } = await ask("POST", path, wish);
        const near = isLoopback(location.hostname);
        this.#link.value = addressOf(link, near ? elsewhere : null);
        this.#made.hidden = false;
        this.#near.hidden = !near;
        setText(this.#near, elsewhere ? ELSEWHERE : NEAR);
        setText(this.#copy, "Copy");
        this.#link.select();
      } catch (error) {
        setText(this.#problem, sentence(error));
      }
    });
    this.#copy.addEventListener("click", async () => {
      this.#link.select();
      setText(this.#copy, (await copied(this.#link.value)) ? "Copied" : "Copy it by hand");
    });
  }

  /**
   * @param {string} table
   * @param {number} free how many chairs there are to take: a link for as many is the usual one
   */
  open(table, free) {
    this.#table = table;
    this.#uses.value = String(Math.max(1, free));
    this.#made.hidden = this.#near.hidden = true;
    setText(this.#problem, "");
    this.show("Invite to this table");
  }
}

customElements.define("o8-invite", InviteElement);
