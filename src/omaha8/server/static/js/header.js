// The line on top: which game, whether connected, and what concerns the viewer's seat.

import { byId, setText, tell } from "./dom.js";
import { drawGetUp, setUpGetUp } from "./getup.js";
import { houseWords, namedAfterGame, shortTitle } from "./words.js";

/** @import { State } from "./state.js" */

/** The boxes, the buttons, and the menu of narrow screens. */
export function setUpHeader() {
  setUpMenu();
  setUpGetUp(say);
  byId("rules").addEventListener("click", () => tell(document, "open-rules"));
  byId("chips").addEventListener("click", () => tell(document, "open-chips"));
  byId("invite").addEventListener("click", () => tell(document, "open-invite"));
  byId("pause").addEventListener("click", () => {
    tell(document, "pause", { on: byId("pause").dataset["on"] === "true" });
  });
  byId("move").addEventListener("click", () => {
    const on = byId("move").getAttribute("aria-pressed") !== "true";
    drawMove(on);
    tell(document, "move", { on });
  });
  onTick("sit-out", (on) => ({ type: on ? "sit_out" : "come_back" }));
  onTick("sit-out-next", (on) =>
    on ? { type: "sit_out", when: "next_big_blind" } : { type: "come_back" },
  );
  onTick("straddle", (on) => ({ type: "straddle", on }));
  onTick("kill", (on) => ({ type: "kill", amount: on ? Number(box("kill").value) : 0 }));
}

/** @param {object} message */
function say(message) {
  tell(document, "say", { message });
}

/** @param {boolean} on */
function drawMove(on) {
  byId("move").setAttribute("aria-pressed", String(on));
  setText(byId("move"), on ? "Stay here" : "Change seat");
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

/**
 * The overblind of the next hand, for who may post it by choice.
 * @param {{amount: number, on: boolean} | null} kill
 */
function drawKill(kill) {
  drawBox("kill", kill !== null, kill?.on === true);
  if (!kill) return;
  box("kill").value = String(kill.amount);
  const label = box("kill").parentElement;
  if (label) label.title = `Kill the next pot: post ${kill.amount} before its cards; the limits double`;
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
 * @param {State} state
 * @param {{runs: boolean, changed: string[]}} told whether the viewer may stop the clocks and invite;
 *   the house rules that are not as in the preset
 */
export function drawHeader(state, { runs, changed }) {
  const { table, view, viewer, seats } = state;
  const me = viewer === null ? null : seats[viewer];
  const game = view?.game;
  const own = view?.own ?? null;
  setText(byId("game"), game?.title ?? table?.game ?? "");
  const [what, stakes] = shortTitle(game?.title ?? table?.game ?? "");
  setText(byId("game-what"), what);
  setText(byId("game-stakes"), stakes);
  setText(byId("note"), game?.label ?? "");
  byId("note").hidden = !game?.label;
  byId("note").title = game?.note ?? "";
  const name = table && !namedAfterGame(table) ? table.name : "";
  const house = table ? houseWords(table.rules) : "";
  setText(byId("table-name"), name);
  setText(byId("house"), house);
  const many = changed.length === 1 ? "1 rule changed" : `${changed.length} rules changed`;
  // Whatever has no room on the line.
  const all = [game?.title ?? table?.game, name, changed.length ? many : "", house].filter(Boolean);
  byId("rules").title = `${all.join(" · ")}: press for the rules`;
  setText(byId("changed"), changed.length ? many : "Rules");
  byId("changed").classList.toggle("none", !changed.length);
  const stays = Boolean(me && own && !me.leaving);
  drawBox("sit-out", stays, own?.sits_out === "now");
  drawBox("sit-out-next", stays && own?.sits_out !== "now", own?.sits_out === "next_big_blind");
  drawBox("straddle", stays && own?.straddles !== null, own?.straddles === true);
  drawKill(stays ? (own?.kill ?? null) : null);
  byId("chips").hidden = !stays;
  byId("chips").title = own?.top_up ? `${own.top_up} chips come after this hand` : "Add chips";
  byId("move").hidden = !stays || seats.every((player) => player);
  if (!document.querySelector("o8-table.moving")) drawMove(false);
  byId("invite").hidden = byId("pause").hidden = !runs;
  setText(byId("pause"), view?.paused ? "Resume" : "Pause");
  byId("pause").dataset["on"] = String(!view?.paused);
  drawGetUp(state);
  byId("menu-toggle").hidden = !runs && (!me || me.leaving);
  document.body.dataset["structure"] = game?.structure ?? table?.structure ?? "";
  const turn = view?.legal ? "Your turn - " : "";
  document.title = table ? `${turn}${game?.title ?? table.game} - omaha8` : "omaha8";
}
