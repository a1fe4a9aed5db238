// The form of a table, made from what the server says can be asked for: a new one, or one to change.

import { ask, sentence } from "./api.js";
import { byId, h, setText } from "./dom.js";
import { field, input, onSubmit, select, tick } from "./form.js";
import { inFormWords } from "./house.js";
import { OptionField } from "./option.js";
import { onPerson } from "./person.js";
import { namedAfterGame, rulesWords } from "./words.js";

/** @import { Option, RulesForm } from "./house.js" */

/** What only a new table can be given. */
const FOR_GOOD = ["seats", "spectator_delay"];

/** The table that is changed, where the address names one. */
const CHANGED = new URLSearchParams(location.search).get("table");

const form = /** @type {HTMLFormElement} */ (byId("table"));

/**
 * @param {RulesForm} rules
 * @param {any} table that is changed, as the server tells of it
 */
function build({ presets, options, limits, usual }, table) {
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
  const privately = tick("private", "Private: only by invitation");
  const door = /** @type {HTMLInputElement} */ (privately.querySelector("input"));
  const delay = seconds("spectator_delay", limits["spectator_delay"]);
  const about = h("p", { class: "hint" });
  const fields = options.map((option) => ({ option, field: new OptionField(option) }));

  const chosen = () => /** @type {import("./house.js").Preset} */ (presets.find((each) => each.name === preset.value));
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
    drawIdle();
    drawStakes();
  };
  const valueOf = (/** @type {string} */ option) =>
    fields.find(({ field: of }) => of.name === option)?.field.value ?? null;
  const drawIdle = () => {
    for (const { field: of } of fields) of.update(structure.value, valueOf);
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
      field("Bots", bots, table ? "After the hand; they take chairs that nobody waits for" : "They play while there is a chair; one stays free for people"),
      field("Least buy-in", least),
      field("Usual buy-in", buyIn),
      field("Largest buy-in", most),
      privately,
    ),
    section(
      "The clock",
      field("Time to act, in seconds", think, "0: as long as one likes"),
      field("Time bank, in seconds", bank, "Runs when the time to act is over"),
      field("Observers are behind, in seconds", delay, "0: they see it at once"),
    ),
    houseRules(fields),
    h("p", { class: "buttons" }, h("button", { type: "submit", class: "strong" }, table ? "Change the table" : "Open the table")),
  );
  form.addEventListener("input", drawIdle);
  // "As the preset" puts a value back without a key being pressed.
  form.addEventListener("click", drawIdle);
  form.hidden = false;
  if (table) preset.value = table.spec.rules;
  drawPreset();
  if (table) begin();
  drawSeats();

  function begin() {
    const { spec } = table;
    structure.value = table.structure;
    drawStructure();
    for (const { field: of } of fields) if (of.name in spec.options) of.set(spec.options[of.name]);
    drawIdle();
    name.value = namedAfterGame(table) ? "" : table.name;
    stakes.value = spec.stakes ?? stakes.value;
    cards.value = String(spec.hole_cards);
    least.value = spec.min_buy_in ?? "";
    buyIn.value = spec.buy_in ?? "";
    most.value = spec.max_buy_in ?? "";
    bots.value = String(table.bots);
    think.value = String(spec.think_time);
    bank.value = String(spec.time_bank);
    door.checked = spec.private;
    drawStakes();
    for (const each of FOR_GOOD) {
      const control = form.elements.namedItem(each);
      if (!(control instanceof HTMLInputElement)) continue;
      control.disabled = true;
      const place = control.closest(".field, .check");
      if (place instanceof HTMLElement) place.hidden = true;
    }
    for (const part of form.querySelectorAll("fieldset")) {
      part.hidden = !part.querySelector(":is(input, select):enabled");
    }
  }

  onSubmit(form, async () => {
    const amounts = { min_buy_in: least, buy_in: buyIn, max_buy_in: most };
    const game = {
      name: name.value.trim(),
      rules: preset.value,
      structure: structure.value,
      stakes: stakes.value.trim(),
      hole_cards: Number(cards.value),
      options: Object.fromEntries(
        fields.flatMap(({ field: of }) => (of.different ? [[of.name, of.different.value]] : [])),
      ),
      private: door.checked,
      ...filled({ think_time: think, time_bank: bank }),
    };
    if (table) {
      const emptied = Object.fromEntries(Object.keys(amounts).map((each) => [each, null]));
      // Fewer may play by now than were asked for once: nothing is asked for that was not typed.
      const wanted = bots.value === String(table.bots) ? {} : filled({ bots });
      await ask("PATCH", `api/tables/${encodeURIComponent(table.id)}`, { ...game, ...emptied, ...filled(amounts), ...wanted });
      location.assign(`table.html?id=${encodeURIComponent(table.id)}`);
      return;
    }
    const { id } = await ask("POST", "api/tables", {
      ...game,
      seats: Number(seats.value),
      bots: Number(bots.value),
      ...filled(amounts),
      ...filled({ spectator_delay: delay }),
    });
    location.assign(`table.html?id=${encodeURIComponent(id)}`);
  }, (message, about) => inFormWords(options, message, about));
}

/**
 * What no change is possible of, and why.
 * @param {{seats: number, spec: {spectator_delay: number}}} table
 */
function whatStays({ seats, spec: { spectator_delay: delay } }) {
  return (
    `Seats (${seats}) and the observers’ delay (${delay} s) stay as they are: blinds and button ` +
    "go round these chairs, and who sat down relies on how late he is seen. For others open a new table."
  );
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

/** @param {string} words why there is nothing to fill in */
function sayWhyNot(words) {
  setText(byId("may-not"), words);
  byId("may-not").hidden = false;
}

if (CHANGED === null) {
  onPerson(({ may_create_tables, person }) => {
    byId("may-not").hidden = may_create_tables;
    setText(byId("may-not"), person ? "The host of this room opens its tables." : "Come in first: in the lobby, with a name.");
  });
}
try {
  const rules = await ask("GET", "api/rules");
  if (CHANGED === null) {
    build(rules, null);
  } else {
    const table = await ask("GET", `api/tables/${encodeURIComponent(CHANGED)}`);
    setText(byId("title"), `Change ${table.name}`);
    document.title = `Change ${table.name} - omaha8`;
    if (table.runs) {
      setText(byId("stays"), whatStays(table));
      byId("back").setAttribute("href", `table.html?id=${encodeURIComponent(table.id)}`);
      byId("when").hidden = false;
      build(rules, table);
    }
    else sayWhyNot("That is for the host and for who opened the table.");
  }
} catch (error) {
  sayWhyNot(sentence(error));
}
document.body.classList.add("ready");
