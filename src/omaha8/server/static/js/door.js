// Who comes to the table, and by which door: a name for a stranger, an invitation for a private table.

import { ask, readFromAddress, takeFromAddress } from "./api.js";
import { nameGiven, refresh } from "./person.js";

/** The table that the address names; null is the only one, or the first public one. */
export const TABLE = new URLSearchParams(location.search).get("id");

let invitation = readFromAddress("invite");

/**
 * A guest of that name, from now on in this browser; what is to be said of it, or nothing.
 * @param {string} name
 */
export async function enter(name) {
  await ask("POST", "api/guest", { name });
  const { person } = await refresh();
  return person ? nameGiven(name, person.name) : "";
}

/**
 * What the invitation of a stranger is good for.
 * @returns {Promise<{name: string, game: string, by: string | null}>}
 */
export function invited() {
  return ask("POST", "api/invites/look", { token: invitation });
}

/** Where to sign in, and how to come back from there. */
export function signInAddress() {
  const back = new URLSearchParams({ back: TABLE ?? "" });
  if (invitation !== null) back.set("invite", invitation);
  return `account.html#${back}`;
}

/** Gives the invitation in that came with the address, if one did. */
export async function admit() {
  if (invitation === null) return;
  await ask("POST", "api/invites", { token: invitation });
  // Until then it stays: who loads the page again before he has come in still needs it.
  takeFromAddress("invite");
  invitation = null;
}
