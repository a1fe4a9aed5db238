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
function chips({ balance, credit }) {
  return section("Chips", async () => {
    const { entries = [] } = await ask("GET", "api/me/ledger");
    const beyond = credit === null ? " It may go below 0 as far as you like." : credit ? ` It may go down to -${credit}.` : "";
    /** @type {(string | number | Node | Node[])[][]} */
    const rows = entries.map((/** @type {any} */ { at, kind, amount, table, balance: then }) => [
      when(at),
      KINDS[kind] ?? kind,
      table ?? "",
      amount > 0 ? `+${amount}` : String(amount),
      then ?? "",
    ]);
    return [
      h("p", {}, "Beside the tables: ", h("b", {}, String(balance)), ".", beyond),
      listOf(["When", "What", "Table", "Chips", "Then"], rows, "No chips have moved yet."),
    ];
  });
}

/** @param {Account} account */
function password({ person }) {
  const registered = Boolean(person?.registered);
  return section(registered ? "Password" : "Keep this name", async () => {
    const old = input("old", { type: "password", required: true, autocomplete: "current-password" });
    const fresh = input("password", { type: "password", required: true, minlength: 8, maxlength: 200, autocomplete: "new-password" });
    const form = h(
      "form",
      { class: "row" },
      ...(registered ? [field("Password now", old)] : []),
      field(registered ? "New password" : "Password", fresh, "8 characters or more"),
      h("button", { type: "submit", class: "strong" }, registered ? "Change it" : "Set a password"),
    );
    onSubmit(form, async () => {
      if (!registered) {
        const { recovery_codes: codes = [] } = await ask("POST", "api/register", { password: fresh.value });
        await refresh();
        return showCodes(codes);
      }
      const told = await ask("POST", "api/me/password", { old: old.value, password: fresh.value });
      form.reset();
      say("The password is changed.", false);
      if (told?.recovery_codes) showCodes(told.recovery_codes);
    });
    const words = "You are a guest: with a password your name and chips are yours on every device.";
    return [...(registered ? [] : [h("p", { class: "soft" }, words)]), form];
  });
}

function sessions() {
  return section("Where you are signed in", async (again) => {
    const { sessions: all = [] } = await ask("GET", "api/me/sessions");
    /** @type {(string | number | Node | Node[])[][]} */
    const rows = all.map((/** @type {any} */ { id, device, made, seen, current }) => [
      current ? [device || "A browser", " ", h("span", { class: "tag" }, "this one")] : device || "A browser",
      when(made),
      when(seen),
      current
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

function bots() {
  return section("My bots", async (again) => {
    const { bots: all = [] } = await ask("GET", "api/bots");
    /** @type {(string | number | Node | Node[])[][]} */
    const rows = all.map((/** @type {any} */ { id, name, made }) => [
      name,
      made ? when(made) : "",
      [
        does(
          "Take its token",
          async () => {
            await ask("DELETE", `api/bots/${id}`);
            again();
          },
          `${name} will be cut off and cannot come back with its token.`,
        ),
      ],
    ]);
    const name = input("name", { required: true, maxlength: 20 });
    const form = h("form", { class: "row" }, field("Name of a bot", name), h("button", { type: "submit" }, "Make a token"));
    const place = h("div", {});
    onSubmit(form, async () => {
      const { token, bot } = await ask("POST", "api/bots", { name: name.value.trim() });
      again();
      const words = `${bot?.name ?? name.value} signs in with this token. It is shown only now.`;
      byId("secrets").replaceChildren(shownOnce("Token of a bot", words, [token]));
      byId("secrets").scrollIntoView({ block: "nearest" });
    });
    return [
      h("p", { class: "soft" }, "A program that plays for you, over the socket, under its own name."),
      listOf(["Bot", "Since", ""], rows, "You have none."),
      form,
      place,
    ];
  });
}

function notes() {
  return section("Notes on players", async (again) => {
    const { notes: all = [] } = await ask("GET", "api/notes");
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

/** Back to the table that sent somebody here to sign in. */
function goBack() {
  const back = new URLSearchParams(location.hash.slice(1)).get("back") ?? "";
  // Nothing but a table's id goes into an address.
  const id = new URLSearchParams(back).get("id");
  if (location.hash.startsWith("#back=")) {
    location.assign(id ? `table.html?id=${encodeURIComponent(id)}` : "table.html");
  }
}

signIn.modes = ["login", "register", "guest", "recover"];
signIn.show("login");
/** @type {string | null} */
let drawn = null;
onPerson((account) => {
  const { person } = account;
  signIn.hidden = person !== null;
  parts.hidden = person === null;
  const key = JSON.stringify(account);
  if (key === drawn) return;
  drawn = key;
  parts.replaceChildren(
    ...(person
      ? [
          h("div", { id: "secrets" }),
          chips(account),
          password(account),
          ...(person.registered ? [sessions(), bots()] : []),
          notes(),
        ]
      : []),
  );
  document.body.classList.add("ready");
});
document.addEventListener("signed-in", goBack);
