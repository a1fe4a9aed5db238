// What was asked for and has not been answered: said again after a reconnection, by the same id, so
// that it is done once.

/** Older wishes are not repeated: who has waited so long has seen that nothing came of them. */
const FORGET_MS = 60_000;
/** A server that stays up answers at once; what it never answers is not kept for ever. */
const MOST = 20;

/**
 * @typedef {{type: string, id: string} & Record<string, unknown>} Asked
 */

export class Asks {
  /** @type {Map<string, {message: Asked, at: number}>} */
  #open = new Map();

  /**
   * The message with an id of its own.
   * @param {object} message
   * @returns {Asked}
   */
  named(message) {
    return /** @type {Asked} */ ({ ...message, id: newId() });
  }

  /** @param {Asked} message one that was sent */
  sent(message) {
    this.#open.set(message.id, { message, at: Date.now() });
    for (const id of [...this.#open.keys()].slice(0, -MOST)) this.#open.delete(id);
  }

  /** @param {string | null | undefined} id of an answer, done or refused */
  answered(id) {
    if (id) this.#open.delete(id);
  }

  /** Another table, or another server: nothing of the old one is to be asked again. */
  forget() {
    this.#open.clear();
  }

  /** What is to be said again. */
  unanswered() {
    const since = Date.now() - FORGET_MS;
    return [...this.#open.values()].filter(({ at }) => at >= since).map(({ message }) => message);
  }
}

/** 16 random bytes; `randomUUID` is not there on pages without https. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
