// What is wrong with a number that was asked for: beside its field, in place of the browser's own hint.

import { setText } from "./dom.js";

/**
 * @param {HTMLInputElement} input of a number, with `min` and `max`
 * @param {string} name what the number is
 * @param {HTMLElement} place where it is said, until another number is written
 */
export function sayBounds(input, name, place) {
  input.addEventListener("invalid", (event) => {
    event.preventDefault();
    setText(place, `${name}: ${words(input)}`);
    input.setAttribute("aria-invalid", "true");
    // The first field that is wrong has the focus.
    if (input.form?.querySelector("input:invalid") === input) input.focus();
  });
  input.addEventListener("input", () => {
    setText(place, "");
    input.removeAttribute("aria-invalid");
  });
}

/** @param {HTMLInputElement} input */
function words({ validity, min, max, value }) {
  if (validity.rangeUnderflow) return `${min} at least (you asked for ${value}).`;
  if (validity.rangeOverflow) return `${max} at most (you asked for ${value}).`;
  return `a whole number, ${min} to ${max}.`;
}
