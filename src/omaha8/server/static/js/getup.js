// "Get up": at once, or after a question in its place where it gives up live cards.

import { byId } from "./dom.js";

/** @import { State } from "./state.js" */
/** @import { ServerMessage } from "./types.js" */

let live = false;
let asking = false;
let freed = false;

/** @param {(message: object) => void} say */
export function setUpGetUp(say) {
  byId("stand").addEventListener("click", (event) => {
    if (!live) return say({ type: "stand" });
    // The menu of narrow screens stays open for the answer.
    event.stopPropagation();
    ask(true);
    byId("stand-no").focus();
  });
  byId("stand-yes").addEventListener("click", () => {
    ask(false);
    say({ type: "stand" });
  });
  byId("stand-no").addEventListener("click", (event) => {
    event.stopPropagation();
    ask(false);
    byId("stand").focus();
  });
}

/**
 * Whether the viewer may get up, and whether that would fold his hand.
 * @param {State} state
 */
export function drawGetUp({ hand, seats, viewer }) {
  const me = viewer === null ? null : seats[viewer];
  const mine = viewer === null ? null : (hand?.seats[viewer] ?? null);
  const stays = Boolean(me && !me.leaving);
  live = Boolean(stays && mine && hand && !hand.over && !mine.folded && !mine.mucked);
  byId("stand").dataset["stays"] = String(stays);
  ask(asking && live);
}

/**
 * Remembers whether the viewer's chair is freed by somebody else.
 * @param {State} state
 * @param {ServerMessage} message by which it became so
 */
export function heedFreed({ seats, viewer }, message) {
  if (viewer === null) return;
  const events = message.type === "events" ? message.events : [];
  if (events.some((event) => event.type === "clear_asked" && event.seat === viewer)) freed = true;
  // Who is gone already is in no chair any more.
  else if (seats[viewer]) freed = seats[viewer].cleared;
}

/** What is said to somebody whose chair is free, and who did not ask for it himself. */
export function freedWords() {
  return `${freed ? "The host has freed your chair" : "Your chair was freed"}: your chips are back in your account.`;
}

/** @param {boolean} on */
function ask(on) {
  asking = on;
  byId("stand-question").hidden = !on;
  byId("stand").hidden = on || byId("stand").dataset["stays"] !== "true";
}
