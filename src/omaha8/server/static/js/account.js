// The account: chips and where they went, password and recovery codes, sessions, bots, notes.

import { ask } from "./api.js";
import { byId, h } from "./dom.js";
import { SignInElement, showCodes } from "./elements/signin.js";
import { field, input, onSubmit, shownOnce } from "./form.js";
import { onPerson, refresh } from "./person.js";
import { does, listOf, say, when } from "./rows.js";

/** @import { Account } from "./person.js" */

const signIn = /** @type {SignInElement} */ (byId("sign-in"));
const parts = byId("parts");

/**
 * A section that loads itself, and again when something in it has changed.
 * @param {string} title
 * @param {(again: () => void) => Promise<Node[]>} draw
 */
function section(title, draw) {
  const place = h("div", { class: "form" });
  const box = h("section", { class: "box-of", "aria-label": title }, h("h2", {}, title), place);
  const load = async () => {
    try {
      place.replaceChildren(...(await draw(load)));
    } catch (error) {
      place.replaceChildren(h("p", { class: "problem" }, /** @type {Error} */ (error).message));
    }
  };
  load();
  return box;
}

/** @type {Record<string, string>} */
const KINDS = {
  buy_in: "Buy-in",
  rebuy: "More chips",
  cash_out: "Taken off the table",
  grant: "From the house",
  rake: "Rake",
  fee: "Fee",
  prize: "Prize",
};

/** @param {Account} account */
function chips({ credit }) {
  return section("Chips", async () => {
    const { balance, at_tables, granted, won, transfers } = await ask("GET", "api/me/ledger");
    const beyond =
      credit === null
        ? " What you take to a table comes off that, also below 0."
        : credit
          ? ` What you take to a table comes off that, down to ${-credit}.`
          : "";
    const given = granted ? ` What the house gave you, ${granted}, is not won.` : "";
    /** @type {(string | number | Node | Node[])[][]} */
    const rows = transfers.map((/** @type {any} */ { at, kind, amount, table, table_name: name }) => [
      when(at),
      KINDS[kind] ?? kind,
      table ? h("a", { href: `table.html?id=${encodeURIComponent(table)}` }, name ?? "a table that cannot be read") : "",
      amount > 0 ? `+${amount}` : String(amount),
    ]);
    return [
      h("p", {}, "At the tables: ", h("b", {}, String(at_tables)), ". Off the tables: ", h("b", {}, String(balance)), ".", beyond),
      h("p", {}, ...resultOf(won), given, " A hand that is going on counts as it began."),
      listOf(["When", "What", "Table", "Chips"], rows, "No chips have moved yet."),
    ];
  });
}

/**
 * What somebody has won or lost since he first came, in words.
 * @param {number} won
 */
function resultOf(won) {
  if (!won) return ["In all you are ", h("b", {}, "even"), "."];
  return [`In all you have ${won > 0 ? "won" : "lost"} `, h("b", {}, String(Math.abs(won))), "."];
}

/** A guest gets a password, and with it an account. */
function keepName() {
  return section("Keep this name", async () => {
    const fresh = newPassword("Password");
    const form = h("form", { class: "row" }, fresh, h("button", { type: "submit", class: "strong" }, "Set a password"));
    onSubmit(form, async () => {
      const { recovery_codes: codes } = await ask("POST", "api/register", { password: valueOf(form, "password") });
      await refresh();
      showCodes(codes);
    });
    const words = "You are a guest: with a password your name and your chips are yours on every device.";
    return [h("p", { class: "soft" }, words), form];
  });
}

/** @param {Account} account */
function password({ recovery_codes_left: left }) {
  return section("Password", async () => {
    const old = input("old", { type: "password", required: true, autocomplete: "current-password" });
    const form = h(
      "form",
      { class: "row" },
      field("Current password", old),
      newPassword("New password"),
      h("button", { type: "submit" }, "Change it"),
    );
    onSubmit(form, async () => {
      await ask("POST", "api/me/password", { old: old.value, password: valueOf(form, "password") });
      form.reset();
      say("The password is changed; every other browser is signed out.", false);
    });
    const again = input("password", { type: "password", required: true, autocomplete: "current-password" });
    const codes = h("form", { class: "row" }, field("Current password", again), h("button", { type: "submit" }, "New recovery codes"));
    onSubmit(codes, async () => {
      const told = await ask("POST", "api/me/recovery-codes", { password: again.value });
      codes.reset();
      showCodes(told.recovery_codes);
    });
    const words = `${left} recovery ${left === 1 ? "code is" : "codes are"} left. New ones take the place of the old.`;
    return [form, h("p", { class: "soft" }, words), codes];
  });
}

