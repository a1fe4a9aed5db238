// <o8-site>: the header of every page but the table: where to go, and who one is.

import { ask, sentence } from "./api.js";
import { h } from "./dom.js";
import { question } from "./elements/question.js";
import { isStaff, onPerson, refresh } from "./person.js";
import { say } from "./rows.js";

/** @import { Account } from "./person.js" */

const FILE = location.pathname.split("/").at(-1) || "./";
/** The form of a table that is open is a page of its own. */
const HERE = FILE === "create.html" && new URLSearchParams(location.search).has("table") ? `${FILE}${location.search}` : FILE;

/** @type {[href: string, words: string, shown: (account: Account) => boolean][]} */
const PAGES = [
  ["./", "Lobby", () => true],
  ["create.html", "New table", (account) => account.may_create_tables],
  [HERE, "Change table", () => HERE !== FILE],
  ["account.html", "Account", () => true],
  ["host.html", "Host", ({ person }) => isStaff(person)],
  ["verify.html", "Check a hand", () => true],
];

export class SiteElement extends HTMLElement {
  #nav = h("nav", { "aria-label": "Pages" });
  #who = h("div", { class: "who" });

  connectedCallback() {
    this.setAttribute("role", "banner");
    this.append(h("a", { class: "brand", href: "./" }, "omaha8"), this.#nav, this.#who);
    onPerson((account) => this.#draw(account));
  }

  /** @param {Account} account */
  #draw(account) {
    const shown = PAGES.filter(([, , may]) => may(account));
    this.#nav.replaceChildren(
      ...shown.map(([href, words]) => {
        const here = href === HERE || (href === "./" && HERE === "index.html");
        return h("a", { href, "aria-current": here ? "page" : null }, words);
      }),
    );
    const { person, balance, at_tables } = account;
    if (!person) {
      this.#who.replaceChildren(h("span", { class: "soft" }, "Not signed in"));
      return;
    }
    const out = h("button", { type: "button" }, "Sign out");
    out.addEventListener("click", () => this.#signOut(person.registered));
    const role = person.role === "player" ? [] : [h("span", { class: "tag" }, person.role)];
    this.#who.replaceChildren(
      h("b", { title: person.name }, person.name),
      ...role,
      h(
        "span",
        { class: "soft chips", title: `${at_tables} at the tables, ${balance} off the tables` },
        String(balance + at_tables),
        h("span", { class: "word" }, " chips"),
      ),
      out,
    );
  }

  /** @param {boolean} registered */
  async #signOut(registered) {
    const words = "You are a guest without a password: once signed out, nobody can sign in as you again.";
    if (!registered && !(await question({ title: "Sign out?", words, yes: "Sign out" }))) return;
    await ask("POST", "api/logout").catch((error) => say(sentence(error)));
    await refresh();
  }
}

customElements.define("o8-site", SiteElement);
