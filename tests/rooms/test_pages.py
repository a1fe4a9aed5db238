"""``docs/rooms``: every statement of a room is carried by something and shown by a test.

The options of ``robert`` and ``tda``, which are no rooms, are explained in ``docs/house-rules.md``.
"""

from __future__ import annotations

from typing import Final

import pytest

from omaha8.rules.presets import PRESET_NAMES, find_preset
from tests.rooms.pages import ROOT, faults, named_tests, stated_options, statements

FOLDER: Final = ROOT / "docs" / "rooms"
ROOMS: Final = tuple(name for name in PRESET_NAMES if name not in ("robert", "tda"))
PAGES: Final = {name: (FOLDER / f"{name}.md").read_text("utf-8") for name in ROOMS}
HEADER: Final = "| statement | carried by | shown by |\n| --- | --- | --- |\n"
SHOWN: Final = "`tests/rooms/test_pages.py::test_a_page_has_no_fault`"


def test_every_room_has_its_page() -> None:
    assert sorted(page.stem for page in FOLDER.glob("*.md")) == sorted(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_a_page_has_no_fault(room: str) -> None:
    assert faults(PAGES[room], find_preset(room)) == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_page_states_everything_once_and_tells_the_traps(room: str) -> None:
    stated, heading, trapped = PAGES[room].partition("## Traps")
    assert heading
    texts = [[statement.text for statement in statements(part)] for part in (stated, trapped)]
    assert all(texts)
    assert len({*texts[0], *texts[1]}) == len(texts[0]) + len(texts[1])


@pytest.mark.parametrize("room", ROOMS)
def test_every_test_of_a_room_is_named_by_its_page(room: str) -> None:
    named = {node for statement in statements(PAGES[room]) for node in statement.shown_by}
    files = sorted((ROOT / "tests" / "rooms").glob(f"test_{room.replace('-', '_')}*.py"))
    assert files
    for file in files:
        path = file.relative_to(ROOT).as_posix()
        assert {f"{path}::{name}" for name in named_tests(path)} - named == set()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("| A | `fl_max_bets: 4` | |", "A: no test shows it"),
        (f"| A | | {SHOWN} |", "A: nothing carries it"),
        (f"| A | `fl_max_bets: 3` | {SHOWN} |", "A: fl_max_bets is 4, not 3"),
        (f"| A | `max_bets: 4` | {SHOWN} |", "A: there is no option max_bets"),
        (f"| A | `kill=double` | {SHOWN} |", "A: kill: 'double' is no value of it; allowed: "),
        (f"| A | `kills=full` | {SHOWN} |", "A: cannot read 'kills=full'"),
        (f"| A | `omaha8.hand.nothing` | {SHOWN} |", "A: there is no omaha8.hand.nothing"),
        (f"| A | `omaha9.hand` | {SHOWN} |", "A: omaha9.hand is neither"),
        (
            "| A | `fl_max_bets: 4` | `tests/rooms/test_pages.py::test_none` |",
            "A: there is no test tests/rooms/test_pages.py::test_none",
        ),
        (
            "| A | `fl_max_bets: 4` | `tests/rooms/no_file.py::test_none` |",
            "A: there is no test tests/rooms/no_file.py::test_none",
        ),
        ("| A | `fl_max_bets: 4` | `test_none` |", "A: test_none is no test: path::name"),
    ],
)
def test_what_is_wrong_with_a_statement_is_found(line: str, fault: str) -> None:
    pokerstars = find_preset("pokerstars")
    found = faults(HEADER + line, pokerstars)
    assert found[0].startswith(fault)
    # The options that this page of one line leaves out.
    assert len(found) == 1 + len(stated_options(pokerstars)) - ("`fl_max_bets: " in line)


def test_an_option_that_a_preset_states_must_be_on_its_page() -> None:
    page = PAGES["card-room"]
    for option, line in (("straddle", "`straddle: utg`"), ("kill", "`kill: off, optional, ")):
        assert line in page
        cut = page.replace(line, "`omaha8.cards`, `kill_acts=in_turn`, `")
        assert f"the option {option} is on no line" in faults(cut, find_preset("card-room"))
