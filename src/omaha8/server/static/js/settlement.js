// The settlement: who has won and lost how much, since when, and the closing of a night.

import { ask, sentence } from "./api.js";
import { byId, h, setText } from "./dom.js";
import { copied } from "./form.js";
import { does, listOf, say, withOwner } from "./rows.js";

/** @import { Person } from "./person.js" */

/**
 * `won` is what somebody has beyond what he had when it began and what he was given since; all of it
 * with what the bots and the house have won is 0. `since` null is the beginning, `until` null is now.
 * @typedef {{id: number, name: string, owner_name: string | null, off_tables: number, at_tables: number, granted: number,
 *   won: number}} Settled
 * @typedef {{people: Settled[], bots: number, rake: number, since: number | null, until: number | null}} Settlement
 */

/**
 * A night that was settled.
 * @typedef {{id: number, at: number, since: number | null, by_name: string | null}} Night
 */

/** @type {Intl.DateTimeFormatOptions} */
const EVENING = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
const WHEN = new Intl.DateTimeFormat(undefined, { ...EVENING, year: "numeric" });
const THIS_YEAR = new Intl.DateTimeFormat(undefined, EVENING);
const NIGHTS = 20;
/** When a day of poker begins: what is played past midnight belongs to the evening before. */
const MORNING = 6;

/** What is looked at, as the query says it; null for since it was settled last. @type {string | null} */
let chosen = null;

/**
 * Asks for it and draws it, with the buttons to do so again, to take it along, and to settle up.
 * @param {Person} me
 * @param {() => Promise<void>} settled is waited for where a night was closed
 */
export async function drawSettlement(me, settled) {
  const place = byId("settlement");
  const title = h("h2", {}, "Settlement");
  const again = () => drawSettlement(me, settled);
  const refresh = h("button", { type: "button", name: "refresh" }, "Refresh");
  refresh.addEventListener("click", again);
  // Whoever presses a button keeps it under the finger.
  const pressed = place.contains(document.activeElement) ? document.activeElement?.getAttribute("name") : null;
  /** @type {Settlement} */
  let told;
  /** @type {Night[]} */
  let nights;
  let period;
  try {
    nights = (await ask("GET", `api/settlements?limit=${NIGHTS}`)).settlements;
    period = chosen ?? (nights[0] ? `after=${nights[0].id}` : "");
    told = await ask("GET", `api/settlement${period && "?"}${period}`);
  } catch (error) {
    place.replaceChildren(h("div", { class: "title-row" }, title, refresh), h("p", { class: "problem", role: "alert" }, sentence(error)));
    return;
  }
  const rows = rowsOf(told);
  const copy = h("button", { type: "button" }, "Copy");
  copy.addEventListener("click", async () => {
    const lines = rows.map(([name, won]) => `${name}\t${won}`);
    setText(copy, (await copied([spanOf(told), ...lines].join("\n"))) ? "Copied" : "Select and copy it by hand");
  });
  const buttons = h("div", { class: "buttons" }, copy, refresh);
  if (me.role === "host" && told.until === null) buttons.append(settleUp(nights, () => Promise.all([again(), settled()])));
  const none = nights.length || period ? "Nobody has won or lost anything in this time." : "Nobody has had chips yet.";
  place.replaceChildren(
    h("div", { class: "title-row" }, title, buttons),
    choice(nights, period, again),
    h("p", { class: "soft" }, "What was given is not won. A hand that is going on counts as it began."),
    listOf(["Name", "Won or lost", "Off the tables", "At tables", "Given"], rows, none),
  );
  const kept = pressed && place.querySelector(`[name="${CSS.escape(pressed)}"]`);
  if (kept instanceof HTMLElement) kept.focus();
}

/**
 * @param {Night[]} nights
 * @param {string} period what is chosen now
 * @param {() => Promise<void>} again
 */
function choice(nights, period, again) {
  const morning = new Date();
  if (morning.getHours() < MORNING) morning.setDate(morning.getDate() - 1);
  morning.setHours(MORNING, 0, 0, 0);
  const today = period.startsWith("since=") ? period : `since=${morning.getTime()}`;
  const option = (/** @type {string} */ value, /** @type {string} */ words) =>
    h("option", { value, selected: value === period }, words);
  const box = h(
    "select",
    { name: "period", "aria-label": "Which time" },
    h(
      "optgroup",
      { label: "Until now" },
      ...nights.map(({ id, at }, i) => option(`after=${id}`, `Since ${shortly(at)}${i ? "" : " (last settled)"}`)),
      option(today, `Today, since ${MORNING} in the morning`),
      option("", "Since the beginning"),
    ),
    ...(nights.length
      ? [h("optgroup", { label: "Settled" }, ...nights.map(({ id, at, by_name: by }) => option(`night=${id}`, `Settled ${shortly(at)}${by ? ` by ${by}` : ""}`)))]
      : []),
  );
  box.addEventListener("change", () => {
    chosen = box.value;
    again();
  });
  return box;
}

/**
 * A phone has little room.
 * @param {number} at
 */
function shortly(at) {
  return (new Date(at).getFullYear() === new Date().getFullYear() ? THIS_YEAR : WHEN).format(at);
}

/**
 * Closes the night that began with the last settlement, whatever is looked at.
 * @param {Night[]} nights
 * @param {() => Promise<unknown>} again
 */
function settleUp(nights, again) {
  const last = nights[0];
  const act = async () => {
    const { settlement } = await ask("POST", "api/settlements", { after: last ? last.id : null });
    chosen = `night=${settlement.id}`;
    await again();
    say("The night is settled, as it stands below. The next one begins at 0.", false);
  };
  const from = last ? `since ${WHEN.format(last.at)}` : "since the beginning";
  return does("Settle up", act, {
    title: "Settle up?",
    words: `This night is paid: what everybody has won and lost ${from} is kept as it is now, and the next settlement begins here. No chips move; what lies at tables stays there. It cannot be taken back, but every time can be looked at later.`,
    yes: "It is paid",
  });
}

/**
 * "Since Thu, 26 Nov 2026, 23:40", for a text that is sent around.
 * @param {Settlement} told
 */
function spanOf({ since, until }) {
  const from = since === null ? "the beginning" : WHEN.format(since);
  return `Since ${from}, until ${WHEN.format(until ?? Date.now())}`;
}

/**
 * @param {Settlement} told
 * @returns {(string | number)[][]}
 */
function rowsOf({ people, bots, rake }) {
  if (!people.length) return [];
  const sum = people.reduce((all, { won }) => all + won, bots + rake);
  return [
    ...people.map((each) => [withOwner(each), signed(each.won), each.off_tables, each.at_tables, each.granted]),
    ["Bots of the house", signed(bots), "", "", ""],
    ["Rake", signed(rake), "", "", ""],
    ["Together", signed(sum), "", "", ""],
  ];
}

/** @param {number} amount */
function signed(amount) {
  return amount > 0 ? `+${amount}` : String(amount);
}
