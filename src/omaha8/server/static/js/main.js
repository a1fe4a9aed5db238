// The table page: messages are folded into the state, the state is drawn, clicks become messages.

import { ask, sentence } from "./api.js";
import { Asks } from "./asks.js";
import { between } from "./between.js";
import { TurnClock } from "./clock.js";
import { Connection } from "./connection.js";
import { on, part } from "./dom.js";
import { admit, enter, invited, TABLE } from "./door.js";
import { ActionsElement } from "./elements/actions.js";
import { BetweenElement } from "./elements/between.js";
import "./elements/card.js";
import { ChatElement } from "./elements/chat.js";
import { ChipsElement } from "./elements/chips.js";
import { GateElement } from "./elements/gate.js";
import { HandsElement } from "./elements/hands.js";
import { InviteElement } from "./elements/invite.js";
import { LogElement } from "./elements/log.js";
import { NoteElement } from "./elements/note.js";
import { NoticesElement, noticesOf } from "./elements/notices.js";
import { OffersElement } from "./elements/offers.js";
import { ReadoutElement } from "./elements/readout.js";
import { RulesElement } from "./elements/rules.js";
import { ShowdownElement } from "./elements/showdown.js";
import { SitElement } from "./elements/sit.js";
import { TableElement } from "./elements/table.js";
import { ToastElement } from "./elements/toast.js";
import { DealWatch } from "./fair/watch.js";
import { freedWords, heedFreed } from "./getup.js";
import { drawHeader, setUpHeader } from "./header.js";
import { putDown, showLifted } from "./lift.js";
import { remember } from "./memory.js";
import { lookBefore, play } from "./motion.js";
import { drawTurn, setUpPanel } from "./panel.js";
import { refresh } from "./person.js";
import { INITIAL, fold } from "./state.js";
import { tableNews } from "./words.js";

/** @import { ServerError, ServerMessage, Welcome } from "./types.js" */
/** @import { State } from "./state.js" */

const table = part("o8-table", TableElement);
const readout = part("o8-readout", ReadoutElement);
const showdown = part("o8-showdown", ShowdownElement);
const actions = part("o8-actions", ActionsElement);
const rest = part("o8-between", BetweenElement);
const offers = part("o8-offers", OffersElement);
const sit = part("o8-sit", SitElement);
const log = part("o8-log", LogElement);
const chat = part("o8-chat", ChatElement);
const hands = part("o8-hands", HandsElement);
const chips = part("o8-chips", ChipsElement);
const note = part("o8-note", NoteElement);
const invite = part("o8-invite", InviteElement);
const rules = part("o8-rules", RulesElement);
const notices = part("o8-notices", NoticesElement);
const gate = part("o8-gate", GateElement);
const toast = part("o8-toast", ToastElement);
const clock = new TurnClock();
const asks = new Asks();
const deals = new DealWatch();

/** Messages that change nothing that is kept, and have no name to be answered by. */
const UNNAMED = new Set(["hello", "next", "say", "react", "commit", "reveal", "ping"]);

/**
 * The table is closed, the session is revoked, one may not watch: there is nothing to come back to.
 * Or it is open elsewhere too often, where each that comes back sends away another.
 */
const ENDS = new Set([4003, 4004, 4005, 4006]);

/** After these the header says something else of the house rules. */
const NEWS_OF_RULES = new Set(["rules_change_asked", "rules_changed"]);

const REVOKED = 4004;
/** A browser with another session comes back at once; if that is ended as well, something is wrong. */
const ONCE_IN_MS = 10_000;
/** So long the page waits for the state of a table that is seen late, before it offers a chair of it. */
const UNSEEN_MS = 1000;

/** @type {State} */
let state = INITIAL;
/** When the session was ended, and the browser had another one already. */
let cameBack = -Infinity;
/** Whether the viewer has asked to get up himself. */
let getsUp = false;
/** What the server said before it hung up. */
let farewell = "";
/** Whether the viewer may stop this table's clocks and invite to it; what differs from the preset. */
let told = { runs: false, changed: /** @type {string[]} */ ([]) };
/** To sit down, as soon as the server knows who that is. @type {object | null} */
let wish = null;

const address = new URL("ws", document.baseURI);
address.protocol = address.protocol.replace("http", "ws");
const connection = new Connection(address.href, {
  hello,
  receive,
  changed: (connected) => document.body.classList.toggle("lost", !connected),
  ended: (code) => {
    if (!ENDS.has(code)) return false;
    if (code === REVOKED) comeBack();
    else gate.close(code, farewell, state);
    return true;
  },
});

/** The session is ended: in another tab one may have signed in, or got a password. */
async function comeBack() {
  const { person } = await refresh();
  if (person && performance.now() - cameBack > ONCE_IN_MS) {
    cameBack = performance.now();
    return connection.reopen();
  }
  gate.close(REVOKED, farewell, state);
}

/** Which table, and what has been seen of it. */
function hello() {
  const { stream, seq } = state;
  return { type: "hello", table: TABLE, stream, seq: stream && seq };
}

