// Who sits at this browser: asked once a page, and again when that has changed.

import { ask } from "./api.js";

/**
 * @typedef {object} Person
 * @property {number} id
 * @property {string} name
 * @property {"guest" | "player" | "floor" | "host" | "bot"} role
 * @property {boolean} registered
 */

/**
 * `person` is null for a stranger; `balance` is beside the tables, `at_tables` what lies there; `credit` is how far below 0 the balance may go, null for as far
 * as he likes.
 * @typedef {object} Account
 * @property {Person | null} person
 * @property {number} balance
 * @property {number} at_tables
 * @property {number | null} credit
 * @property {boolean} may_create_tables
 * @property {boolean} muted
 * @property {number} recovery_codes_left
 */

/** @type {Account} */
const STRANGER = {
  person: null,
  balance: 0,
  at_tables: 0,
  credit: 0,
  may_create_tables: false,
  muted: false,
  recovery_codes_left: 0,
};

/** @type {Promise<Account> | null} */
let known = null;

/** Whoever this is. @returns {Promise<Account>} */
export function whoAmI() {
  known ??= ask("GET", "api/me")
    .then((told) => (told?.person ? { ...STRANGER, ...told } : STRANGER))
    .catch(() => STRANGER);
  return known;
}

/** Asks again, and tells the page by the event "person". */
export async function refresh() {
  known = null;
  const account = await whoAmI();
  document.dispatchEvent(new CustomEvent("person", { detail: account }));
  return account;
}

/**
 * @param {(account: Account) => void} draw now, and whenever it changes
 */
export function onPerson(draw) {
  document.addEventListener("person", (event) => {
    draw(/** @type {CustomEvent<Account>} */ (event).detail);
  });
  whoAmI().then(draw);
}

/**
 * That somebody else has the name that was asked for, or nothing.
 * @param {string} asked
 * @param {string} given
 */
export function nameGiven(asked, given) {
  return asked === given ? "" : `Somebody is called ${asked} here already: you are ${given}.`;
}

/** @param {Person | null} person */
export function isStaff(person) {
  return person?.role === "host" || person?.role === "floor";
}
