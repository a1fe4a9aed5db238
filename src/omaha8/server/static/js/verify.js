// The page that checks the shuffle of a hand: from a text, a file, or the room itself.

import { ask, ApiError } from "./api.js";
import { cardsText } from "./cards.js";
import { h, setText } from "./dom.js";
import { verify } from "./fair/check.js";
import { isHistory, readHistory } from "./fair/history.js";

/** @import { Check } from "./fair/check.js" */

const LARGEST = 8 << 20;

const result = part("result", HTMLElement);
const give = part("give", HTMLElement);
const text = part("text", HTMLTextAreaElement);
const problem = part("problem", HTMLElement);
const file = part("file", HTMLInputElement);

part("check", HTMLButtonElement).addEventListener("click", () => read(text.value));
text.addEventListener("input", () => complain(""));
text.addEventListener("paste", () => setTimeout(() => read(text.value)));
file.addEventListener("change", () => take(file.files?.[0]));
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  give.classList.add("over");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) give.classList.remove("over");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  give.classList.remove("over");
  take(event.dataTransfer?.files[0]);
});
addEventListener("hashchange", () => fetchHand());
await fetchHand();
document.body.classList.add("ready");

/** The hand that the address names. */
async function fetchHand() {
  const named = new URLSearchParams(location.hash.slice(1));
  const [table, hand] = [named.get("table"), named.get("hand")];
  if (table === null || hand === null) return;
  try {
    const path = `api/tables/${encodeURIComponent(table)}/hands/${encodeURIComponent(hand)}`;
    const history = await ask("GET", path);
    const download = h("a", { class: "button", href: path, download: `hand-${hand}.json` }, "Download");
    show(history, [h("div", { class: "buttons" }, download)]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    complain(error.message);
  }
}

/** @param {File | undefined} given */
async function take(given) {
  if (!given) return;
  if (given.size > LARGEST) return complain("This file is too large for the history of a hand.");
  text.value = await given.text();
  file.value = "";
  read(text.value);
}

/** @param {string} given */
function read(given) {
  if (!given.trim()) return complain("Paste the history of a hand, or choose a file that has it.");
  let form;
  try {
    form = JSON.parse(given);
  } catch {
    return complain("This is no JSON: the history of a hand begins with { and ends with }.");
  }
  if (!isHistory(form)) {
    return complain("This is no history of a hand: that is a JSON object with omaha8_hand.");
  }
  show(form, []);
}

/** @param {string} what is wrong with what was given, or nothing */
function complain(what) {
  setText(problem, what);
  text.setAttribute("aria-invalid", String(what !== ""));
  if (what) result.hidden = true;
}

/**
 * @param {unknown} history
 * @param {Node[]} more
 */
function show(history, more) {
  complain("");
  const checks = verify(history);
  result.replaceChildren(verdict(history, checks), list(checks), ...more);
  result.hidden = false;
  result.scrollIntoView({ block: "nearest" });
}

/**
 * @param {unknown} history
 * @param {Check[]} checks
 */
function verdict(history, checks) {
  const failed = checks.filter(({ ok }) => !ok);
  const warned = checks.some(({ warning }) => warning);
  // What cannot be read accuses nobody.
  const unread = checks.length === 1 && failed[0]?.name === "history";
  const words = unread
    ? "This cannot be checked"
    : failed.length
    ? "The deal is NOT as it should be"
    : warned
      ? "The deal is as it should be, with a note"
      : "The deal is as it should be";
  return h(
    "div",
    { class: failed.length ? "verdict notice wrong" : "verdict notice" },
    mark(failed.length === 0, warned && !failed.length),
    h("h2", {}, words),
    ...(unread ? [] : [h("p", {}, nameOf(history))]),
    ...(failed.length ? [] : [h("ul", { class: "soft" }, ...cardsOf(history).map((each) => h("li", {}, each)))]),
  );
}

/**
 * "Hand 8 of Friday".
 * @param {unknown} history
 */
function nameOf(history) {
  const { hand, table_name: table } = /** @type {{hand: number, table_name?: unknown}} */ (history);
  return typeof table === "string" && table ? `Hand ${hand} of ${table}` : `Hand ${hand}`;
}

/**
 * The cards that the history tells, by whose they are; the board's at the end.
 * @param {unknown} history
 * @returns {string[]}
 */
function cardsOf(history) {
  const { told } = readHistory(history);
  const names = /** @type {{names?: Record<string, unknown>}} */ (history).names ?? {};
  /** @type {Map<string, Set<string>>} */
  const hands = new Map();
  for (const { where, card } of told) {
    hands.set(where, (hands.get(where) ?? new Set()).add(card));
  }
  const players = [];
  const board = [];
  for (const [where, cards] of hands) {
    const seat = where.match(/\d+$/)?.[0];
    if (seat === undefined) board.push(`Board: ${cardsText([...cards])}`);
    else players.push(`${names[Number(seat) - 1] ?? `Seat ${seat}`}: ${cardsText([...cards])}`);
  }
  return hands.size ? [...players, ...board] : ["No card of it was shown."];
}

/** @param {Check[]} checks */
function list(checks) {
  return h(
    "ol",
    { class: "checks box-of", "aria-label": "Checks" },
    ...checks.map(({ name, ok, warning, text: words }) => {
      const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
      return h("li", {}, mark(ok, warning), h("h3", {}, title), h("p", {}, words));
    }),
  );
}

/**
 * @param {boolean} ok
 * @param {boolean} warning
 */
function mark(ok, warning) {
  const [sign, words, kind] = !ok
    ? ["✗", "Wrong", "wrong"]
    : warning
      ? ["!", "Note", "note"]
      : ["✓", "Right", ""];
  return h("span", { class: `mark ${kind}`, role: "img", "aria-label": words }, sign);
}

/**
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E}
 */
function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}
