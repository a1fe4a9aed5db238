// The panel beside the table, a drawer on narrow screens: the log, the chat, the last hands.

import { byId, setText } from "./dom.js";
import { recall, remember } from "./memory.js";

/** @import { ChatElement } from "./elements/chat.js" */
/** @import { HandsElement } from "./elements/hands.js" */
/** @import { LogElement } from "./elements/log.js" */

const ROOMY = matchMedia("(min-width: 1180px)");
/** As in phone.css. */
const NARROW = matchMedia("(max-width: 819px)");

/** @typedef {"log" | "chat" | "hands"} Pane */

/** @type {Pane[]} */
const PANES = ["log", "chat", "hands"];

/**
 * @param {{log: LogElement, chat: ChatElement, hands: HandsElement, table: () => string}} panes
 */
export function setUpPanel({ log, chat, hands, table }) {
  const toggle = byId("log-toggle");
  const panel = byId("panel");
  const drawn = { log, chat, hands };
  const isOpen = () => toggle.getAttribute("aria-expanded") === "true";

  /** @param {Pane} pane */
  const choose = (pane) => {
    for (const each of PANES) {
      const tab = byId(`tab-${each}`);
      tab.setAttribute("aria-selected", String(each === pane));
      tab.tabIndex = each === pane ? 0 : -1;
      drawn[each].hidden = each !== pane;
    }
    opened();
  };
  const opened = () => {
    log.scrollToEnd();
    chat.seen(isOpen() && !chat.hidden);
    if (isOpen() && !hands.hidden) hands.open(table());
  };
  /** @param {boolean} open */
  const show = (open) => {
    document.body.classList.toggle("panel-open", open);
    panel.inert = !open;
    toggle.setAttribute("aria-expanded", String(open));
    opened();
  };
  const close = () => {
    show(false);
    if (ROOMY.matches) remember("log", "closed");
    toggle.focus();
  };
  toggle.addEventListener("click", () => {
    if (isOpen()) return close();
    // Who is spoken to wants to read that; and there is room only for "Chat" on a narrow button.
    if (chat.unread || NARROW.matches) choose("chat");
    show(true);
    if (ROOMY.matches) remember("log", "open");
  });
  byId("panel-close").addEventListener("click", close);
  byId("panel-turn").addEventListener("click", close);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  for (const pane of PANES) {
    const tab = byId(`tab-${pane}`);
    tab.addEventListener("click", () => choose(pane));
    tab.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const next = PANES.at((PANES.indexOf(pane) + step) % PANES.length) ?? "log";
      choose(next);
      byId(`tab-${next}`).focus();
    });
  }
  document.addEventListener("unread", () => {
    const badge = byId("unread");
    badge.hidden = chat.unread === 0;
    setText(badge, String(chat.unread));
    const news = chat.unread ? `, ${chat.unread} new` : "";
    toggle.setAttribute("aria-label", `Chat and log${news}`);
    setText(byId("tab-chat"), chat.unread ? `Chat (${chat.unread})` : "Chat");
  });
  ROOMY.addEventListener("change", () => show(ROOMY.matches && recall("log") !== "closed"));
  choose("log");
  show(ROOMY.matches && recall("log") !== "closed");
}

let turnEnds = Infinity;
let bankMs = 0;
let ticking = 0;

/**
 * A drawer covers what there is to decide: it says that it is the viewer's turn, and for how long.
 * @param {{acting_ms: number | null, bank_ms: number | null, paused: string | null} | null} turn
 */
export function drawTurn(turn) {
  byId("panel-turn").hidden = turn === null;
  clearInterval(ticking);
  if (!turn) return;
  const runs = turn.acting_ms !== null && !turn.paused;
  turnEnds = runs ? performance.now() + (turn.acting_ms ?? 0) : Infinity;
  bankMs = turn.bank_ms ?? 0;
  ticking = setInterval(tickTurn, 500);
  tickTurn();
}

function tickTurn() {
  const left = turnEnds - performance.now();
  const seconds = (/** @type {number} */ ms) => Math.max(0, Math.ceil(ms / 1000));
  const time = left > 0 || !bankMs ? `${seconds(left)} s` : `time bank ${seconds(bankMs + left)} s`;
  setText(byId("panel-turn"), left === Infinity ? "Your turn" : `Your turn: ${time}`);
}
