// The socket: says hello, comes back by itself after a loss, and hands messages over.

/** @import { ServerMessage } from "./types.js" */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const PING_EVERY_MS = 20_000;
const SILENCE_MS = 45_000;

/**
 * @typedef {object} Handlers
 * @property {() => object} hello what to say first on every new connection
 * @property {(message: ServerMessage) => void} receive
 * @property {(connected: boolean) => void} changed
 * @property {(code: number) => boolean} ended whether the server has closed it for good
 */

export class Connection {
  #url;
  #handlers;
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #heard = 0;
  #ended = false;

  /**
   * @param {string} url
   * @param {Handlers} handlers
   */
  constructor(url, handlers) {
    this.#url = url;
    this.#handlers = handlers;
    setInterval(() => this.#ping(), PING_EVERY_MS);
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => this.#hurry());
  }

  open() {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (this.#socket !== socket) return;
      this.#heard = Date.now();
      this.send(this.#handlers.hello());
    });
    socket.addEventListener("message", ({ data }) => {
      if (this.#socket !== socket) return;
      this.#heard = Date.now();
      this.#wait = FIRST_WAIT_MS;
      this.#handlers.changed(true);
      this.#handlers.receive(JSON.parse(data));
    });
    socket.addEventListener("close", ({ code }) => this.#lost(socket, code));
  }

  /** Hangs up and calls again at once, as somebody else or after it was over. */
  reopen() {
    const socket = this.#socket;
    this.#socket = null;
    this.#ended = false;
    this.#wait = FIRST_WAIT_MS;
    socket?.close();
    this.open();
  }

  /**
   * Sends a message if there is a connection; whether there was one.
   * @param {object} message
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #retry() {
    if (!this.#socket && !this.#ended) this.open();
  }

  #hurry() {
    if (document.visibilityState === "visible") this.#retry();
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  #lost(socket, code) {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#ended = this.#handlers.ended(code);
    if (this.#ended) return;
    this.#handlers.changed(false);
    // Not all at the same moment when a server comes back.
    setTimeout(() => this.#retry(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT_MS);
  }

  #ping() {
    const socket = this.#socket;
    if (!socket) return;
    if (Date.now() - this.#heard < SILENCE_MS) {
      this.send({ type: "ping" });
    } else {
      socket.close();
      this.#lost(socket, 1006);
    }
  }
}
