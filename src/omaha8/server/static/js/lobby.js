// The lobby: which tables there are, who one is, and the one-time link that makes a host.

import { ask, sentence, takeFromAddress } from "./api.js";
import { byId, h, setText } from "./dom.js";
import { SignInElement } from "./elements/signin.js";
import "./elements/rules.js";
import { TablesElement } from "./elements/tables.js";
import { onPerson, refresh, whoAmI } from "./person.js";

/** @import { LobbyTable } from "./elements/tables.js" */

const EVERY_MS = 10_000;

/** @type {[structure: string, words: string][]} */
const STRUCTURES = [
  ["", "All"],
  ["fl", "Limit"],
  ["pl", "Pot limit"],
  ["nl", "No limit"],
  ["spread", "Spread"],
  ["mixed", "Mixed"],
];

const list = /** @type {TablesElement} */ (document.querySelector("o8-tables"));
const signIn = /** @type {SignInElement} */ (byId("sign-in"));

/** @type {LobbyTable[]} */
let tables = [];
let structure = "";
let problem = "";

async function load() {
  try {
    const told = await ask("GET", "api/lobby");
    tables = told.tables;
    problem = "";
    byId("create").hidden = !told.may_create;
  } catch (error) {
    problem = sentence(error);
  }
  draw();
}

function draw() {
  const there = STRUCTURES.filter(
    ([kind]) => kind === "" || kind === structure || tables.some((table) => table.structure === kind),
  );
  const filter = byId("filter");
  filter.hidden = there.length < 3;
  const buttons = there.map(([kind, words]) => {
    const button = h("button", { type: "button", value: kind, "aria-pressed": String(kind === structure) }, words);
    button.addEventListener("click", () => {
      structure = kind;
      draw();
      /** @type {HTMLElement | null} */ (filter.querySelector(`[value="${kind}"]`))?.focus();
    });
    return button;
  });
  // Drawn anew only where it differs: the focus stays.
  const key = there.map(([kind]) => kind).join() + structure;
  if (filter.dataset["drawn"] !== key) {
    filter.dataset["drawn"] = key;
    filter.replaceChildren(...buttons);
  }
  const chosen = tables.filter((table) => !structure || table.structure === structure);
  list.update(chosen, problem || "There is no table yet.");
}

/** Whether the page knows that its link makes a host. */
let isGood = false;
const usualModes = signIn.modes;

/** @param {boolean} good */
function offerHost(good) {
  if (isGood === good) return;
  isGood = good;
  signIn.modes = good ? ["register", "login"] : usualModes;
  signIn.show(good ? "register" : "guest");
}

const again = h("button", { type: "button" }, "Try again");
again.addEventListener("click", becomeHost);

/** The link that the first run of the server prints: whoever uses it first becomes the host. */
async function becomeHost() {
  const token = new URLSearchParams(location.hash.slice(1)).get("host");
  const account = await whoAmI();
  if (token === null) {
    offerHost(false);
    byId("host-link").hidden = true;
    return drawEntrance(account);
  }
  const { person } = account;
  const title = byId("host-title");
  const words = byId("host-words");
  try {
    // Nobody makes an account for a link that is worth nothing.
    await ask("POST", person?.registered ? "api/host" : "api/host-link", { token });
    if (person?.registered) {
      takeFromAddress("host");
      await refresh();
      setText(title, "You are the host of this room");
      setText(words, "You open tables, give chips, and say who else may.");
      words.append(" ", h("a", { href: "host.html" }, "To the host’s page"));
    } else {
      setText(title, "This link makes you the host of this room");
      setText(words, "Choose the name and the password of the host, or sign in as somebody who is here already.");
    }
    offerHost(!person?.registered);
  } catch (error) {
    const isWrong = /** @type {import("./api.js").ApiError} */ (error).code === "wrong_link";
    if (isWrong) takeFromAddress("host");
    setText(title, isWrong ? "This link makes nobody the host" : "This link could not be used");
    setText(words, sentence(error));
    if (!isWrong) words.append(" ", again);
    offerHost(false);
  }
  byId("host-link").hidden = false;
  drawEntrance(await whoAmI());
}

/** @param {import("./person.js").Account} account */
function drawEntrance({ person }) {
  const hosting = location.hash.startsWith("#host=");
  byId("welcome").hidden = person !== null || hosting;
  signIn.hidden = hosting ? !isGood || Boolean(person?.registered) : person !== null;
}

onPerson((account) => {
  drawEntrance(account);
  load();
});
document.addEventListener("signed-in", becomeHost);
addEventListener("hashchange", becomeHost);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") load();
});
setInterval(() => {
  if (document.visibilityState === "visible") load();
}, EVERY_MS);
await becomeHost();
document.body.classList.add("ready");
