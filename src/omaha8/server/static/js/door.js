// Who comes to the table, and by which door: a name for a stranger, an invitation for a private table.

import { ask, takeFromAddress } from "./api.js";
import { refresh } from "./person.js";

/** The table that the address names; null is the only one, or the first public one. */
export const TABLE = new URLSearchParams(location.search).get("id");

let invitation = takeFromAddress("invite");

/**
 * A guest of that name, from now on in this browser.
 * @param {string} name
 */
export async function enter(name) {
  await ask("POST", "api/guest", { name });
  await refresh();
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
  invitation = null;
}
