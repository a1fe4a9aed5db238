// <o8-tables>: the tables of the room, with what one wants to know before sitting down.

import { h } from "../dom.js";
import { rulesWords } from "../words.js";
import { RulesElement } from "./rules.js";

/**
 * @typedef {object} LobbyTable
 * @property {string} id
 * @property {string} name
 * @property {string} game
 * @property {string} structure
 * @property {string} stakes
 * @property {string} rules
 * @property {string[]} changed house rules that are not as in the preset
 * @property {number} seats
 * @property {number} players all who have a seat
 * @property {number} bots those of the house
 * @property {number} waiting
 * @property {"seated" | "waiting" | null} you whether one has a seat there, or waits for one
 * @property {number} average_pot 0 as long as there is nothing to say, as below
 * @property {number} hands_per_hour
 * @property {boolean} private
 * @property {boolean} paused
 * @property {boolean} [closing]
 * @property {boolean} frozen
 */

export class TablesElement extends HTMLElement {
  #body = h("tbody", {});
  #drawn = "";

  connectedCallback() {
    this.classList.add("tables");
    const heads = [
      ...[["Table"], ["Rules"], ["Seats", 1], ["Waiting", 1], ["Average pot", 1], ["Hands an hour", 1]],
      [""],
    ];
    this.append(
      h(
        "table",
        { class: "list folds" },
        h(
          "thead",
          {},
          h("tr", {}, ...heads.map(([words, number]) => h("th", { scope: "col", class: number ? "number" : "" }, String(words)))),
        ),
        this.#body,
      ),
    );
  }

  /**
   * @param {LobbyTable[]} tables
   * @param {string} none what is said where there are none
   */
  update(tables, none) {
    const key = JSON.stringify([tables, none]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    // The link that has the focus keeps it.
    const focused = document.activeElement?.closest("tr")?.dataset["table"];
    const rows = tables.map(drawRow);
    const empty = h("tr", {}, h("td", { colspan: 7, class: "soft whole" }, none));
    this.#body.replaceChildren(...(rows.length ? rows : [empty]));
    const again = rows.find((row) => row.dataset["table"] === focused);
    if (focused) again?.querySelector("a")?.focus();
  }
}

/** @param {LobbyTable} table */
function drawRow(table) {
  const href = `table.html?id=${encodeURIComponent(table.id)}`;
  const { you } = table;
  const tags = [
    ...(you ? [h("span", { class: "tag" }, you === "seated" ? "you sit here" : "you wait for a chair")] : []),
    ...(table.private ? [h("span", { class: "tag" }, "private")] : []),
    ...(table.paused ? [h("span", { class: "tag" }, "paused")] : []),
    ...(table.closing ? [h("span", { class: "tag" }, "closes after this hand")] : []),
    ...(table.frozen ? [h("span", { class: "tag wrong" }, "stopped")] : []),
  ];
  const row = h(
    "tr",
    {},
    h("td", { class: "name whole" }, h("a", { href }, table.name), " ", ...tags, h("small", {}, table.game)),
    drawRules(table),
    cell("Seats", seatsOf(table), true),
    cell("Waiting", table.waiting || "", true),
    cell("Average pot", table.average_pot || "", true),
    cell("Hands an hour", table.hands_per_hour || "", true),
    h("td", { class: "does" }, h("a", { class: you ? "button strong" : "button", href, tabindex: -1 }, doesOf(table))),
  );
  row.dataset["table"] = table.id;
  return row;
}

/**
 * Whether a bot of the house gives its chair, between two hands, to who asks for one now: one to each
 * who waits, but two players stay.
 * @param {LobbyTable} table
 */
function makesRoom({ players, seats, bots, waiting, closing, you }) {
  return players === seats && seats > 2 && bots > waiting && !closing && !you;
}

/** @param {LobbyTable} table */
function seatsOf(table) {
  const { players, seats, bots } = table;
  const about = bots ? `, ${bots} ${bots === 1 ? "bot" : "bots"}` : "";
  return `${players} of ${seats}${about}${makesRoom(table) ? ": one makes room for you" : ""}`;
}

/** @param {LobbyTable} table */
function doesOf(table) {
  if (table.you === "seated") return "Back to your seat";
  if (table.closing || table.frozen) return "Watch";
  if (table.you === "waiting" || table.players < table.seats) return "Open";
  return makesRoom(table) ? "Join" : "Watch or wait";
}

/** @param {LobbyTable} table */
function drawRules({ id, rules, changed }) {
  const words = changed.length ? `${rulesWords(rules)}, ${changed.length} changed` : rulesWords(rules);
  const button = h("button", { type: "button", class: "as-link", title: "The rules of this table" }, words);
  button.addEventListener("click", () => {
    const dialog = document.querySelector("o8-rules");
    if (dialog instanceof RulesElement) dialog.open(id);
  });
  const td = h("td", { class: "whole" }, button);
  td.dataset["label"] = "Rules";
  return td;
}

/**
 * @param {string} label
 * @param {string | number} value
 * @param {boolean} [number]
 */
function cell(label, value, number = false) {
  const td = h("td", { class: number ? "number" : "" }, String(value));
  td.dataset["label"] = label;
  return td;
}

customElements.define("o8-tables", TablesElement);
