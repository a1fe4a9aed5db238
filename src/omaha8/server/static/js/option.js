// One house rule as part of a form: its meaning, its value, and how it is in the preset.

import { h, setText } from "./dom.js";
import { select } from "./form.js";
import { inWords, makesNoDifference, same } from "./house.js";

/** @import { Option, Part, Value } from "./house.js" */

export class OptionField {
  /** @type {Option} */
  #option;
  /** @type {Value} */
  #usual = null;
  #value = h("div", { class: "value" });
  #note = h("span", {});
  #back = h("button", { type: "button" }, "As the preset");
  #other = h("p", { class: "other", hidden: true }, this.#note, this.#back);
  /** @type {() => Value} */
  #read = () => null;

  /** @param {Option} option */
  constructor(option) {
    this.#option = option;
    const id = `option-${option.name}`;
    this.element = h(
      "div",
      { class: "option field", role: "group", "aria-labelledby": id },
      h("span", { class: "label", id }, h("b", {}, option.title), `: ${option.meaning}`),
      this.#value,
      h("p", { class: "problem", role: "alert" }),
      this.#other,
    );
    this.#back.addEventListener("click", () => this.set(this.#usual));
    this.#value.addEventListener("input", () => this.#changed());
  }

  get name() {
    return this.#option.name;
  }

  /** @param {Value} usual the value of the preset, from which the form begins */
  begin(usual) {
    this.#usual = usual;
    this.set(usual);
  }

