// The page: messages are folded into the state, the state is drawn, clicks become messages.

import { between } from "./between.js";
import { TurnClock } from "./clock.js";
import { Connection } from "./connection.js";
import { ActionsElement } from "./elements/actions.js";
import { BetweenElement } from "./elements/between.js";
import "./elements/card.js";
import { LogElement } from "./elements/log.js";
import { OffersElement } from "./elements/offers.js";
import { ReadoutElement } from "./elements/readout.js";
import { ShowdownElement } from "./elements/showdown.js";
import { SitElement } from "./elements/sit.js";
import { TableElement } from "./elements/table.js";
import { ToastElement } from "./elements/toast.js";
import { drawHeader, setUpPanel } from "./header.js";
import { putDown, showLifted } from "./lift.js";
import { recall, remember } from "./memory.js";
import { lookBefore, play } from "./motion.js";
import { INITIAL, fold } from "./state.js";

/** @import { ServerMessage, Welcome } from "./types.js" */
/** @import { State } from "./state.js" */

const GREETING = "Guest";

const table = part("o8-table", TableElement);
const readout = part("o8-readout", ReadoutElement);
const showdown = part("o8-showdown", ShowdownElement);
const actions = part("o8-actions", ActionsElement);
const rest = part("o8-between", BetweenElement);
const offers = part("o8-offers", OffersElement);
const sit = part("o8-sit", SitElement);
const log = part("o8-log", LogElement);
const toast = part("o8-toast", ToastElement);
const clock = new TurnClock();

/** @type {State} */
let state = INITIAL;
let name = recall("name") ?? GREETING;

const address = new URL("ws", document.baseURI);
address.protocol = address.protocol.replace("http", "ws");
const connection = new Connection(address.href, {
  hello,
  receive,
  changed: (connected) => document.body.classList.toggle("lost", !connected),
});

/** Who this is, and what he has seen. */
function hello() {
  const { stream, seq, token } = state;
  return { type: "hello", name, token: token ?? recall("token"), stream, seq: stream && seq };
}

/** @param {ServerMessage} message */
function receive(message) {
  if (message.type === "error") {
    toast.say(message.message, message.code === "frozen");
    allow();
    return;
  }
  const before = state;
  state = fold(state, message);
  if (message.type === "welcome") {
    remember("token", message.token);
    if (before.stream === null) state = { ...state, anew: seatWasElsewhere(message) };
  }
  if (state.viewer !== before.viewer) {
    remember("seated", state.viewer === null ? "" : (state.stream ?? ""));
  }
  if (message.type !== "events") allow();
  if (state.behind && !before.behind) {
    // Something was lost on the way: ask for it.
    say(hello());
  }
  if (state.view && state !== before) draw(before, message.type === "events");
}

/**
 * Whether the seat that this browser last had was at a table that is gone.
 * @param {Welcome} welcome
 */
function seatWasElsewhere({ stream, viewer }) {
  const seated = recall("seated");
  return viewer === null && Boolean(seated) && seated !== stream;
}

/**
 * @param {State} before
 * @param {boolean} moving whether what changed may be seen moving
 */
function draw(before, moving) {
  const { hand, view, viewer } = state;
  if (view?.hand !== before.view?.hand) putDown();
  const seen = lookBefore(table);
  const mine = view?.legal ?? null;
  const street = hand?.board.length ?? 0;
  table.update(state);
  clock.update(state, table.seats);
  readout.update(view?.readout ?? null);
  const own = view?.hands.find(({ seat }) => seat === viewer) ?? null;
  showdown.update(view?.showdown ?? null, own);
  actions.update(mine, {
    turn: mine ? JSON.stringify([view?.hand, street, mine]) : "",
    structure: hand?.game.structure ?? "",
    unit: hand?.game.big_blind ?? 1,
    actingMs: view?.acting_ms ?? null,
  });
  const nextHandInMs = view?.next_hand_in_ms ?? null;
  rest.update(mine ? null : { ...between(state), nextHandInMs });
  const free = state.seats.some((player) => !player);
  offers.update(view?.own?.offers ?? []);
  sit.hidden = viewer !== null;
  sit.update(state.table, { name: recall("name"), free, buyIn: view?.buy_in ?? null });
  log.update(state.log);
  if (mine && !before.view?.legal) log.say(`Your turn: ${mine.text}`);
  drawHeader(state);
  document.body.classList.toggle("ready", true);
  document.body.classList.toggle("my-turn", mine !== null);
  document.body.classList.toggle("settled", Boolean(view?.showdown));
  showLifted();
  if (!moving) return;
  const awarded = Boolean(hand?.awarding && !before.hand?.awarding);
  play(table, seen, {
    collected: awarded || street > (before.hand?.board.length ?? 0),
    awarded,
    winners: (view?.showdown ?? []).toReversed().flatMap((pot) => pot.lines.map((l) => l.seats)),
  });
}

/** @param {object} message */
function say(message) {
  if (connection.send(message)) return;
  toast.say("No connection to the table; trying again. Nothing was sent.");
  allow();
}

/** What was asked for did not happen: it may be asked again. */
function allow() {
  actions.allow();
  offers.allow();
  drawHeader(state);
}

/**
 * The one element of that tag in the page.
 * @template {HTMLElement} T
 * @param {string} tag
 * @param {new () => T} kind
 * @returns {T}
 */
function part(tag, kind) {
  const element = document.querySelector(tag);
  if (!(element instanceof kind)) throw new Error(`the page has no ${tag}`);
  return element;
}

/**
 * @template T
 * @param {string} type
 * @param {(detail: T) => void} handle
 */
function on(type, handle) {
  document.addEventListener(type, (event) => handle(/** @type {CustomEvent<T>} */ (event).detail));
}

on("act", (/** @type {{action: object}} */ { action }) => {
  say({ type: "act", seq: state.seq, action });
});
on("say", (/** @type {{message: object}} */ { message }) => say(message));
on("take-seat", (/** @type {{seat: number}} */ { seat }) => sit.take(seat));
on("sit", (/** @type {{name: string, buyIn: number, seat: number | null}} */ wish) => {
  if (wish.name !== name || recall("name") === null) {
    name = wish.name;
    remember("name", name);
    say(hello());
  }
  const seat = wish.seat === null ? {} : { seat: wish.seat };
  say({ type: "sit", ...seat, buy_in: wish.buyIn });
});

setUpPanel(() => log.scrollToEnd());
connection.open();
