"""``omaha8 verify-deal``: what it prints and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from omaha8.cli import main
from tests.fairness.histories import FOLDED, played, shuffled


def run(tmp_path: Path, form: object, *options: str) -> int:
    file = tmp_path / "hand.json"
    file.write_text(form if isinstance(form, str) else json.dumps(form), "utf-8")
    return main(["verify-deal", str(file), *options])


def test_every_check_is_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, played(FOLDED, viewer=2, shuffle=shuffled(missing=["Bob"]))) == 0
    assert capsys.readouterr().out == (
        "ok      history     This is hand 7 of table k3x9.\n"
        "ok      order       The decks were committed to before the nonces were revealed.\n"
        "note    nonces      The nonces fit their hashes: Ann, Çyd. Their nonces came too late, or "
        "not at\n"
        "                    all: Bob.\n"
        "ok      seed        Table, hand, roots, hashes and nonces make the seed "
        "e063ddf6164b64ee.\n"
        "ok      choice      The seed chooses the second deck.\n"
        "ok      other deck  The first deck was opened: 52 different cards, as it was committed "
        "to.\n"
        "ok      openings    4 cards were opened: in the second deck from the beginning, and dealt "
        "where the\n"
        "                    seed puts them.\n"
        "ok      cards       Every card told was opened, and no other; none came twice.\n"
        "\n"
        "The deal is as it should be.\n"
    )


def test_a_card_that_was_not_committed_to_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    form = played(viewer=1)
    form["openings"][3]["salt"] = "00" * 32
    assert run(tmp_path, form) == 1
    printed = capsys.readouterr().out
    assert "\nFAILED  openings    " in printed
    assert "\nok      cards       " in printed
    assert printed.endswith("\nThe deal is NOT as it should be.\n")


def test_json_is_one_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    form = played(viewer=1)
    form["events"][1]["dealt"] ^= 1
    assert run(tmp_path, form, "--json") == 1
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is False
    assert [check["name"] for check in told["checks"] if not check["ok"]] == ["choice"]
    assert {frozenset(check) for check in told["checks"]} == {
        frozenset({"name", "ok", "warning", "text"})
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no JSON: Expecting value"),
        ("{", "no JSON: Expecting property name"),
        ("[" * 100_000, "no JSON"),
        ("1" * 5000, "no JSON"),
        ("[]", "no history of a hand"),
        ('{"type": "snapshot"}', "no history of a hand"),
    ],
)
def test_a_file_that_is_no_history_ends_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    assert run(tmp_path, text) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("omaha8: ")
    assert f"hand.json: {said}" in captured.err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"events": []}, "The history has no event decks_committed."),
        ({"hand": 8}, "An event belongs to hand 7."),
    ],
)
def test_what_is_wrong_with_a_history_is_named(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: dict[str, Any],
    said: str,
) -> None:
    assert run(tmp_path, {**played(FOLDED), **change}) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert said in printed


@pytest.mark.parametrize("options", [(), ("--json",)])
@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"omaha8_hand": 9}, "the history: Object missing required field `table`"),
        ({**played(FOLDED), "omaha8_hand": 2}, "a history of kind 2; 1 can be checked here"),
        ({**played(FOLDED), "table": 5}, "the history: Expected `str`, got `int` - at `$.table`"),
        ({**played(FOLDED), "events": [{"type": "shown"}]}, "event 0 (shown): Object missing"),
    ],
)
def test_a_history_that_cannot_be_read_accuses_nobody(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    form: object,
    said: str,
    options: tuple[str, ...],
) -> None:
    assert run(tmp_path, form, *options) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"hand.json: this cannot be checked: {said}" in printed.err


@pytest.mark.parametrize(
    ("opening", "said"),
    [
        ({"salt": "xyz"}, "Expected 64 hexadecimal digits, 0-9 and a-f - at `$.openings[0].salt`"),
        ({"card": "1s"}, "Expected a card, as in As - at `$.openings[0].card`"),
        ({"path": ["00"] * 6}, "Expected 64 hexadecimal digits"),
    ],
)
def test_what_a_value_must_look_like_is_said_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], opening: dict[str, Any], said: str
) -> None:
    form = played(FOLDED, viewer=1)
    form["openings"][0] |= opening
    assert run(tmp_path, form) == 2
    err = capsys.readouterr().err
    assert f"this cannot be checked: the history: {said}" in err
    assert "regex" not in err


def test_cards_in_an_event_are_said_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    form = played(viewer=1)
    for event in form["events"]:
        if event["type"] == "board_dealt":
            event["cards"] = "AsK"
    assert run(tmp_path, form) == 2
    assert "(board_dealt): Expected cards, as in AsKd - at `$.cards`" in capsys.readouterr().err


def test_names_of_others_do_not_reach_the_terminal_raw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, played(FOLDED, shuffle=shuffled(["Ann", "\x1b[2Jx"]))) == 0
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "Ann, ?[2Jx." in printed