/** @param {ServerMessage} message */
function receive(message) {
  switch (message.type) {
    case "error":
      return refused(message);
    case "done":
      return asks.answered(message.id);
    case "bye":
      farewell = message.message;
      return drawNotices();
    case "pong":
      return;
  }
  const before = state;
  state = fold(state, message);
  // What was folded in already, or has to be asked for again, is nothing that was dealt.
  if (state !== before && !state.behind) watchDeal(message);
  heedFreed(state, message);
  if (message.type === "said") return chat.update(state.chat, state.person);
  if (message.type === "welcome") welcomed(message, before);
  if (message.type === "events" && message.events.some(({ type }) => NEWS_OF_RULES.has(type))) askOfTable(state.table?.id ?? "");
  if (message.type === "snapshot" && JSON.stringify(message.table) !== JSON.stringify(before.table)) {
    askOfTable(message.table.id);
    const news = tableNews(before.table, message.table);
    if (news) toast.say(news, false, true);
  }
  if (message.type !== "events") allow();
  if (state.behind && !before.behind) {
    // Something was lost on the way: ask for it.
    connection.send(hello());
  }
  if (before.viewer !== null && state.viewer === null && before.stream === state.stream && !getsUp) {
    toast.say(freedWords(), true, true);
  }
  if (before.viewer === null && state.viewer !== null) getsUp = false;
  if (state.view && state !== before) draw(before, message.type === "events");
  if (message.type !== "welcome" && !state.behind) fulfil();
}

/**
 * Takes part in the shuffle, and looks whether the cards are those that were committed to.
 * @param {ServerMessage} message
 */
function watchDeal(message) {
  const known = deals.faults.length;
  for (const answer of deals.receive(message)) connection.send(answer);
  table.seal.update(deals.state, deals.tally);
  const fault = deals.faults.at(-1);
  if (deals.faults.length > known && fault) toast.say(fault.sentence, true);
}

/**
 * @param {Welcome} message
 * @param {State} before
 */
function welcomed(message, before) {
  farewell = "";
  chat.quiet();
  setTimeout(drawUnseen, UNSEEN_MS);
  if (message.person !== before.person) showNotes();
  if (message.person !== before.person || message.table.id !== before.table?.id) askOfTable(message.table.id);
  if (before.stream !== message.stream) return asks.forget();
  for (const asked of asks.unanswered()) connection.send(asked);
}

/** A table that is seen late may have nothing to show yet: one may sit down all the same. */
function drawUnseen() {
  if (state.view || !state.table?.spectator_delay_ms) return;
  sit.hidden = state.viewer !== null;
  sit.update(state);
  drawNotices();
  drawHeader(state, told);
  document.body.classList.add("ready");
}

/** Marks the players on whom the viewer has notes. */
async function showNotes() {
  const { notes = [] } = state.person === null ? {} : await ask("GET", "api/notes").catch(() => ({}));
  table.noted = new Set(notes.map((/** @type {{name: string}} */ { name }) => name));
}

/** @param {string} id of the table */
async function askOfTable(id) {
  const { runs = false, changed = [] } = (await ask("GET", tablePath(id)).catch(() => null)) ?? {};
  told = { runs, changed };
  drawHeader(state, told);
}

/** @param {string} id */
function tablePath(id) {
  return `api/tables/${encodeURIComponent(id)}`;
}

/** Sits down who has just been given a name. */
function fulfil() {
  if (!wish || state.person === null) return;
  const message = wish;
  wish = null;
  if (state.viewer === null) say(message);
}

/** @param {ServerError} error */
function refused({ code, message, id }) {
  asks.answered(id);
  if (code === "table_full") sit.refuse();
  if (code === "muted" || (code === "too_fast" && !id)) chat.giveBack();
  if ((code === "no_such_table" || code === "not_allowed") && !state.view) {
    gate.close(4005, message, state);
  } else if (code !== "stale" || id) {
    // What the page says by itself for the shuffle may come too late; the seal tells of it.
    toast.say(message, code === "frozen" || code === "not_saved");
  }
  allow();
}

/**
 * @param {State} before
 * @param {boolean} moving whether what changed may be seen moving
 */
