// Lists of the pages around the table: rows with labels, buttons that ask the server, times.

import { sentence } from "./api.js";
import { h, setText } from "./dom.js";
import { question } from "./elements/question.js";

/** @import { Question } from "./elements/question.js" */

/** @typedef {(string | number | Node | Node[])[]} Row */

const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/**
 * A player's bot is named with who settles what it wins or loses: "Robo, bot of Ann".
 * @param {{name: string, owner_name?: string | null}} person
 */
export function withOwner({ name, owner_name }) {
  return owner_name ? `${name}, bot of ${owner_name}` : name;
}

/** @param {number} at ms since 1970 */
export function when(at) {
  return h("time", { datetime: new Date(at).toISOString() }, WHEN.format(at));
}

/**
 * A table with a head; on narrow screens each row is a card whose cells say what they are.
 * @param {string[]} heads "" for the buttons at the end
 * @param {Row[]} rows
 * @param {string} none what is said where there are none
 */
export function listOf(heads, rows, none) {
  if (!rows.length) return h("p", { class: "soft" }, none);
  return h(
    "table",
    { class: "list folds" },
    h("thead", {}, h("tr", {}, ...heads.map((head, i) => drawHead(head, rows[0]?.[i])))),
    h("tbody", {}, ...rows.map((cells) => h("tr", {}, ...cells.map((cell, i) => drawCell(heads[i] ?? "", cell, i))))),
  );
}

/**
 * @param {string} head
 * @param {string | number | Node | Node[] | undefined} first the cell below it
 */
function drawHead(head, first) {
  return h("th", { scope: "col", class: isNumber(first) ? "number" : "" }, head);
}

/** @param {string | number | Node | Node[] | undefined} cell */
function isNumber(cell) {
  return typeof cell === "number" || (typeof cell === "string" && /^[+-]?\d+$/.test(cell));
}

/**
 * @param {string} head
 * @param {string | number | Node | Node[]} cell
 * @param {number} at
 */
function drawCell(head, cell, at) {
  const content = Array.isArray(cell) ? cell : [typeof cell === "number" ? String(cell) : cell];
  const td = h("td", { class: head === "" ? "does" : isNumber(cell) ? "number" : at === 0 ? "whole" : "" }, ...content);
  if (head && at > 0) td.dataset["label"] = head;
  return td;
}

/**
 * A button that asks the server; while it does so it is off, and what goes wrong it says itself.
 * @param {string} words
 * @param {() => Promise<unknown>} act
 * @param {Question | null} [asked] asked first
 */
export function does(words, act, asked = null) {
  const button = h("button", { type: "button" }, words);
  button.addEventListener("click", async () => {
    if (asked && !(await question(asked))) return;
    button.disabled = true;
    try {
      await act();
    } catch (error) {
      say(sentence(error));
    } finally {
      button.disabled = false;
    }
  });
  return button;
}

/**
 * A sentence on top of the page, until the next one.
 * @param {string} words
 * @param {boolean} [wrong]
 */
export function say(words, wrong = true) {
  let place = document.getElementById("said");
  if (!place) {
    place = h("p", { id: "said", role: "status" });
    document.querySelector("main h1")?.after(place);
  }
  place.className = wrong ? "notice wrong" : "notice";
  setText(place, words);
  place.scrollIntoView({ block: "nearest" });
}
