// <o8-seat>: a chair and who sits in it: cards, name, stack, last action, marks, bet.

import { h, setText, svg, tell } from "../dom.js";
import { markTitle } from "../words.js";
import { showCards } from "./card.js";

/** @import { Half, Mark, Player } from "../types.js" */
/** @import { Gone, HandSeat } from "../hand.js" */
/** @import { Place } from "../layout.js" */

/**
 * @typedef {object} SeatProps
 * @property {number} seat
 * @property {Place} place
 * @property {Player | null} player
 * @property {HandSeat | null} inHand
 * @property {Gone | null} gone who has got up, and has shown what lies here yet
 * @property {number} stack
 * @property {boolean} button
 * @property {boolean} turn
 * @property {boolean} hero
 * @property {boolean} away
 * @property {Mark[]} marks what is to be said of the player besides the hand
 * @property {Half[]} wins the halves of pots that it takes a part of
 * @property {{name: string, until: number} | null} kept for whom the empty chair is kept, and how long
 * @property {boolean} noted whether the viewer has a note on the player
 * @property {string} take what a press on the empty chair does, in words; empty for nothing
 * @property {{high: string[], low: string[]}} plays
 */

/** So long what is called out stands at the seat. */
const SPOKEN_MS = 5000;

const EMPTY_PLAYS = { high: [], low: [] };

/**
 * Marks that are told as what the seat does, while it is not in a hand.
 * @type {Partial<Record<Mark["kind"], string>>}
 */
const ENTRY_WORDS = { waiting: "waits for blind", posting: "will post", owes: "has to post" };

const LEAVES = { kind: "leaves", label: "leaves", title: "Gets up after this hand" };

