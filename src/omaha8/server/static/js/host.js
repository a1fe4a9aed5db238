// The host's page: tables with their clocks, people with roles, chips and silence.

import { ask, sentence } from "./api.js";
import { byId, h } from "./dom.js";
import { question } from "./elements/question.js";
import { select } from "./form.js";
import { isStaff, onPerson } from "./person.js";
import { does, listOf, say, when, withOwner } from "./rows.js";
import { drawSettlement } from "./settlement.js";

/** @import { LobbyTable } from "./elements/tables.js" */
/** @import { Person } from "./person.js" */

/** @typedef {(string | number | Node | Node[])[]} Row */
/** @typedef {{id: string, name: string, chips: number, why: string}} UnreadTable */
/** @typedef {Person & {owner: number | null, owner_name: string | null, balance: number, at_tables?: number, made: number, muted: boolean}} Listed */

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

/**
 * @param {Person} me
 * @param {string} [asked] how a name begins
 */
async function drawPeople(me, asked = "") {
  const query = asked ? `?name=${encodeURIComponent(asked)}` : "";
  const { people } = await ask("GET", `api/people${query}`);
  const again = async () => {
    await Promise.all([drawPeople(me, asked), drawLog(), drawSettlement()]);
  };
  /** @type {Row[]} */
  const rows = people.map((/** @type {Listed} */ person) => {
    const path = `api/people/${person.id}`;
    return [
      [withOwner(person), ...(person.muted ? [" ", h("span", { class: "tag wrong" }, "muted")] : [])],
      me.role === "host" && person.id !== me.id && person.registered && person.role !== "bot"
        ? roleOf(person, path, again)
        : person.role,
      person.balance,
      person.at_tables ?? 0,
      [
        ...(me.role === "host" ? [grant(person, path, again)] : []),
        ...(person.id === me.id ? [] : [mute(person, path, again), signOut(person, path, again)]),
      ],
    ];
  });
  const find = h("input", { type: "search", value: asked, placeholder: "Name begins with", "aria-label": "Find somebody" });
  const form = h("form", { class: "form row" }, find, h("button", { type: "submit" }, "Find"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    drawPeople(me, find.value.trim()).catch((error) => say(sentence(error)));
  });
  byId("people").replaceChildren(
    h("div", { class: "title-row" }, h("h2", {}, "People"), form),
    listOf(["Name", "Role", "Off the tables", "At tables", ""], rows, "Nobody."),
  );
}

/**
 * @param {Person} person
 * @param {string} path
 * @param {() => Promise<void>} again
 */
function roleOf(person, path, again) {
  const box = select("role", [["player", "player"], ["floor", "floor"], ["host", "host"]], person.role);
  box.setAttribute("aria-label", `Role of ${person.name}`);
  box.addEventListener("change", async () => {
    try {
      await ask("PATCH", path, { role: box.value });
      say(`${person.name} is ${box.value} now.`, false);
    } catch (error) {
      say(sentence(error));
    }
    await again();
  });
  return box;
}

/**
 * @param {Listed} person
 * @param {string} path
 * @param {() => Promise<void>} again
 */
function mute(person, path, again) {
  return does(person.muted ? "Let speak" : "Mute", async () => {
    await ask("POST", `${path}/mute`, { on: !person.muted });
    await again();
  });
}

/**
 * @param {Person} person
 * @param {string} path
 * @param {() => Promise<void>} again
 */
function signOut(person, path, again) {
  const act = async () => {
    await ask("POST", `${path}/revoke`);
    say(`${person.name} is signed out everywhere.`, false);
    await again();
  };
  const gone = person.registered ? "" : ` ${person.name} is a guest: nobody can sign in as a guest again, what is his stays behind.`;
  return does("Sign out", act, {
    title: `Sign ${person.name} out?`,
    words: `All sessions end, on every device.${gone}`,
    yes: "Sign out",
  });
}

/**
 * @param {Listed} person
 * @param {string} path
 * @param {() => Promise<void>} again
 */
function grant(person, path, again) {
  return does("Give chips", async () => {
    const asked = await question({
      title: `Chips for ${person.name}`,
      words: `${person.name} has ${person.balance} off the tables. A number below 0 takes chips back.`,
      yes: "Give",
      fields: [
        { name: "amount", label: "How many", attributes: { inputmode: "numeric", value: "1000" }, check: wholeNumber },
        { name: "note", label: "What for (stands in the log)", attributes: { maxlength: 80 } },
      ],
    });
    if (!asked) return;
    const amount = Number(asked["amount"]);
    await ask("POST", `${path}/grant`, { amount, ...(asked["note"] ? { note: asked["note"] } : {}) });
    say(`${person.name} has ${Math.abs(amount)} chips ${amount > 0 ? "more" : "less"}.`, false);
    await again();
  });
}

/** @param {string} typed */
function wholeNumber(typed) {
  if (!typed) return "How many chips?";
  if (!/^[+-]?\d+$/.test(typed)) return `A whole number of chips, as in 500 or -500, not ${typed}.`;
  return Number(typed) === 0 ? "One chip at least, not 0." : "";
}

async function drawLog() {
  const { log } = await ask("GET", "api/people/log?limit=20");
  /** @type {Row[]} */
  const rows = log.map((/** @type {any} */ { at, by, person, what, detail }) => [
    when(at),
    by,
    person,
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
    await Promise.all([drawTables(), drawPeople(person), drawSettlement(), drawLog()]).catch((error) => say(sentence(error)));
  }
  document.body.classList.add("ready");
});
setInterval(() => {
  if (document.visibilityState !== "visible" || byId("tables").hidden) return;
  drawTables().catch((error) => say(sentence(error)));
}, EVERY_MS);
