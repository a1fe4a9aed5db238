// What the browser remembers between visits. Without storage the page still works.

/** @typedef {"name" | "log" | "hushed"} Key */

/**
 * @param {Key} key
 * @returns {string | null}
 */
export function recall(key) {
  try {
    return localStorage.getItem(`omaha8.${key}`);
  } catch {
    return null;
  }
}

/**
 * @param {Key} key
 * @param {string} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(`omaha8.${key}`, value);
  } catch {
    // Private mode: nothing is kept, and nothing needs it.
  }
}