export class SeatElement extends HTMLElement {
  #cards = h("div", { class: "cards" });
  #name = h("button", { class: "name", type: "button" });
  #bot = h("abbr", { class: "bot", title: "A bot: a program plays here" }, "bot");
  #noted = h("abbr", { class: "noted", title: "You have a note on this player: press the name" }, "note");
  #stack = h("span", { class: "stack" });
  #action = h("span", { class: "action" });
  #marks = h("span", { class: "marks" });
  #amount = h("span", { class: "amount" });
  #bet = h("div", { class: "bet" }, chip(), this.#amount);
  #plate = h(
    "div",
    { class: "plate" },
    h("div", { class: "who" }, this.#name, this.#bot, this.#noted, this.#stack),
    h("div", { class: "doing" }, this.#action, this.#marks),
  );
  #offer = h("span");
  #whose = h("span", { class: "whose" });
  #chair = h("button", { class: "chair", type: "button", "aria-pressed": "false" }, this.#offer, this.#whose);
  #seat = -1;
  /** @type {(string | Element)[]} */
  #doing = [];
  #speech = "";
  #speaking = 0;
  #words = "";
  /** @type {SeatProps["kept"]} */
  #kept = null;

  connectedCallback() {
    this.setAttribute("role", "group");
    this.#chair.addEventListener("click", () => {
      const detail = { seat: this.#seat };
      this.dispatchEvent(new CustomEvent("take-seat", { bubbles: true, detail }));
    });
    this.#name.addEventListener("click", () => tell(this, "open-note", { seat: this.#seat }));
    this.append(this.#cards, this.#plate, this.#chair, this.#bet);
  }

  /** @param {boolean} chosen whether the viewer means to sit down here */
  choose(chosen) {
    this.#chair.setAttribute("aria-pressed", String(chosen));
  }

  /** @param {SeatProps} props */
  update(props) {
    const { player, inHand, gone, hero } = props;
    this.#seat = props.seat;
    this.#place(props.place);
    this.classList.toggle("hero", hero);
    this.classList.toggle("empty", !player);
    this.classList.toggle("turn", props.turn);
    this.classList.toggle("folded", Boolean(inHand?.folded || inHand?.mucked));
    this.classList.toggle("out", Boolean(player && !inHand));
    this.classList.toggle("won", Boolean(inHand?.won));
    this.classList.toggle("shows", Boolean(inHand?.shown || gone));
    this.setAttribute("aria-label", player ? player.name : `Seat ${props.seat + 1}, empty`);
    if (props.turn) this.setAttribute("aria-current", "true");
    else this.removeAttribute("aria-current");
    this.#chair.hidden = Boolean(player);
    this.#chair.disabled = !props.take;
    setText(this.#whose, gone ? whose(gone) : "");
    // With a dead button nobody need sit where it lies.
    this.#words = (props.take || "Empty") + (props.button ? " (D)" : "");
    this.#kept = player ? null : props.kept;
    this.#chair.classList.toggle("kept", this.#kept !== null);
    this.tick();
    this.#chair.title = props.button && !player ? "The button lies at this empty seat" : "";
    this.#plate.hidden = !player;
    this.#drawCards(props);
    this.#drawPlate(props);
    this.#bet.hidden = !inHand?.bet;
    setText(this.#amount, String(inHand?.bet || ""));
    this.#bet.title = inHand?.bet ? `${player?.name ?? ""} has ${inHand.bet} in this round` : "";
  }

  /** Says for how long yet the empty chair is kept. */
  tick() {
    const left = Math.ceil(((this.#kept?.until ?? 0) - performance.now()) / 1000);
    const kept = this.#kept && `Kept for ${this.#kept.name}${left > 0 ? `, ${left} s` : ""}`;
    setText(this.#offer, kept ?? this.#words);
  }

  /** @param {SeatProps} props */
  #drawCards({ inHand, gone, hero, plays }) {
    const hole = inHand?.hole ?? gone?.hole ?? null;
    const visible = hole !== null && (inHand?.shown || gone || hero);
    const backs = Array.from({ length: inHand?.cards ?? 0 }, () => null);
    const folded = inHand?.folded || inHand?.mucked;
    showCards(this.#cards, visible ? hole : backs, folded ? EMPTY_PLAYS : plays);
    this.#cards.classList.toggle("backs", !visible);
    this.#cards.style.setProperty("--count", String(Math.max(4, this.#cards.childElementCount)));
  }

  /** @param {SeatProps} props */
  #drawPlate({ player, inHand, gone, stack, button, turn, hero, away, wins, noted, marks: told }) {
    setText(this.#name, player?.name ?? "");
    const about = player?.bot ? " (a bot)" : hero ? "" : ": a note on this player";
    this.#name.title = player ? player.name + about : "";
    this.#bot.hidden = !player?.bot;
    this.#noted.hidden = !noted;
    setText(this.#stack, String(stack));
    this.#stack.title = "Chips in front";
    const action = inHand?.won ? `wins ${inHand.won}` : inHand?.action;
    const state = away ? "away" : !inHand && player ? absence(player, told) : "";
    this.#action.title = inHand ? "" : (told.find(({ kind }) => kind in ENTRY_WORDS)?.title ?? "");
    const words = turn && hero ? "your turn" : gone ? whose(gone) : action || state || (turn ? "to act" : "");
    this.#doing = [words, ...(inHand?.won ? winMarks(wins) : [])];
    this.#drawAction();
    // Who has missed a blind owes more than what was posted in the hand that is over.
    const posted = told.some(({ kind }) => kind.startsWith("missed")) ? [] : (inHand?.marks ?? []);
    const fromHand = [...(button ? ["D"] : []), ...posted];
    const marks = fromHand.map((label) => ({ kind: label, label, title: markTitle(label) }));
    // What comes first has room.
    if (inHand && (player?.leaving || player?.cleared)) marks.splice(button ? 1 : 0, 0, LEAVES);
    for (const mark of told) {
      if (!(mark.kind in ENTRY_WORDS) && !fromHand.includes(mark.label)) marks.push(mark);
    }
    const key = JSON.stringify(marks);
    if (this.#marks.dataset["marks"] !== key) {
      this.#marks.dataset["marks"] = key;
      this.#marks.replaceChildren(
        ...marks.map(({ kind, label, title }) =>
          h("abbr", { class: kind === "D" ? "mark disc" : `mark ${kind}`, title }, label),
        ),
      );
    }
  }

  #drawAction() {
    const now = this.#speech ? [`\u201c${this.#speech}\u201d`] : this.#doing;
    if (now.length === 1 && typeof now[0] === "string") setText(this.#action, now[0]);
    else this.#action.replaceChildren(...now);
  }

  /**
   * What the player has just called out, in the place of what was done last.
   * @param {string} words
   */
  speak(words) {
    clearTimeout(this.#speaking);
    this.#speech = words;
    this.#speaking = setTimeout(() => this.#hush(), SPOKEN_MS);
    this.#drawAction();
  }

  #hush() {
    this.#speech = "";
    this.#drawAction();
  }

  /** @param {Place} place */
  #place({ side, along, column, row }) {
    this.dataset["side"] = side;
    for (const [name, value] of Object.entries({ along, column, row })) {
      this.style.setProperty(`--${name}`, String(value));
    }
  }
}

/**
 * Of whom the cards are that lie at the chair of somebody else, or of nobody.
 * @param {Gone} gone
 */
function whose({ name }) {
  return `${name}: cards shown`;
}

/**
 * @param {Player} player
 * @param {Mark[]} marks
 */
function absence(player, marks) {
  if (player.leaving || player.cleared) return "leaving";
  if (player.sitting_out) return "sits out";
  if (!player.stack) return "out of chips";
  return marks.map(({ kind }) => ENTRY_WORDS[kind]).find(Boolean) ?? "next hand";
}

/** @param {Half[]} wins */
function winMarks(wins) {
  return [
    { half: "high", arrow: "▲", title: "Takes high" },
    { half: "low", arrow: "▼", title: "Takes low" },
  ]
    .filter(({ half }) => wins.includes(/** @type {Half} */ (half)))
    .map(({ half, arrow, title }) => h("span", { class: `arrow ${half}`, title }, arrow));
}

function chip() {
  return svg(
    "svg",
    { viewBox: "0 0 20 20", class: "chip", "aria-hidden": "true" },
    svg("circle", { class: "rim", cx: 10, cy: 10, r: 9 }),
    svg("circle", { class: "spots", cx: 10, cy: 10, r: 7.4 }),
    svg("circle", { class: "inlay", cx: 10, cy: 10, r: 4.6 }),
  );
}

customElements.define("o8-seat", SeatElement);
