// The settlement: who has won and lost how much, what a club settles at the end of a night.

import { ask, sentence } from "./api.js";
import { byId, h, setText } from "./dom.js";
import { copied } from "./form.js";
import { listOf, withOwner } from "./rows.js";

/**
 * `won` is what somebody has now, off the tables and at them, less what he was given; all of it with
 * what the bots and the house have won is 0.
 * @typedef {{id: number, name: string, owner_name: string | null, off_tables: number, at_tables: number, granted: number,
 *   won: number}} Settled
 * @typedef {{people: Settled[], bots: number, rake: number}} Settlement
 */

/** Asks for it and draws it, with the buttons to do so again and to take it along. */
export async function drawSettlement() {
  const again = h("button", { type: "button" }, "Refresh");
  again.addEventListener("click", drawSettlement);
  const copy = h("button", { type: "button" }, "Copy");
  const place = byId("settlement");
  const title = h("div", { class: "title-row" }, h("h2", {}, "Settlement"), h("div", { class: "buttons" }, copy, again));
  // Whoever presses a button keeps it under the finger.
  const pressed = place.contains(document.activeElement);
  /** @type {Settlement} */
  let told;
  try {
    told = await ask("GET", "api/settlement");
  } catch (error) {
    copy.hidden = true;
    place.replaceChildren(title, h("p", { class: "problem", role: "alert" }, sentence(error)));
    return;
  }
  const rows = rowsOf(told);
  copy.addEventListener("click", async () => {
    const lines = rows.map(([name, won]) => `${name}\t${won}`);
    setText(copy, (await copied(lines.join("\n"))) ? "Copied" : "Select and copy it by hand");
  });
  place.replaceChildren(
    title,
    h("p", { class: "soft" }, "What was given is not won. A hand that is going on counts as it began."),
    listOf(["Name", "Won or lost", "Off the tables", "At tables", "Given"], rows, "Nobody has had chips yet."),
  );
  if (pressed) again.focus();
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
