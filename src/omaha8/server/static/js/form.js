// Forms: a label, a field, what it means, and below it what is wrong with what was typed.

import { ApiError } from "./api.js";
import { h, setText } from "./dom.js";

/** @import { Attributes } from "./dom.js" */

let made = 0;

/**
 * A label with its control; the place for what is wrong is found by the control's name.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} control
 * @param {string} [hint]
 */
export function field(label, control, hint = "") {
  control.id ||= `field-${++made}`;
  const about = `${control.id}-about`;
  control.setAttribute("aria-describedby", about);
  control.addEventListener("input", () => mark(control, ""));
  return h(
    "div",
    { class: "field" },
    h("label", { for: control.id }, label),
    control,
    h("div", { id: about }, h("p", { class: "problem", role: "alert" }), h("p", { class: "hint" }, hint)),
  );
}

/**
 * @param {string} name
 * @param {Attributes} [attributes]
 */
export function input(name, attributes = {}) {
  return h("input", { name, type: "text", autocomplete: "off", ...attributes });
}

/**
 * @param {string} name
 * @param {[value: string, words: string][]} choices
 * @param {string} [chosen]
 */
export function select(name, choices, chosen) {
  const options = choices.map(([value, words]) =>
    h("option", { value, selected: value === chosen }, words),
  );
  return h("select", { name }, ...options);
}

/**
 * @param {string} name
 * @param {string} words
 * @param {boolean} [checked]
 */
export function tick(name, words, checked = false) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", name, checked }), words);
}

/**
 * @param {Element} control
 * @param {string} problem
 */
function mark(control, problem) {
  control.setAttribute("aria-invalid", String(problem !== ""));
  const place = control.closest(".field")?.querySelector(".problem");
  if (place) setText(place, problem);
}

/**
 * A form that sends itself: while it does so it is off, and what is wrong stands at its field, or
 * at the end.
 * @param {HTMLFormElement} form
 * @param {() => Promise<void>} send
 * @param {(message: string, name: string) => string} [inWords] what the server says of the field of that name, as the
 *   form calls things
 */
export function onSubmit(form, send, inWords = (message) => message) {
  form.classList.add("form");
  const rest = h("p", { class: "problem", role: "alert" });
  form.append(rest);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    setText(rest, "");
    for (const control of form.elements) mark(control, "");
    const buttons = [...form.querySelectorAll("button")];
    for (const button of buttons) button.disabled = true;
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const place = placeOf(form, error);
      if (place) {
        mark(place, capital(inWords(withoutName(error.message), nameOf(error))));
        for (let at = place.closest("details"); at; at = at.parentElement?.closest("details") ?? null) {
          at.open = true;
        }
        place.focus();
      } else {
        setText(rest, error.message);
      }
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  });
}

/**
 * The sentence at a field need not say which field.
 * @param {string} message
 */
function withoutName(message) {
  return message.replace(/^[a-z][a-z_]+: /, "");
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * What an error is about: its `field`, or the name that the sentence begins with.
 * @param {ApiError} error
 */
function nameOf({ field: named, message }) {
  return (named ?? message.match(/^([a-z][a-z_]+):/)?.[1] ?? "").replace(/^options\./, "");
}

/**
 * The control that an error is about.
 * @param {HTMLFormElement} form
 * @param {ApiError} error
 */
function placeOf(form, error) {
  const name = nameOf(error);
  if (!name) return null;
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLElement) return control;
  const option = form.querySelector(`[aria-labelledby="option-${CSS.escape(name)}"] :is(input, select)`);
  return option instanceof HTMLElement ? option : null;
}

/**
 * What is shown once, with buttons to copy and to print it.
 * @param {string} title
 * @param {string} words
 * @param {string[]} secrets
 */
export function shownOnce(title, words, secrets) {
  const copy = h("button", { type: "button" }, "Copy");
  const print = h("button", { type: "button" }, "Print");
  copy.addEventListener("click", async () => {
    setText(copy, (await copied(secrets.join("\n"))) ? "Copied" : "Select and copy it by hand");
  });
  print.addEventListener("click", () => {
    document.body.classList.add("printing");
    window.print();
    document.body.classList.remove("printing");
  });
  return h(
    "section",
    { class: "secret notice", "aria-label": title },
    h("h2", {}, title),
    h("p", {}, words),
    secrets.length === 1
      ? h("p", { class: "code" }, secrets[0] ?? "")
      : h("ul", {}, ...secrets.map((secret) => h("li", {}, secret))),
    h("div", { class: "buttons" }, copy, print),
  );
}

/**
 * Whether the text is on the clipboard; a page without https may not put it there.
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
