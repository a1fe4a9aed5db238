// A line of a readout or a showdown lifts its five cards and dims the rest.

/** @import { CardElement } from "./elements/card.js" */

/**
 * A line and the cards that it stands for now: the same line says something else a street later.
 * @typedef {{line: HTMLElement, cardsOf: () => string[]}} Lifter
 */

/** @type {Lifter | null} */
let pinned = null;
/** @type {Lifter | null} */
let pointed = null;

/**
 * Makes a line lift cards on hover and focus, and keep them up after a click or a tap.
 * @param {HTMLElement} line
 * @param {() => string[]} cardsOf
 */
export function liftable(line, cardsOf) {
  const point = () => {
    pointed = { line, cardsOf };
    showLifted();
  };
  const leave = () => {
    if (pointed?.line === line) pointed = null;
    showLifted();
  };
  line.addEventListener("pointerenter", (event) => {
    if (event.pointerType === "mouse") point();
  });
  line.addEventListener("pointerleave", leave);
  line.addEventListener("focus", () => {
    if (line.matches(":focus-visible")) point();
  });
  line.addEventListener("blur", leave);
  line.addEventListener("click", () => {
    pinned = pinned?.line === line ? null : { line, cardsOf };
    if (!pinned) pointed = null;
    showLifted();
  });
}

/** Puts the cards down, as when a new hand begins. */
export function putDown() {
  pinned = pointed = null;
  showLifted();
}

/** Marks the cards that are up now; to be called again when cards have been drawn anew. */
export function showLifted() {
  if (pinned && !isSeen(pinned)) pinned = null;
  if (pointed && !isSeen(pointed)) pointed = null;
  const up = pointed ?? pinned;
  const cards = new Set(up?.cardsOf());
  document.body.classList.toggle("lifting", cards.size > 0);
  for (const card of /** @type {NodeListOf<CardElement>} */ (
    document.querySelectorAll("o8-card")
  )) {
    card.classList.toggle("lifted", card.code !== null && cards.has(card.code));
  }
  for (const line of document.querySelectorAll(".line[aria-pressed]")) {
    line.setAttribute("aria-pressed", String(line === pinned?.line));
  }
}

/** @param {Lifter} lifter */
function isSeen({ line }) {
  return line.isConnected && line.checkVisibility();
}
