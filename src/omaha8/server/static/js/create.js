// The form of a new table, made from what the server says can be asked for.

import { ask, sentence } from "./api.js";
import { byId, h, setText } from "./dom.js";
import { field, input, onSubmit, select, tick } from "./form.js";
import { OptionField } from "./option.js";
import { onPerson } from "./person.js";
import { rulesWords } from "./words.js";

/** @import { Option } from "./option.js" */

/**
 * @typedef {{structure: string, title: string, stakes: string, usual: string}} Structure
 * @typedef {{name: string, title: string, structure: string, structures: Structure[],
 *   values: Record<string, unknown>, choices: Record<string, string[]>}} Preset
 * @typedef {{presets: Preset[], options: Option[], limits: Record<string, any>,
 *   usual: Record<string, any>}} RulesForm
 */

const form = /** @type {HTMLFormElement} */ (byId("table"));

/** @param {RulesForm} rules */
function build({ presets, options, limits, usual }) {
  const amount = { type: "number", inputmode: "numeric", min: 1, max: limits["most_chips"], step: 1 };
  const seconds = (/** @type {string} */ name, /** @type {number} */ most) =>
    input(name, { type: "number", inputmode: "decimal", min: 0, max: most, step: "any", value: String(usual[name]) });
  const name = input("name", { maxlength: limits["name_length"], placeholder: "named after the game" });
  const preset = select("rules", presets.map((each) => [each.name, capital(rulesWords(each.name))]), usual["rules"]);
  const structure = select("structure", []);
  const stakes = input("stakes", { required: true });
  const cards = select("hole_cards", [["4", "4"], ["5", "5"], ["6", "6"]], String(usual["hole_cards"]));
  const seats = input("seats", { type: "number", min: limits["least_seats"], step: 1, required: true, value: String(usual["seats"]) });
  const bots = input("bots", { type: "number", min: 0, step: 1, required: true, value: String(usual["bots"]) });
  const least = input("min_buy_in", amount);
  const buyIn = input("buy_in", amount);
  const most = input("max_buy_in", amount);
  const think = seconds("think_time", limits["think_time"]);
  const bank = seconds("time_bank", limits["time_bank"]);
  const delay = seconds("spectator_delay", limits["spectator_delay"]);
  const about = h("p", { class: "hint" });
  const fields = options.map((option) => ({ option, field: new OptionField(option) }));

  const chosen = () => /** @type {Preset} */ (presets.find((each) => each.name === preset.value));
  const played = () => chosen().structures.find((each) => each.structure === structure.value);

  const drawPreset = () => {
    const { title, structures, structure: first, values } = chosen();
    setText(about, title);
    const kept = structures.some((each) => each.structure === structure.value);
    const now = kept ? structure.value : first;
    structure.replaceChildren(
      ...structures.map((each) => h("option", { value: each.structure, selected: each.structure === now }, each.title)),
    );
    for (const { option, field: of } of fields) of.begin(/** @type {any} */ (values[option.name]));
    drawStructure();
  };
  const drawStructure = () => {
    const game = played();
    stakes.value = game?.usual ?? "";
    const hint = byId("stakes-about").querySelector(".hint");
    if (hint) setText(hint, game ? game.stakes : "");
    for (const { field: of } of fields) of.update(structure.value);
    drawStakes();
  };
  const drawStakes = () => {
    // What the buy-ins are where nothing is typed.
    const big = Number(stakes.value.match(/(\d+)\s*$/)?.[1] ?? 0);
    const unit = structure.value === "fl" ? big / 2 : big;
    const usually = (/** @type {string} */ key) => (unit ? `usually ${Math.floor(unit * limits[key])}` : "");
    least.placeholder = usually("usual_least_buy_in");
    buyIn.placeholder = usually("usual_buy_in");
    most.placeholder = usually("usual_largest_buy_in");
  };
  const drawSeats = () => {
    seats.max = String(limits["most_seats"][cards.value] ?? 10);
    bots.max = String(Math.max(0, Number(seats.value) - 1));
  };
  preset.addEventListener("input", drawPreset);
  structure.addEventListener("input", drawStructure);
  stakes.addEventListener("input", drawStakes);
  cards.addEventListener("input", drawSeats);
  seats.addEventListener("input", drawSeats);

  stakes.id = "stakes";
  const presetField = field("House rules of", preset);
  presetField.append(about);
  form.append(
    section(
      "The game",
      presetField,
      field("Structure", structure),
      field("Stakes", stakes),
      field("Hole cards", cards),
      field("Name of the table", name),
    ),
    section(
      "The table",
      field("Seats", seats),
      field("Bots", bots, "They play while there is a chair; one stays free for people"),
      field("Least buy-in", least),
      field("Usual buy-in", buyIn),
      field("Largest buy-in", most),
      tick("private", "Private: only by invitation"),
    ),
    section(
      "The clock",
      field("Time to act, in seconds", think, "0: as long as one likes"),
      field("Time bank, in seconds", bank, "Runs when the time to act is over"),
      field("Observers are behind, in seconds", delay, "0: they see it at once"),
    ),
    houseRules(fields),
    h("p", { class: "buttons" }, h("button", { type: "submit", class: "strong" }, "Open the table")),
  );
  form.hidden = false;
  drawPreset();
  drawSeats();

  onSubmit(form, async () => {
    const body = {
      name: name.value.trim(),
      rules: preset.value,
      structure: structure.value,
      stakes: stakes.value.trim(),
      hole_cards: Number(cards.value),
      seats: Number(seats.value),
      bots: Number(bots.value),
      private: /** @type {HTMLInputElement} */ (form.elements.namedItem("private")).checked,
      ...filled({ min_buy_in: least, buy_in: buyIn, max_buy_in: most }),
      ...filled({ think_time: think, time_bank: bank, spectator_delay: delay }),
      options: Object.fromEntries(
        fields.flatMap(({ field: of }) => (of.different ? [[of.name, of.different.value]] : [])),
      ),
    };
    const { id } = await ask("POST", "api/tables", body);
    location.assign(`table.html?id=${encodeURIComponent(id)}`);
  });
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * What is typed; a field left empty is as usual.
 * @param {Record<string, HTMLInputElement>} inputs
 */
function filled(inputs) {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([name, { value }]) => (value.trim() ? [[name, Number(value)]] : [])),
  );
}

/**
 * @param {string} title
 * @param {Node[]} parts
 */
function section(title, ...parts) {
  return h("fieldset", {}, h("legend", {}, title), ...parts);
}

/** @param {{option: Option, field: OptionField}[]} fields */
function houseRules(fields) {
  /** @type {Map<string, Node[]>} */
  const groups = new Map();
  for (const { option, field: of } of fields) {
    // What has one value is no choice.
    if (option.fixed) continue;
    groups.set(option.group, [...(groups.get(option.group) ?? []), of.element]);
  }
  return h(
    "details",
    {},
    h("summary", {}, "House rules"),
    ...[...groups].map(([group, parts]) => section(group, ...parts)),
  );
}

onPerson(({ may_create_tables, person }) => {
  const note = byId("may-not");
  note.hidden = may_create_tables;
  setText(note, person ? "The host of this room opens its tables." : "Come in first: in the lobby, with a name.");
});
try {
  build(await ask("GET", "api/rules"));
} catch (error) {
  setText(byId("may-not"), sentence(error));
  byId("may-not").hidden = false;
}
document.body.classList.add("ready");