/** @param {string} label */
function newPassword(label) {
  const attributes = { type: "password", required: true, minlength: 8, maxlength: 200, autocomplete: "new-password" };
  return field(label, input("password", attributes), "8 characters or more");
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function valueOf(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value;
}

function sessions() {
  return section("Where you are signed in", async (again) => {
    const { sessions: all } = await ask("GET", "api/me/sessions");
    /** @type {(string | number | Node | Node[])[][]} */
    const rows = all.map((/** @type {any} */ { id, device, made, seen, here }) => [
      here ? [browserName(device), " ", h("span", { class: "tag" }, "this one")] : browserName(device),
      when(made),
      here ? "now" : when(seen),
      here
        ? ""
        : [
            does("End it", async () => {
              await ask("DELETE", `api/me/sessions/${encodeURIComponent(id)}`);
              again();
            }),
          ],
    ]);
    return [listOf(["Browser", "Since", "Last seen", ""], rows, "Nowhere.")];
  });
}

/**
 * "Chrome on Linux" of what a browser calls itself.
 * @param {string} device
 */
function browserName(device) {
  const find = (/** @type {[RegExp, string][]} */ known) => known.find(([pattern]) => pattern.test(device))?.[1];
  const browser = find([
    [/Firefox\//, "Firefox"],
    [/Edg\//, "Edge"],
    [/OPR\//, "Opera"],
    [/Chrom(e|ium)\//, "Chrome"],
    [/Safari\//, "Safari"],
  ]);
  const system = find([
    [/Android/, "Android"],
    [/iPhone|iPad/, "iOS"],
    [/Windows/, "Windows"],
    [/Mac OS X/, "macOS"],
    [/Linux/, "Linux"],
  ]);
  const words = [browser, system].filter(Boolean).join(" on ");
  return h("span", { title: device }, words || device.slice(0, 40) || "A browser");
}

function bots() {
  return section("My bots", async (again) => {
    const { bots: all } = await ask("GET", "api/bots");
    /** @type {(string | number | Node | Node[])[][]} */
    const rows = all.map((/** @type {any} */ { id, name, balance, made }) => [
      name,
      balance,
      when(made),
      [
        does(
          "Revoke the token",
          async () => {
            await ask("DELETE", `api/bots/${id}`);
            again();
          },
          { title: `Revoke the token of ${name}?`, words: "It is cut off and cannot come back with it.", yes: "Revoke" },
        ),
      ],
    ]);
    const name = input("name", { required: true, maxlength: 20 });
    const form = h("form", { class: "row" }, field("Name of a bot", name), h("button", { type: "submit" }, "Make a token"));
    onSubmit(form, async () => {
      const { token, bot } = await ask("POST", "api/bots", { name: name.value.trim() });
      again();
      const words = `${bot.name} signs in with this token. It is shown only now.`;
      byId("secrets").replaceChildren(shownOnce("Token of a bot", words, [token]));
      byId("secrets").scrollIntoView({ block: "nearest" });
    });
    return [
      h("p", { class: "soft" }, "A program that plays for you, over the socket, under its own name."),
      listOf(["Bot", "Chips", "Since", ""], rows, "You have none."),
      form,
    ];
  });
}

function notes() {
  return section("Notes on players", async (again) => {
    const { notes: all } = await ask("GET", "api/notes");
    /** @type {(string | number | Node | Node[])[][]} */
    const rows = all.map((/** @type {any} */ { person, name, text, at }) => [
      name,
      text,
      when(at),
      [
        does("Delete", async () => {
          await ask("DELETE", `api/notes/${person}`);
          again();
        }),
      ],
    ]);
    return [listOf(["Player", "Note", "When", ""], rows, "None yet: press a player’s name at the table.")];
  });
}

/** The table that sent somebody here to sign in, with the invitation that he had; or null. */
function wayBack() {
  const given = new URLSearchParams(location.hash.slice(1));
  const table = given.get("back");
  if (table === null) return null;
  const id = table ? `?id=${encodeURIComponent(table)}` : "";
  const invite = given.get("invite");
  return `table.html${id}${invite ? `#${new URLSearchParams({ invite })}` : ""}`;
}

/** Whether the visitor goes back as soon as he has his recovery codes, which are shown only once. */
let leaves = false;

function goBack() {
  const back = wayBack();
  leaves = back !== null;
  if (back !== null && !document.querySelector(".secret")) location.assign(back);
}

signIn.modes = ["login", "register", "guest", "recover"];
signIn.show("login");
/** @type {string | null} */
let drawn = null;
onPerson((account) => {
  const { person } = account;
  signIn.hidden = person !== null;
  parts.hidden = person === null;
  const back = wayBack();
  const key = JSON.stringify([account, back]);
  if (key === drawn) return;
  drawn = key;
  parts.replaceChildren(
    ...(person
      ? [
          h("div", { id: "secrets" }),
          ...(back === null ? [] : [h("p", {}, h("a", { class: "button strong", href: back }, "Back to the table"))]),
          chips(account),
          ...(person.registered ? [] : [keepName()]),
          notes(),
          ...(person.registered ? [bots(), password(account)] : []),
          sessions(),
        ]
      : []),
  );
  document.body.classList.add("ready");
});
document.addEventListener("signed-in", goBack);
document.addEventListener("codes-kept", () => leaves && goBack());
