// <o8-pots>: each pot one bar; two halves as soon as a low is possible; at the end, who takes them.

import { h } from "../dom.js";

/** @import { Half, Pot, ShowdownPot } from "../types.js" */

/**
 * @typedef {object} PotsProps
 * @property {Pot[]} pots
 * @property {boolean} lowPossible
 * @property {(seat: number) => boolean} allIn
 * @property {string} oddChip the house's option: which half takes the odd chip
 * @property {ShowdownPot[] | null} showdown
 * @property {(seat: number) => string} nameOf
 */

/** One part of a bar. @typedef {{half: Half, amount: number, takers: string}} Part */
/** One bar. @typedef {{name: string, amount: number, parts: Part[]}} Bar */

export class PotsElement extends HTMLElement {
  #drawn = "";

  /** @param {PotsProps} props */
  update(props) {
    const bars = barsOf(props);
    const key = JSON.stringify(bars);
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.replaceChildren(...bars.map(drawBar));
  }
}

/**
 * @param {PotsProps} props
 * @returns {Bar[]}
 */
export function barsOf({ pots, allIn, lowPossible, oddChip, showdown, nameOf }) {
  if (showdown) {
    return showdown
      .map(({ pot, amount, lines }) => ({
        name: showdown.length === 1 ? "Pot" : capital(pot),
        amount,
        parts: lines.map((line) => ({
          half: line.half,
          amount: line.amount,
          takers: names(line.seats.map(nameOf)),
        })),
      }))
      .reverse();
  }
  const settled = settledPots(pots, allIn);
  return settled.map((amount, i) => ({
    name: potName(i, settled.length),
    amount,
    parts: lowPossible ? halves(amount, oddChip) : [{ half: "whole", amount, takers: "" }],
  }));
}

/**
 * The pots that will stay apart: a bet that somebody with chips has yet to match is no side pot.
 * @param {Pot[]} pots
 * @param {(seat: number) => boolean} allIn
 * @returns {number[]}
 */
function settledPots(pots, allIn) {
  /** @type {number[]} */
  const amounts = [];
  /** @type {number[]} */
  let below = [];
  for (const { amount, eligible } of pots) {
    const apart = below.some((seat) => allIn(seat) && !eligible.includes(seat));
    if (apart || !amounts.length) amounts.push(amount);
    else amounts.push((amounts.pop() ?? 0) + amount);
    below = eligible;
  }
  return amounts;
}

/**
 * @param {number} pot
 * @param {number} pots
 */
function potName(pot, pots) {
  if (pots === 1) return "Pot";
  if (pot === 0) return "Main pot";
  return pots === 2 ? "Side pot" : `Side pot ${pot}`;
}

/**
 * @param {number} amount
 * @param {string} oddChip
 * @returns {Part[]}
 */
function halves(amount, oddChip) {
  const low = oddChip === "low" ? Math.ceil(amount / 2) : Math.floor(amount / 2);
  return [
    { half: "high", amount: amount - low, takers: "" },
    { half: "low", amount: low, takers: "" },
  ];
}

/** @param {Bar} bar */
function drawBar({ name, amount, parts }) {
  return h(
    "div",
    { class: "pot", role: "group", "aria-label": `${name} ${amount}` },
    h("div", { class: "pot-name" }, `${name} `, h("b", {}, String(amount))),
    h("div", { class: "bar" }, ...parts.map(drawPart)),
  );
}

/** @param {Part} part */
function drawPart({ half, amount, takers }) {
  const arrow = { high: "▲", low: "▼", whole: "" }[half];
  const word = { high: "High", low: "Low", whole: "" }[half];
  const part = h("div", { class: `part ${half}` });
  if (half !== "whole") {
    part.append(
      h("span", { class: "arrow", "aria-hidden": "true" }, arrow),
      h("span", { class: "half-name" }, `${word} ${amount}`),
    );
  }
  if (takers) part.append(h("span", { class: "takers", title: takers }, takers));
  return part;
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * "Ann, Bob and Cyd".
 * @param {string[]} all
 */
function names(all) {
  const last = all.at(-1) ?? "";
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${last}` : last;
}

customElements.define("o8-pots", PotsElement);