  /** @param {Value} value */
  set(value) {
    const { node, read } = control(this.#option, value, (other) => this.set(other));
    this.#value.replaceChildren(node);
    this.#read = read;
    this.#changed();
  }

  /**
   * @param {string} structure what is played: some rules make no difference then
   * @param {(option: string) => Value} valueOf what the others are
   */
  update(structure, valueOf) {
    this.element.classList.toggle("idle", makesNoDifference(this.#option, structure, valueOf));
  }

  get value() {
    return this.#read();
  }

  /** The value, where it is not that of the preset. @returns {{value: Value} | null} */
  get different() {
    const value = this.#read();
    return same(value, this.#usual) ? null : { value };
  }

  #changed() {
    const different = this.different !== null;
    this.element.classList.toggle("changed", different);
    this.#other.hidden = !different;
    setText(this.#note, `Preset: ${inWords(this.#option, this.#usual)}`);
  }
}

/**
 * @typedef {{node: Node, read: () => Value}} Control
 */

/**
 * @param {Option} option
 * @param {Value} value
 * @param {(value: Value) => void} put sets another kind of value
 * @returns {Control}
 */
function control(option, value, put) {
  const { name, kind, empty, fixed = false } = option;
  const labelled = { "aria-labelledby": `option-${name}` };
  switch (kind) {
    case "bool": {
      const box = select(
        name,
        [
          ["true", "Yes"],
          ["false", "No"],
        ],
        String(value),
      );
      named(box, name, fixed);
      return { node: box, read: () => box.value === "true" };
    }
    case "choice":
      return choice(option, value, put);
    case "number":
      return orEmpty(option, empty && same(value, empty.value) ? null : value, (start) => {
        const box = h("input", { type: "number", name, value: String(start ?? option.least ?? 1), min: option.least, max: option.most, step: 1, ...labelled });
        return { node: box, read: () => number(box.value) };
      });
    case "range":
      return orEmpty(option, value, (start) => {
        const [from, to] = Array.isArray(start) ? start : [option.least, option.most];
        const least = h("input", { type: "number", name, value: String(from), min: option.least, max: option.most, "aria-label": "From" });
        const most = h("input", { type: "number", value: String(to), min: option.least, max: option.most, "aria-label": "To" });
        const node = h("div", { class: "parts" }, h("label", {}, "from", least), h("label", {}, "to", most));
        return { node, read: () => [number(least.value), number(most.value)] };
      });
    case "list":
      return list(option, /** @type {string[]} */ (value));
    case "pairs":
    case "marks":
    case "text":
      return text(option, value);
  }
}

/**
 * @param {HTMLElement} box
 * @param {string} name
 * @param {boolean} fixed
 */
function named(box, name, fixed) {
  box.setAttribute("aria-labelledby", `option-${name}`);
  if (fixed) box.setAttribute("disabled", "");
}

/** @param {string} typed */
function number(typed) {
  return /^-?\d+$/.test(typed.trim()) ? Number(typed) : typed;
}

/**
 * One of several values, of which some have parts of their own.
 * @param {Option} option
 * @param {Value} value
 * @param {(value: Value) => void} put
 * @returns {Control}
 */
function choice({ name, choices = [], fixed = false }, value, put) {
  const whole = choices.findIndex(({ fields }) => fields);
  const isWhole = value !== null && typeof value === "object";
  const at = isWhole ? whole : choices.findIndex((each) => each.value === value);
  const words = choices.map((each, i) => /** @type {[string, string]} */ ([String(i), each.meaning]));
  const box = select(name, words, String(at));
  named(box, name, fixed);
  const fields = choices[at]?.fields ?? [];
  box.addEventListener("input", () => {
    const chosen = choices[Number(box.value)];
    if (fields.length || chosen?.fields) put(chosen?.fields ? beginning(chosen.fields) : (chosen?.value ?? null));
  });
  if (!fields.length) return { node: box, read: () => choices[Number(box.value)]?.value ?? null };
  const parts = fields.map((field) => part(field, /** @type {Record<string, Value>} */ (value)[field.name] ?? ""));
  const node = h("div", { class: "value" }, box, h("div", { class: "parts" }, ...parts.map((each) => each.node)));
  return { node, read: () => Object.fromEntries(parts.map((each) => [each.name, each.read()])) };
}

/** @param {Part[]} fields */
function beginning(fields) {
  return Object.fromEntries(
    fields.map(({ name, kind, least, example, choices = [] }) => [
      name,
      kind === "number" ? (least ?? 1) : kind === "choice" ? (choices[0] ?? "") : (example ?? ""),
    ]),
  );
}

/**
 * @param {Part} field
 * @param {Value} value
 */
function part({ name, meaning, kind, least, most, choices = [] }, value) {
  const box =
    kind === "choice"
      ? select("", choices.map((each) => [each, each]), String(value))
      : h("input", { type: kind === "number" ? "number" : "text", value: String(value), min: least, max: most });
  const read = () => (kind === "number" ? number(box.value) : box.value);
  return { name, node: h("label", {}, meaning, box), read };
}

/**
 * A value, or one word in its place.
 * @param {Option} option
 * @param {Value} value null for that word
 * @param {(start: Value) => Control} make
 * @returns {Control}
 */
function orEmpty({ name, empty }, value, make) {
  if (!empty) return make(value);
  const made = make(value);
  const none = h("input", { type: "checkbox", checked: value === null });
  const place = h("div", { hidden: value === null }, made.node);
  none.addEventListener("input", () => (place.hidden = none.checked));
  const node = h("div", { class: "value" }, h("label", { class: "check" }, none, empty.meaning), place);
  none.name = value === null ? name : "";
  return { node, read: () => (none.checked ? empty.value : made.read()) };
}

/**
 * Several of the choices, in their order.
 * @param {Option} option
 * @param {string[]} value
 * @returns {Control}
 */
function list({ choices = [] }, value) {
  // What is in the list stands first, in the order of the list.
  const order = [
    ...value,
    ...choices.map((each) => String(each.value)).filter((each) => !value.includes(each)),
  ];
  const boxes = order.map((each) => {
    const box = h("input", { type: "checkbox", value: each, checked: value.includes(each) });
    const meaning = choices.find((choice) => choice.value === each)?.meaning ?? each;
    return { box, node: h("label", { class: "check" }, box, meaning) };
  });
  const node = h("div", { class: "list-of" }, ...boxes.map((each) => each.node));
  return { node, read: () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value) };
}

/**
 * What is written: a word, two marks, "15: 10, 25: 15".
 * @param {Option} option
 * @param {Value} value
 * @returns {Control}
 */
function text({ name, kind, example }, value) {
  const written =
    kind === "pairs"
      ? Object.entries(value ?? {}).map(([key, each]) => `${key}: ${each}`).join(", ")
      : Array.isArray(value) ? value.join(", ") : String(value);
  const box = h("input", {
    type: "text",
    name,
    value: written,
    autocomplete: "off",
    placeholder: kind === "pairs" ? "15: 10, 25: 15" : (example ?? ""),
    title: example ? `As in: ${example}` : null,
    "aria-labelledby": `option-${name}`,
  });
  const parts = () => box.value.split(",").map((each) => each.trim()).filter(Boolean);
  if (kind === "text") return { node: box, read: () => box.value.trim() };
  if (kind === "marks") return { node: box, read: parts };
  return {
    node: box,
    read: () =>
      Object.fromEntries(
        parts().map((each) => {
          const [key = "", of = ""] = each.split(":").map((side) => side.trim());
          return [key, number(of)];
        }),
      ),
  };
}
