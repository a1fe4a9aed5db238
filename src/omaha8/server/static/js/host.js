// The host's page: tables with their clocks, the log; people and the settlement have files of their own.

import { ask, sentence } from "./api.js";
import { byId, h } from "./dom.js";
import { drawPeople } from "./people.js";
import { isStaff, onPerson } from "./person.js";
import { does, listOf, say, when } from "./rows.js";
import { drawSettlement } from "./settlement.js";

/** @import { LobbyTable } from "./elements/tables.js" */
/** @import { Row } from "./rows.js" */

/** @typedef {{id: string, name: string, chips: number, why: string}} UnreadTable */

const EVERY_MS = 10_000;
let drawn = "";

/** Draws them where anything is different: what has the focus keeps it. */
async function drawTables() {
  const { tables, unreadable } = await ask("GET", "api/lobby");
  const key = JSON.stringify([tables, unreadable]);
  if (key === drawn) return;
  drawn = key;
  const why = await whyStopped(tables);
  /** @type {Row[]} */
  const rows = tables.map((/** @type {LobbyTable} */ table) => {
    const path = `api/tables/${encodeURIComponent(table.id)}`;
    const state = [
      ...(table.frozen ? [h("span", { class: "tag wrong", title: why.get(table.id) ?? "" }, "stopped"), h("p", { class: "problem" }, why.get(table.id) ?? "")] : []),
      ...(table.paused ? [h("span", { class: "tag" }, "paused")] : []),
      ...(table.closing ? [h("span", { class: "tag" }, "closes after this hand")] : []),
      ...(table.private ? [h("span", { class: "tag" }, "private")] : []),
    ];
    return [
      [h("a", { href: `table.html?id=${encodeURIComponent(table.id)}` }, table.name), " ", ...state],
      table.game,
      `${table.players} of ${table.seats}`,
      table.closing ? "" : [
        does(table.paused ? "Resume" : "Pause", async () => {
          await ask("POST", `${path}/pause`, { on: !table.paused });
          await drawTables();
        }),
        h("a", { class: "button", href: `create.html?table=${encodeURIComponent(table.id)}` }, "Change"),
        does(
          "Close",
          async () => {
            await ask("DELETE", path);
            say(`${table.name} closes as soon as no hand is going on.`, false);
            await drawTables();
          },
          { title: `Close ${table.name}?`, words: "A hand that is going on is played to its end; then everybody has his chips back.", yes: "Close the table" },
        ),
      ],
    ];
  });
  rows.push(...unreadable.map(unreadRow));
  byId("tables").replaceChildren(
    h("div", { class: "title-row" }, h("h2", {}, "Tables"), h("a", { class: "button", href: "create.html" }, "New table")),
    listOf(["Table", "Game", "Seats", ""], rows, "There is no table."),
  );
}

/**
 * A table that could not be taken up: nothing can be done with it here.
 * @param {UnreadTable} table
 * @returns {Row}
 */
function unreadRow({ name, chips, why }) {
  const words = `${why} ${chips} chips lie on it.`;
  const head = h("strong", {}, name, " ", h("span", { class: "tag wrong" }, "unreadable"));
  return [[head, h("p", { class: "problem" }, words)], "", "", []];
}

/**
 * Why tables have stopped for good.
 * @param {LobbyTable[]} tables
 * @returns {Promise<Map<string, string>>} by id
 */
async function whyStopped(tables) {
  const frozen = tables.filter((table) => table.frozen);
  const told = await Promise.all(frozen.map(({ id }) => ask("GET", `api/tables/${encodeURIComponent(id)}`)));
  return new Map(told.map((each) => [each.id, each.frozen_why ?? ""]));
}

async function drawLog() {
  const { log } = await ask("GET", "api/people/log?limit=20");
  /** @type {Row[]} */
  const rows = log.map((/** @type {any} */ { at, by, person, what, detail }) => [
    when(at),
    by,
    what === "settle" ? "" : person,
    deedWords(what, detail),
  ]);
  byId("log").replaceChildren(
    h("h2", {}, "Log of host and floor"),
    listOf(["When", "By", "To", "What"], rows, "Nothing yet."),
  );
}

/**
 * @param {string} what
 * @param {string} detail
 */
function deedWords(what, detail) {
  if (what === "clear") return `chair freed at ${detail}`;
  if (what === "mute") return detail === "on" ? "muted" : "may speak again";
  if (what === "revoke") return "signed out everywhere";
  if (what === "role") return detail === "host, by link" ? "became the host by the link" : `is ${detail} now`;
  if (what === "settle") return "settled up";
  if (what === "code") return "a recovery code was made";
  if (what === "grant") return `chips: ${detail}`;
  return detail ? `${what}: ${detail}` : what;
}

onPerson(async ({ person }) => {
  const may = isStaff(person);
  for (const id of ["tables", "people", "settlement", "log"]) byId(id).hidden = !may;
  byId("may-not").hidden = may;
  const door = h("a", { href: "account.html" }, person ? "To my account" : "Sign in");
  byId("may-not").replaceChildren("Only the host and the floor see this page. ", door);
  if (may && person) {
    const people = drawPeople(person, () => Promise.all([drawLog(), drawSettlement(person, drawLog)]));
    await Promise.all([drawTables(), people, drawSettlement(person, drawLog), drawLog()]).catch((error) => say(sentence(error)));
  }
  document.body.classList.add("ready");
});
setInterval(() => {
  if (document.visibilityState !== "visible" || byId("tables").hidden) return;
  drawTables().catch((error) => say(sentence(error)));
}, EVERY_MS);
