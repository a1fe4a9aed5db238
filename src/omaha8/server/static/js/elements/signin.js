// <o8-sign-in>: a name is enough to play; a password keeps it; a code of paper brings it back.

import { ask } from "../api.js";
import { h, tell } from "../dom.js";
import { field, input, onSubmit, shownOnce } from "../form.js";
import { recall, remember } from "../memory.js";
import { nameGiven, refresh } from "../person.js";
import { say } from "../rows.js";

/** @typedef {"guest" | "login" | "register" | "recover"} Mode */

/** @type {Record<Mode, {tab: string, press: string, words: string}>} */
const MODES = {
  guest: {
    tab: "As a guest",
    press: "Come in",
    words: "A name is enough to play. It is yours as long as this browser keeps its cookie.",
  },
  login: { tab: "Sign in", press: "Sign in", words: "" },
  register: {
    tab: "New account",
    press: "Make the account",
    words: "With a password your name and your chips are yours on every device. No e-mail is asked for.",
  },
  recover: {
    tab: "Password forgotten",
    press: "Set the new password",
    words: "One of the codes that you were given when you made the account lets you set a new password. The host can make you another.",
  },
};

const PASSWORD = { type: "password", required: true, minlength: 8, maxlength: 200 };

export class SignInElement extends HTMLElement {
  /** @type {Mode[]} */
  modes = ["guest", "login", "register", "recover"];
  #tabs = h("div", { class: "tabs" });
  #place = h("div", {});

  connectedCallback() {
    this.classList.add("box-of");
    this.append(this.#tabs, this.#place);
    this.show(this.modes[0] ?? "guest");
  }

  /** @param {Mode} mode */
  show(mode) {
    this.#tabs.replaceChildren(
      ...this.modes.map((each) => {
        const tab = h("button", { type: "button", "aria-pressed": String(each === mode) }, MODES[each].tab);
        tab.addEventListener("click", () => this.show(each));
        return tab;
      }),
    );
    this.#place.replaceChildren(this.#form(mode));
  }

  /** @param {Mode} mode */
  #form(mode) {
    const name = input("name", {
      required: true,
      maxlength: 20,
      autocomplete: mode === "login" ? "username" : "nickname",
      value: recall("name") ?? "",
    });
    const code = input("code", { required: true });
    const fresh = mode === "login" ? "current-password" : "new-password";
    const password = input("password", { ...PASSWORD, autocomplete: fresh });
    const form = h("form", { class: "row" }, field("Name", name));
    if (mode === "recover") form.append(field("Recovery code", code));
    if (mode !== "guest") {
      const hint = mode === "login" ? "" : "8 characters or more";
      form.append(field(mode === "recover" ? "New password" : "Password", password, hint));
    }
    form.append(h("button", { type: "submit", class: "strong" }, MODES[mode].press));
    onSubmit(form, async () => {
      const body = { name: name.value.trim() };
      /** @type {Record<Mode, [string, object]>} */
      const requests = {
        guest: ["api/guest", body],
        login: ["api/login", { ...body, password: password.value }],
        register: ["api/register", { ...body, password: password.value }],
        recover: ["api/recover", { ...body, code: code.value.trim(), password: password.value }],
      };
      const told = await ask("POST", ...requests[mode]);
      remember("name", body.name);
      if (told?.recovery_codes) showCodes(told.recovery_codes);
      const { person } = await refresh();
      if (mode === "guest" && person) {
        const words = nameGiven(body.name, person.name);
        if (words) say(words, false);
      }
      tell(this, "signed-in");
    });
    return h("div", { class: "form" }, h("p", { class: "soft" }, MODES[mode].words), form);
  }
}

/**
 * Recovery codes stand on top of the page until they are put away.
 * @param {string[]} codes
 */
export function showCodes(codes) {
  const words = "Each of these sets a new password once. They are shown only now: print them or write them down.";
  const section = shownOnce("Recovery codes", words, codes);
  const done = h("button", { type: "button", class: "strong" }, "I have them");
  done.addEventListener("click", () => {
    section.remove();
    tell(document, "codes-kept");
  });
  section.querySelector(".buttons")?.append(done);
  document.querySelector("main")?.prepend(section);
  section.scrollIntoView({ block: "nearest" });
  done.focus();
}

customElements.define("o8-sign-in", SignInElement);
