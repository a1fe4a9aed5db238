// House rules as /api/rules tells them: what a value means, what is different from a preset.

import { houseWords } from "./words.js";

/**
 * @typedef {{name: string, meaning: string, kind: "number" | "text" | "choice", least?: number,
 *   most?: number, example?: string, choices?: string[]}} Part
 * @typedef {{value: string | null, meaning: string, fields?: Part[]}} Choice
 * @typedef {"choice" | "bool" | "number" | "range" | "list" | "pairs" | "text" | "marks"} Kind
 * @typedef {{name: string, group: string, title: string, meaning: string, kind: Kind, choices?: Choice[],
 *   least?: number, most?: number, empty?: Choice, example?: string, fixed?: boolean,
 *   structures?: string[], unless?: Record<string, string[]>}} Option
 */

/** What a form holds that cannot be read as a value: the server is told as it is, and answers. */
/** @typedef {null | boolean | number | string | unknown[] | object} Value */
/**
 * @typedef {{structure: string, title: string, stakes: string, usual: string}} Structure
 * @typedef {{name: string, title: string, structure: string, structures: Structure[],
 *   values: Record<string, Value>, choices: Record<string, string[]>}} Preset
 * @typedef {{presets: Preset[], options: Option[], limits: Record<string, any>,
 *   usual: Record<string, any>}} RulesForm
 */

/**
 * @param {Value} a
 * @param {Value} b
 */
export function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Whether a rule is never asked for where that structure is played with those other rules.
 * @param {Option} option
 * @param {string} structure
 * @param {(option: string) => Value} valueOf
 */
export function makesNoDifference({ structures = [], unless = {} }, structure, valueOf) {
  if (structures.length && !structures.includes(structure)) return true;
  return Object.entries(unless).some(([option, values]) => values.some((each) => same(each, valueOf(option))));
}

/**
 * @param {Option} option
 * @param {Value} value
 * @returns {string} as it stands in a sentence
 */
export function inWords({ name, choices = [], empty }, value) {
  if (empty && same(value, empty.value)) return lower(empty.meaning);
  const meaning = (/** @type {unknown} */ each) => {
    const choice = choices.find((choice) => choice.value === each);
    return choice ? lower(choice.meaning) : String(each);
  };
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(meaning).join(", ") || "none";
  if (name === "rake" && isRake(value)) {
    return `${value.per_mille / 10} percent of a pot, at most ${value.cap} chips a hand`;
  }
  if (value !== null && typeof value === "object") {
    const { meaning: whole, fields = [] } = choices.find((choice) => choice.fields) ?? {};
    const named = (/** @type {string} */ name) => fields.find((field) => field.name === name)?.meaning ?? name;
    const parts = Object.entries(value).map(([name, part]) => `${lower(named(name))}: ${part}`);
    const words = parts.join(", ") || "none";
    return whole ? `${lower(whole)} (${words})` : words;
  }
  return meaning(value);
}

/**
 * A sentence of the server with options, values and presets by the names that the form has for them.
 * @param {Option[]} options
 * @param {string} text
 * @param {string} about the option of whose values it speaks before all
 */
export function inFormWords(options, text, about) {
  const own = options.filter(({ name }) => name === about);
  /** @type {Map<unknown, string>} */
  const names = new Map();
  for (const { choices = [] } of [...options, ...own]) for (const { value, meaning } of choices) names.set(value, meaning);
  for (const { name, title } of options) names.set(name, title);
  // A name with a line in it is no word of a sentence, as "half" is one.
  return text
    .replace(/\b([a-z]+(_[a-z]+)+|[fpn]l)\b/g, (name) => (names.has(name) ? `“${names.get(name)}”` : name))
    .replace(/; played with the rules ([a-z-]+(, [a-z-]+)*)/, (_, list) => `; played by ${list.split(", ").map(houseWords).join(", ")}`);
}

/**
 * @param {any} value
 * @returns {value is {per_mille: number, cap: number}}
 */
function isRake(value) {
  return typeof value?.per_mille === "number" && typeof value.cap === "number";
}

/** @param {string} text */
function lower(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
