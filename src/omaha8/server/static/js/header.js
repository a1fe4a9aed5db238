// The line on top: which game, whether connected, the panel of the log, sitting out and getting up.

import { setText } from "./dom.js";
import { drawGetUp, setUpGetUp } from "./getup.js";
import { recall, remember } from "./memory.js";

/** @import { State } from "./state.js" */
/** @import { TableInfo } from "./types.js" */

const ROOMY = matchMedia("(min-width: 1180px)");

/** @type {Record<string, string>} */
const RULES = {
  robert: "Robert’s Rules",
  tda: "TDA",
  pokerstars: "PokerStars",
  "poker-room": "poker room",
  community: "community",
  "card-room": "card room",
  pokernow: "PokerNow",
};

/** @param {string} id */
function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * The panel of the log: open beside a wide table, a drawer on narrow screens.
 * @param {() => void} opened
 */
export function setUpPanel(opened) {
  const toggle = byId("log-toggle");
  const panel = byId("panel");
  /** @param {boolean} open */
  const show = (open) => {
    document.body.classList.toggle("panel-open", open);
    panel.inert = !open;
    toggle.setAttribute("aria-expanded", String(open));
    if (open) opened();
  };
  const close = () => {
    show(false);
    if (ROOMY.matches) remember("log", "closed");
    toggle.focus();
  };
  toggle.addEventListener("click", () => {
    const open = toggle.getAttribute("aria-expanded") !== "true";
    if (!open) return close();
    show(true);
    if (ROOMY.matches) remember("log", "open");
  });
  byId("panel-close").addEventListener("click", close);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  ROOMY.addEventListener("change", () => show(ROOMY.matches && recall("log") !== "closed"));
  show(ROOMY.matches && recall("log") !== "closed");
  setUpMenu();
  setUpGetUp(say);
  byId("top-up").addEventListener("click", () => {
    say({ type: "top_up", amount: Number(byId("top-up").dataset["amount"]) });
  });
  onTick("sit-out", (on) => ({ type: on ? "sit_out" : "come_back" }));
  onTick("sit-out-next", (on) =>
    on ? { type: "sit_out", when: "next_big_blind" } : { type: "come_back" },
  );
  onTick("straddle", (on) => ({ type: "straddle", on }));
}

/** @param {object} message */
function say(message) {
  document.dispatchEvent(new CustomEvent("say", { detail: { message } }));
}

/** @param {string} id */
function box(id) {
  return /** @type {HTMLInputElement} */ (byId(id));
}

/**
 * A tick is a wish: it stands when the table says so.
 * @param {string} id
 * @param {(on: boolean) => object} message
 */
function onTick(id, message) {
  box(id).addEventListener("change", () => say(message(box(id).checked)));
}

/**
 * @param {string} id
 * @param {boolean} shown
 * @param {boolean} checked
 */
function drawBox(id, shown, checked) {
  const label = box(id).parentElement;
  if (label) label.hidden = !shown;
  box(id).checked = checked;
}

/** On narrow screens what concerns the seat drops down from one button. */
function setUpMenu() {
  const toggle = byId("menu-toggle");
  /** @param {boolean} open */
  const show = (open) => {
    toggle.setAttribute("aria-expanded", String(open));
    document.body.classList.toggle("menu-open", open);
  };
  toggle.addEventListener("click", () => show(toggle.getAttribute("aria-expanded") !== "true"));
  document.addEventListener("click", (event) => {
    if (!toggle.contains(/** @type {Node} */ (event.target))) show(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") show(false);
  });
}

/**
 * Chips up to the usual buy-in, or none after all. Who has none is asked elsewhere.
 * @param {number} stack 0 where nothing can be added
 * @param {number} asked what comes after this hand
 * @param {TableInfo | null} table
 */
function drawTopUp(stack, asked, table) {
  const button = byId("top-up");
  const missing = stack ? Math.max(0, (table?.buy_in ?? 0) - stack) : 0;
  button.hidden = !missing && !asked;
  button.dataset["amount"] = String(asked ? 0 : missing);
  setText(button, asked ? `Add no chips (${asked})` : `Add ${missing} chips`);
  button.title = asked
    ? `${asked} chips come after this hand; take that back`
    : "Up to the usual buy-in; in a hand, after it";
}

/** @param {State} state */
export function drawHeader(state) {
  const { table, view, viewer, seats } = state;
  const me = viewer === null ? null : seats[viewer];
  const game = view?.game;
  const own = view?.own ?? null;
  setText(byId("game"), game?.title ?? table?.game ?? "");
  setText(byId("note"), game?.label ?? "");
  byId("note").hidden = !game?.label;
  byId("note").title = game?.note ?? "";
  setText(byId("house"), table ? `${RULES[table.rules] ?? table.rules} rules` : "");
  const stays = Boolean(me && own && !me.leaving);
  drawBox("sit-out", stays, own?.sits_out === "now");
  drawBox("sit-out-next", stays && own?.sits_out !== "now", own?.sits_out === "next_big_blind");
  drawBox("straddle", stays && own?.straddles !== null, own?.straddles === true);
  drawTopUp(stays && viewer !== null ? (view?.stacks[viewer] ?? 0) : 0, own?.top_up ?? 0, table);
  drawGetUp(state);
  byId("menu-toggle").hidden = !me || me.leaving;
  document.body.dataset["structure"] = game?.structure ?? table?.structure ?? "";
  const turn = view?.legal ? "Your turn - " : "";
  document.title = table ? `${turn}${game?.title ?? table.game} - omaha8` : "omaha8";
}
