"""The form of a table: a new one, one that is changed, and the rules as the lobby tells them."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
import pytest

from omaha8.room.rules_form import rules_form
from omaha8.room.spec import TableSpec
from omaha8.server.api_tables import complaints
from omaha8.server.errors import ApiError
from omaha8.server.table_bodies import TablePatch
from tests.browser.http import Refusal, Visitor, table

pytestmark = pytest.mark.browser

RULES: Final = msgspec.to_builtins(rules_form())


@pytest.fixture
def creator(visitor: Visitor) -> Visitor:
    visitor.server.comes_in("Hal", "host")
    visitor.server.answers["GET rules"] = RULES
    visitor.open("create.html")
    return visitor


def test_a_table_with_nothing_changed_is_as_usual(creator: Visitor) -> None:
    page, server = creator.page, creator.server
    server.answers["POST tables"] = {"id": "new1"}
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table.html?id=new1")
    [(_, body)] = [each for each in server.asked if each[0] == "POST tables"]
    assert body["options"] == {}
    spec = msgspec.convert(body, TableSpec)
    usual = TableSpec()
    assert spec.setup() == usual.setup()
    assert (spec.think_time, spec.time_bank, spec.private) == (usual.think_time, 60.0, False)


def test_every_house_rule_is_in_the_form_with_its_meaning(creator: Visitor) -> None:
    page = creator.page
    page.get_by_text("House rules", exact=True).click()
    labels = set(page.locator(".option > .label").all_inner_texts())
    choices = [option for option in RULES["options"] if not option.get("fixed")]
    assert labels == {f"{option['title']}: {option['meaning']}" for option in choices}
    assert "Odd chip: the half that gets a chip which cannot be halved" in labels


def test_no_choice_is_cut_off_where_there_is_room(creator: Visitor) -> None:
    page = creator.page
    page.get_by_text("House rules", exact=True).click()
    cut = page.locator("details select").evaluate_all("""boxes => boxes.flatMap((box) => {
      const ruler = document.createElement("canvas").getContext("2d");
      ruler.font = getComputedStyle(box).font;
      const widths = [...box.options].map((option) => ruler.measureText(option.text).width);
      return Math.max(...widths) > box.clientWidth - 36 ? [box.name] : [];
    })""")
    assert cut == []


def test_what_makes_no_difference_is_pale_until_it_does(creator: Visitor) -> None:
    page = creator.page
    page.get_by_text("House rules", exact=True).click()

    def idle(*names: str) -> list[bool]:
        rows = [page.locator(".option", has=page.locator(f"[name={name}]")) for name in names]
        return ["idle" in (row.get_attribute("class") or "").split() for row in rows]

    names = ("kill", "kill_acts", "kill_trigger", "optional_kill_max")
    assert idle(*names) == [False, True, True, True]
    kill = page.locator("select[name=kill]")
    kill.select_option(label="By choice: whoever posts more before the cards")
    assert idle(*names) == [False, False, True, False]
    page.locator(".option", has=kill).get_by_role("button", name="As the preset").click()
    assert idle(*names) == [False, True, True, True]
    page.locator("select[name=structure]").select_option("pl")
    assert idle(*names) == [True, True, True, True]


CHANGED: Final[dict[str, Any]] = {
    **table(changed=["ante", "rake"]),
    "min_buy_in": 40,
    "buy_in": 200,
    "max_buy_in": 400,
    "runs": True,
    "spec": msgspec.to_builtins(
        TableSpec(
            name="Friday",
            structure="pl",
            stakes="1/2",
            max_buy_in=400,
            options={"ante": "big_blind", "rake": {"per_mille": 45, "cap": 3}},
        )
    ),
}


def test_the_lobby_tells_the_rules_of_a_table_before_one_sits_down(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server
    server.answers |= {
        "GET lobby": {"tables": [table(changed=["ante", "rake"])], "may_create": False},
        "GET rules": RULES,
        "GET tables/k3x9": {**CHANGED, "runs": False},
    }
    visitor.open("")
    page.get_by_role("button", name="PokerStars, 2 changed").click()
    page.wait_for_selector("o8-rules .changed")
    dialog = page.get_by_role("dialog", name="Rules: Friday")
    said = dialog.inner_text()
    assert "40 to 400, usually 200" in said
    different = dialog.locator(".changed dt b").all_inner_texts()
    assert different == ["Ante", "Rake"]
    values = dialog.locator(".changed dd").all_inner_texts()
    assert values[0].splitlines() == ["The big blind, one for the whole table", "Preset: nobody"]
    assert values[1].splitlines()[0] == "4.5 percent of a pot, at most 3 chips a hand"
    dialog.get_by_text("All else is as in PokerStars").click()
    rest = dialog.locator("details dt b").all_inner_texts()
    assert "Muck" in rest
    assert not {"Ante", "Kill", "Cap"} & set(rest)  # changed, and of limit only
    assert dialog.get_by_role("link", name="Change the table").count() == 0


def test_who_runs_a_table_changes_it_in_the_same_form(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server
    server.comes_in("Hal", "host")
    server.answers |= {"GET rules": RULES, "GET tables/k3x9": CHANGED, "PATCH tables/k3x9": {}}
    visitor.open("create.html?table=k3x9")
    assert page.locator("h1").inner_text() == "Change Friday"
    for name in ("seats", "spectator_delay"):  # there for good
        assert page.locator(f"[name={name}]").is_hidden()
    stays = page.locator("#stays").inner_text()
    assert stays.startswith("Seats (6) and the observers’ delay (0 s) stay as they are: ")
    back = page.get_by_role("link", name="Back to the table")
    assert back.get_attribute("href") == "table.html?id=k3x9"
    here = page.locator("o8-site nav [aria-current=page]")
    assert here.all_inner_texts() == ["Change table"]
    assert here.get_attribute("href") == "create.html?table=k3x9"
    page.locator("[name=name]").fill("Saturday")
    page.locator("[name=stakes]").fill("2/4")
    page.locator("[name=max_buy_in]").fill("")
    page.locator("[name=think_time]").fill("30")
    page.locator("[name=time_bank]").fill("0")
    page.get_by_label("Private").check()
    page.get_by_text("House rules", exact=True).click()
    ante = page.locator(".option", has=page.locator("select[name=ante]"))
    ante.get_by_role("button", name="As the preset").click()
    page.get_by_role("button", name="Change the table").click()
    page.wait_for_url("**/table.html?id=k3x9")
    [(key, body)] = server.asked
    assert key == "PATCH tables/k3x9"
    spec = msgspec.convert(body, TablePatch).applied(msgspec.convert(CHANGED["spec"], TableSpec))
    assert spec.changed == ("rake",)
    assert (spec.name, spec.setup().title) == ("Saturday", "Pot Limit Omaha Hi/Lo 2/4")
    assert (spec.setup().max_buy_in, spec.structure) == (800, "pl")
    assert (spec.think_time, spec.time_bank, spec.private) == (30.0, 0.0, True)


def test_the_number_of_bots_is_asked_for_only_where_it_was_changed(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server
    server.comes_in("Hal", "host")
    # One of the three that it was opened with has made room for somebody.
    told = {**CHANGED, "bots": 2, "spec": {**CHANGED["spec"], "bots": 3}}
    server.answers |= {"GET rules": RULES, "GET tables/k3x9": told, "PATCH tables/k3x9": {}}
    for typed in ("2", "0"):
        visitor.open("create.html?table=k3x9")
        assert page.get_by_label("Bots").input_value() == "2"
        page.get_by_label("Bots").fill(typed)
        page.get_by_role("button", name="Change the table").click()
        page.wait_for_url("**/table.html?id=k3x9")
    assert [body.get("bots") for _, body in server.asked] == [None, 0]


def test_a_table_that_is_named_after_its_game_is_so_after_a_change(visitor: Visitor) -> None:
    page, server = visitor.page, visitor.server
    server.comes_in("Hal", "host")
    told = {**CHANGED, "name": "Pot Limit 1/2"}
    server.answers |= {"GET rules": RULES, "GET tables/k3x9": told, "PATCH tables/k3x9": {}}
    visitor.open("create.html?table=k3x9")
    page.locator("[name=stakes]").fill("2/4")
    page.get_by_role("button", name="Change the table").click()
    page.wait_for_url("**/table.html?id=k3x9")
    [(_, body)] = server.asked
    spec = msgspec.convert(body, TablePatch).applied(msgspec.convert(CHANGED["spec"], TableSpec))
    assert spec.checked().name == "Pot Limit 2/4"


def test_nobody_else_changes_it(visitor: Visitor) -> None:
    visitor.server.comes_in("Ann")
    visitor.server.answers |= {
        "GET rules": RULES,
        "GET tables/k3x9": {**CHANGED, "runs": False},
    }
    visitor.open("create.html?table=k3x9")
    assert "who opened the table" in visitor.page.locator("#may-not").inner_text()
    assert visitor.page.locator("form#table").is_hidden()


def test_a_new_table_is_marked_as_such(creator: Visitor) -> None:
    here = creator.page.locator("o8-site nav [aria-current=page]")
    assert here.all_inner_texts() == ["New table"]
    assert creator.page.locator("#stays").is_hidden()


def test_what_differs_from_the_preset_is_sent_and_can_be_put_back(creator: Visitor) -> None:
    page, server = creator.page, creator.server
    server.answers["POST tables"] = {"id": "new1"}
    page.get_by_text("House rules", exact=True).click()
    page.locator("select[name=muck]").select_option(label="Nobody")
    page.locator("[name=fl_max_bets]").fill("5")
    page.locator("select[name=kill]").select_option(index=1)
    kill = page.locator(".option", has=page.locator("select[name=kill]"))
    assert "Preset: none" in kill.inner_text()
    kill.get_by_role("button", name="As the preset").click()
    assert not kill.locator(".other").is_visible()
    page.locator("[name=private]").check()
    page.locator("[name=buy_in]").fill("300")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table.html?id=new1")
    [(_, body)] = [each for each in server.asked if each[0] == "POST tables"]
    assert body["options"] == {"muck": "show_all", "fl_max_bets": 5}
    assert (body["private"], body["buy_in"]) == (True, 300)
    assert "min_buy_in" not in body


def test_every_kind_of_value_goes_through_the_rules(creator: Visitor) -> None:
    """What the form makes of each preset is what the rules take it for."""
    page, server = creator.page, creator.server
    server.answers["POST tables"] = {"id": "new1"}
    page.get_by_text("House rules", exact=True).click()
    page.locator("select[name=structure]").select_option("mixed")
    page.locator("select[name=rake]").select_option(label="A part of every pot, up to a cap")
    page.locator("[name=missed_markers]").fill("BB, SB")
    page.locator("[name=fl_small_blind_overrides]").fill("15: 10, 25: 10")
    page.locator("[name=mixed_switch]").fill("hands:8")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table.html?id=new1")
    [(_, body)] = [each for each in server.asked if each[0] == "POST tables"]
    rules = msgspec.convert(body, TableSpec).house_rules()
    assert rules.missed_markers == ("BB", "SB")
    assert rules.fl_small_blind_overrides == {15: 10, 25: 10}
    assert rules.mixed_switch == "hands:8"
    assert rules.rake != "none"


def test_a_complaint_of_the_server_stands_at_its_field(creator: Visitor) -> None:
    page, server = creator.page, creator.server

    def refuse(_: Any) -> Any:
        raise Refusal(400, "rules", "fl_heads_up_max: at least fl_max_bets (9), not 4")

    server.answers["POST tables"] = refuse
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".option .problem:has-text('At least “Cap” (9), not 4')")
    assert page.locator("details").get_attribute("open") is not None
    assert page.locator("[name=fl_heads_up_max]").get_attribute("aria-invalid") == "true"

    def refuse_stakes(_: Any) -> Any:
        raise Refusal(400, "rules", "stakes: two amounts as in 2/4, not 'x'", "stakes")

    server.answers["POST tables"] = refuse_stakes
    page.locator("[name=stakes]").fill("x")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".field:has([name=stakes]) .problem:has-text('Two amounts as in 2/4')")
    assert page.locator("[name=stakes]").evaluate("box => box === document.activeElement")


@pytest.mark.parametrize(
    ("typed", "options", "said"),
    [
        (
            {"stakes": "5/10"},
            {},
            (
                "Half of a small bet of 5 is no whole number of chips; use “Half of it, rounded "
                "down” or “Half of it, rounded up”, an entry in “Small blind by stakes”, or a "
                "smaller unit; played by community rules; here with stakes 4/8, 6/12."
            ),
        ),
        ({}, {"allowed_structures": ["pl", "nl"]}, "“Limit” is not played here; allowed: “Pot"),
        ({}, {"fl_heads_up_max": 2}, "At least “Cap” (4) or unlimited, not 2."),
        ({}, {"mixed_order": ["fl", "spread"]}, "Spread is not in “Structures”"),
        ({"max_buy_in": 3, "min_buy_in": 4}, {}, "The largest buy-in, 3, is less than the least,"),
    ],
)
def test_what_the_rules_refuse_is_said_in_words_of_the_page(
    creator: Visitor, typed: dict[str, Any], options: dict[str, Any], said: str
) -> None:
    """The names of options and values are for programs."""
    page, server = creator.page, creator.server

    def refuse(body: Any) -> Any:
        with complaints():
            msgspec.convert({**body, **typed, "options": options}, TableSpec).setup()

    def answer(body: Any) -> Any:
        try:
            return refuse(body)
        except ApiError as error:
            told = error.body
            raise Refusal(error.status, told.error, told.message, told.field) from error

    server.answers["POST tables"] = answer
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".problem:not(:empty)")
    [problem] = page.locator(".problem:not(:empty)").all_inner_texts()
    assert problem.startswith(said)
    assert re.findall(r"[a-z]+_[a-z]+|\b[fpn]l\b", problem) == []


def test_who_may_not_open_tables_is_told_who_may(visitor: Visitor) -> None:
    visitor.server.comes_in("Ann")
    visitor.server.answers["GET rules"] = RULES
    visitor.open("create.html")
    assert (
        visitor.page.locator("#may-not").inner_text() == "The host of this room opens its tables."
    )