function draw(before, moving) {
  const { hand, view, viewer } = state;
  const another = view?.hand !== before.view?.hand;
  if (another) putDown();
  if (another || ((!hand || hand.over) && before.hand && !before.hand.over)) {
    hands.refresh();
    // Of a table that is seen late the last hand is listed late, too.
    const late = state.table?.spectator_delay_ms ?? 0;
    if (late) setTimeout(() => hands.refresh(), late + UNSEEN_MS);
  }
  const seen = lookBefore(table);
  const mine = view?.legal ?? null;
  const street = hand?.board.length ?? 0;
  gate.hidden = true;
  table.update(state);
  clock.update(state, table.seats);
  readout.update(view?.readout ?? null);
  // Who has taken the chair since was not dealt that hand.
  const own = (viewer !== null && state.seats[viewer]?.dealt && view?.hands.find(({ seat }) => seat === viewer)) || null;
  showdown.update(view?.showdown ?? null, own);
  if (viewer !== null && state.seats[viewer]?.leaving) getsUp = true;
  drawTurn(mine ? view : null);
  actions.update(mine, {
    turn: mine ? JSON.stringify([view?.hand, street, mine]) : "",
    structure: hand?.game.structure ?? "",
    unit: hand?.game.big_blind ?? 1,
    actingMs: view?.paused ? null : (view?.acting_ms ?? null),
    bankMs: view?.bank_ms ?? null,
  });
  const nextHandInMs = view?.next_hand_in_ms ?? null;
  rest.update(mine ? null : { ...between(state), nextHandInMs });
  offers.update(view?.own?.offers ?? []);
  sit.hidden = viewer !== null;
  sit.update(state);
  log.update(state.log);
  chat.update(state.chat, state.person);
  chips.update(state);
  drawNotices();
  if (mine && !before.view?.legal) log.say(`Your turn: ${mine.text}`);
  drawHeader(state, told);
  document.body.classList.remove("gated");
  document.body.classList.toggle("ready", true);
  document.body.classList.toggle("my-turn", mine !== null);
  document.body.classList.toggle("settled", Boolean(view?.showdown));
  showLifted();
  if (!moving) return;
  const awarded = Boolean(hand?.awarding && !before.hand?.awarding);
  const faceUp = Boolean(hand?.seats.some((seat) => seat?.shown || seat?.mucked));
  play(table, seen, {
    collected: faceUp || awarded || street > (before.hand?.board.length ?? 0),
    awarded,
    winners: (view?.showdown ?? []).toReversed().flatMap((pot) => pot.lines.map((l) => l.seats)),
  });
}

function drawNotices() {
  notices.update(noticesOf(state, farewell));
}

/** @param {object} message */
function say(message) {
  const { type } = /** @type {{type: string}} */ (message);
  if (type === "stand" || type === "come_back") getsUp = type === "stand";
  const named = !UNNAMED.has(type);
  const asked = named ? asks.named(message) : null;
  if (connection.send(asked ?? message)) {
    if (asked) asks.sent(asked);
    return;
  }
  toast.say("No connection to the table; trying again. Nothing was sent.");
  allow();
}

/** What was asked for did not happen: it may be asked again. */
function allow() {
  actions.allow();
  offers.allow();
  rest.allow();
  drawHeader(state, told);
}

on("act", (/** @type {{action: object}} */ { action }) => {
  say({ type: "act", hand: state.view?.hand ?? 0, turn: state.view?.turn_id ?? 0, action });
});
on("say", (/** @type {{message: object}} */ { message }) => say(message));
on("complain", (/** @type {{text: string}} */ { text }) => toast.say(text));
on("noted", () => showNotes());
on("report", (/** @type {{text: string}} */ { text }) => toast.say(text, false, true));
on("take-seat", (/** @type {{seat: number}} */ { seat }) => {
  if (state.viewer === null) return sit.take(seat);
  table.moving = false;
  drawHeader(state, told);
  say({ type: "change_seat", seat });
});
on("move", (/** @type {{on: boolean}} */ { on }) => (table.moving = on));
on("open-chips", () => chips.open());
on("pause", (/** @type {{on: boolean}} */ wish) => {
  ask("POST", `${tablePath(state.table?.id ?? "")}/pause`, wish).catch((error) => {
    toast.say(sentence(error));
  });
});
on("open-rules", () => rules.open(state.table?.id ?? ""));
on("open-invite", () => invite.open(state.table?.id ?? "", state.seats.filter((player) => !player).length));
on("open-note", (/** @type {{seat: number}} */ { seat }) => note.open(state, seat, told.runs));
on("enter", async (/** @type {{name: string}} */ { name }) => {
  // Asked at the door of a private table.
  try {
    announce(await enter(name));
  } catch (error) {
    return gate.complain(sentence(error));
  }
  await admit().then(start, (error) => gate.refuse(sentence(error), true));
});
on("sit", (/** @type {{name: string, message: object}} */ { name, message }) => sayAs(name, message));
on("list", (/** @type {{name: string, on: boolean}} */ { name, on }) => {
  sayAs(name, { type: on ? "join_list" : "leave_list" });
});

/**
 * Says it at once, or as soon as a stranger has that name.
 * @param {string} name
 * @param {object} message
 */
async function sayAs(name, message) {
  if (state.person !== null) return say(message);
  try {
    announce(await enter(name));
  } catch (error) {
    return sit.complain(sentence(error));
  }
  remember("name", name);
  wish = message;
  connection.reopen();
}

/** @param {string} words about the name that one has got, if there is something to say */
function announce(words) {
  if (words) toast.say(words, false, true);
}

function start() {
  connection.reopen();
}

setUpHeader();
setUpPanel({ log, chat, hands, table: () => state.table?.id ?? "" });
await admit().then(start, (error) => {
  if (error.status !== 401) return gate.refuse(sentence(error), true);
  return invited().then(
    (what) => gate.ask(what),
    (why) => gate.refuse(sentence(why), false),
  );
});
