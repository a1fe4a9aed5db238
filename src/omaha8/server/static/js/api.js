// Requests to the server: JSON in, JSON out; an error is a sentence for whoever sits at the screen.

/**
 * An answer that is an error: `code` for the page, `message` for people, `field` the part of the form
 * it is about, where the server names one.
 */
export class ApiError extends Error {
  /**
   * @param {number} status 0 where there was no answer
   * @param {string} code
   * @param {string} message
   * @param {string | null} field
   */
  constructor(status, code, message, field = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/**
 * @template [T=any]
 * @param {"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} method
 * @param {string} path as in "api/lobby", below the address of the page
 * @param {object} [body]
 * @returns {Promise<T>}
 */
export async function ask(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      ...(method === "GET" ? {} : { headers: { "content-type": "application/json" } }),
      ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
    });
  } catch {
    throw new ApiError(0, "no_answer", "No answer from the server; try again in a moment.");
  }
  const told = await response.json().catch(() => null);
  if (response.ok) return told;
  const { error = "refused", message = "", field = null } = told ?? {};
  const sentence = message || `The server refused that (${response.status}).`;
  throw new ApiError(response.status, error, sentence, field);
}

/**
 * What went wrong, as a sentence.
 * @param {unknown} error
 */
export function sentence(error) {
  if (error instanceof ApiError) return error.message;
  throw error;
}

/**
 * The part of the address behind "#" that begins with `name=`.
 * @param {string} name
 */
export function readFromAddress(name) {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}

/**
 * The part of the address behind "#" that begins with `name=`, taken off the address at once, so
 * that no one-time link stays in the history.
 * @param {string} name
 */
export function takeFromAddress(name) {
  const value = readFromAddress(name);
  if (value === null) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return value;
}
