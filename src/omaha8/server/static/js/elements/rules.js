// <o8-rules>: the rules of a table, first of all what is not as in its preset.

import { ask, sentence } from "../api.js";
import { h, setText } from "../dom.js";
import { inWords, makesNoDifference } from "../house.js";
import { namedAfterGame, rulesWords } from "../words.js";
import { DialogElement } from "./dialog.js";

/** @import { Option, Preset, RulesForm, Value } from "../house.js" */

/**
 * A table as the server tells of it; `changed` are the options that are not those of the preset.
 * @typedef {object} TableTold
 * @property {string} id
 * @property {string} name
 * @property {string} game
 * @property {string} structure
 * @property {string} rules
 * @property {string[]} changed
 * @property {number} min_buy_in
 * @property {number} buy_in
 * @property {number} max_buy_in
 * @property {boolean} runs
 * @property {{options: Record<string, Value>, think_time: number, time_bank: number,
 *   spectator_delay: number, private: boolean}} spec
 */

export class RulesElement extends DialogElement {
  /** @param {string} id of the table */
  async open(id) {
    const wait = h("p", { class: "soft", role: "status" }, "One moment.");
    this.body.replaceChildren(wait);
    this.show("Rules of this table");
    try {
      const [table, rules] = await Promise.all([
        ask("GET", `api/tables/${encodeURIComponent(id)}`),
        ask("GET", "api/rules"),
      ]);
      this.show(namedAfterGame(table) ? `Rules: ${table.game}` : `Rules: ${table.name}`);
      this.body.replaceChildren(...drawRules(table, rules));
    } catch (error) {
      setText(wait, sentence(error));
    }
  }
}

/**
 * @param {TableTold} table
 * @param {RulesForm} rules
 * @returns {Node[]}
 */
function drawRules(table, { presets, options }) {
  const { spec, changed } = table;
  const preset = presets.find(({ name }) => name === table.rules);
  const valueOf = (/** @type {string} */ name) => spec.options[name] ?? preset?.values[name] ?? null;
  const other = options.filter(({ name }) => changed.includes(name));
  const rest = options.filter(
    (option) => !option.fixed && !changed.includes(option.name) && !makesNoDifference(option, table.structure, valueOf),
  );
  const house = rulesWords(table.rules);
  return [
    list([
      ["Game", table.game],
      ["Buy-in", `${table.min_buy_in} to ${table.max_buy_in}, usually ${table.buy_in}`],
      ["Rake", rakeOf(options, valueOf)],
      ["Time to act", spec.think_time ? `${spec.think_time} seconds, time bank ${spec.time_bank}` : "as long as one likes; who has no connection is not waited for"],
      ...(spec.spectator_delay ? [pair("Observers", `${spec.spectator_delay} seconds behind`)] : []),
      ...(spec.private ? [pair("Private", "only by invitation")] : []),
    ]),
    h("h3", {}, other.length ? `Different from ${house}` : `House rules: ${house}`),
    other.length
      ? h("dl", { class: "rules changed" }, ...other.flatMap((option) => drawOption(option, valueOf(option.name), preset)))
      : h("p", {}, "None of them is changed."),
    h(
      "details",
      {},
      h("summary", {}, other.length ? `All else is as in ${house}` : "All of them"),
      h("dl", { class: "rules" }, ...rest.flatMap((option) => drawOption(option, valueOf(option.name), null))),
    ),
    ...(table.runs
      ? [h("p", {}, h("a", { class: "button", href: `create.html?table=${encodeURIComponent(table.id)}` }, "Change the table"))]
      : []),
  ];
}

/**
 * @param {string} name
 * @param {string} value
 * @returns {[string, string]}
 */
function pair(name, value) {
  return [name, value];
}

/**
 * @param {Option[]} options
 * @param {(option: string) => Value} valueOf
 */
function rakeOf(options, valueOf) {
  const option = options.find(({ name }) => name === "rake");
  return option ? inWords(option, valueOf("rake")) : "";
}

/**
 * @param {Option} option
 * @param {Value} value
 * @param {Preset | null} [preset] whose value is told as well
 */
function drawOption(option, value, preset) {
  const usual = preset ? [h("small", {}, `Preset: ${inWords(option, preset.values[option.name] ?? null)}`)] : [];
  return [
    h("dt", {}, h("b", {}, option.title), h("span", {}, option.meaning)),
    h("dd", {}, inWords(option, value), ...usual),
  ];
}

/** @param {[string, string][]} pairs */
function list(pairs) {
  return h("dl", {}, ...pairs.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

customElements.define("o8-rules", RulesElement);
