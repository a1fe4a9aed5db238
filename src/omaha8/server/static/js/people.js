// People on the host's page: their roles, chips and silence, and the way back for who has lost it.

import { ask, sentence } from "./api.js";
import { byId, h } from "./dom.js";
import { question } from "./elements/question.js";
import { select, shownOnce } from "./form.js";
import { does, listOf, say, withOwner } from "./rows.js";

/** @import { Row } from "./rows.js" */
/** @import { Person } from "./person.js" */

/** That the server takes at a time. */
const MOST_CHIPS = 10_000_000_000;

/** @typedef {Person & {owner: number | null, owner_name: string | null, balance: number, at_tables?: number, made: number, muted: boolean}} Listed */

/**
 * @param {Person} me
 * @param {() => Promise<unknown>} changed is waited for where something was done to somebody
 * @param {string} [asked] how a name begins
 */
export async function drawPeople(me, changed, asked = "") {
  const query = asked ? `?name=${encodeURIComponent(asked)}` : "";
  const { people } = await ask("GET", `api/people${query}`);
  const again = async () => {
    await Promise.all([drawPeople(me, changed, asked), changed()]);
  };
  /** @type {Row[]} */
  const rows = people.map((/** @type {Listed} */ person) => {
    const path = `api/people/${person.id}`;
    return [
      [withOwner(person), ...(person.muted ? [" ", h("span", { class: "tag wrong" }, "muted")] : [])],
      me.role === "host" && isOther(person, me)
        ? roleOf(person, path, again)
        : person.role,
      person.balance,
      person.at_tables ?? 0,
      [
        ...(me.role === "host" ? [grant(person, path, again)] : []),
        ...(person.id === me.id ? [] : [mute(person, path, again), signOut(person, path, again)]),
        ...(me.role === "host" && isOther(person, me) ? [recoveryCode(person, path, again)] : []),
      ],
    ];
  });
  const find = h("input", { type: "search", value: asked, placeholder: "Name begins with", "aria-label": "Find somebody" });
  const form = h("form", { class: "form row" }, find, h("button", { type: "submit" }, "Find"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    drawPeople(me, changed, find.value.trim()).catch((error) => say(sentence(error)));
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
  if (Math.abs(Number(typed)) > MOST_CHIPS) return `At most ${MOST_CHIPS} chips at a time, not ${typed}.`;
  return Number(typed) === 0 ? "One chip at least, not 0." : "";
}

/**
 * Somebody else who has a password.
 * @param {Person} person
 * @param {Person} me
 */
function isOther(person, me) {
  return person.id !== me.id && person.registered && person.role !== "bot";
}

/**
 * @param {Person} person
 * @param {string} path
 * @param {() => Promise<void>} again
 */
function recoveryCode({ name }, path, again) {
  const act = async () => {
    const { recovery_code: code } = await ask("POST", `${path}/recovery-code`);
    const words =
      `Give it to ${name} alone, best in person: whoever has it can take the account. ` +
      `${name} opens Account, “Password forgotten”, types name and code, and sets a new password; then the code is worth nothing. ` +
      "It is shown only now.";
    const shown = shownOnce(`Recovery code for ${name}`, words, [code]);
    const done = h("button", { type: "button", class: "strong" }, "Done");
    done.addEventListener("click", () => shown.remove());
    shown.lastElementChild?.append(done);
    byId("secrets").replaceChildren(shown);
    shown.scrollIntoView({ block: "nearest" });
    await again();
  };
  return does("Recovery code", act, {
    title: `A recovery code for ${name}?`,
    words: `For who has lost the password and all codes. Make sure that it is ${name} who asks: with the code anybody gets the account. The log will say that you made one.`,
    yes: "Make the code",
  });
}
