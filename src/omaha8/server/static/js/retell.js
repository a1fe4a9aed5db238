// A hand of the past in the words of the log.

import { INITIAL, foldEvents } from "./state.js";

/** @import { NamedHand, TableOrHandEvent, View } from "./types.js" */

/** What a hand of the past leaves to say. */
const NOTHING = /** @type {View} */ (/** @type {unknown} */ ({ hands: [], coming: [] }));

/**
 * @param {{events: TableOrHandEvent[], names: Record<string, string>, hands?: NamedHand[]}} history as the room gives it out
 * @returns {import("./state.js").LogEntry[]}
 */
export function retell({ events, names, hands = [] }) {
  const last = Math.max(-1, ...Object.keys(names).map(Number));
  const seats = Array.from({ length: last + 1 }, (_, seat) => {
    const name = names[seat];
    return name === undefined ? null : { ...SEATED, seat, name };
  });
  return foldEvents({ ...INITIAL, seats }, events, { ...NOTHING, hands }).log;
}

const SEATED = { stack: 0, bot: false, sitting_out: false, leaving: false, cleared: false, dealt: true };
