"""Names of players: what is drawn, on one line, and nobody else's."""

from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omaha8.room.names import LONGEST_NAME, NAMELESS, name_key, numbered, shown_name
from tests.room.persons import opened

INVISIBLE = (
    "\u3164\u2800\u115f\u1160\uffa0\u200b\u200d\u2060\ufeff\u202e\u2066\u00ad\u034f\ufe0f\u0301"
)


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("  Ann\tLee ", "Ann Lee"),
        (None, "Guest"),
        ("<b>Ann</b>", "<b>Ann</b>"),  # the page shows text, not markup
        ("Zoë ♠", "Zoë ♠"),
        ("Zoe\u0308", "Zoë"),
        ("Ａｎｄｙ", "Andy"),
        ("न\u093fध\u093f", "न\u093fध\u093f"),  # vowels that stand on consonants
        ("x" * 50, "x" * 20),
        ("Bea", "Bea 2"),
        ("BEA", "BEA 3"),
        ("B e\u2003a", "B e a 3"),
        ("Ｂｅａ", "Bea 3"),
        ("Be\u200ba", "Bea 3"),
        ("Bea2", "Bea2 2"),
        ("y" * 20, "y" * 18 + " 2"),
        ("a\u202eb\u0000c", "ab c"),
        ("\u0301\u0301Ann", "Ann"),
        ("q" + "\u0323" * 40, "q\u0323\u0323\u0323"),
    ],
)
async def test_names(wanted: str | None, name: str) -> None:
    people = await opened()
    for taken in ("bea", "Bea 2" if wanted != "Bea" else "Ben", "y" * 20):
        await people.guest(taken)
    assert (await people.guest(wanted)).person.name == name


@pytest.mark.parametrize("char", INVISIBLE, ids=lambda char: f"U+{ord(char):04X}")
def test_what_is_not_drawn_is_no_name_and_makes_no_other_one(char: str) -> None:
    assert shown_name(char * 5) == NAMELESS
    again = f"{char}Ann{char if category(char) != 'Mn' else ''}"
    assert name_key(shown_name(again)) == name_key("ANN")


def test_no_character_alone_is_a_name_without_a_letter_a_digit_or_a_sign() -> None:
    for code in (*range(0x10000), *range(0xE0000, 0xE1000)):
        name = shown_name(chr(code))
        assert any(category(char)[0] in "LNPS" for char in name), f"U+{code:04X}"
        assert all(category(char)[0] != "C" for char in name), f"U+{code:04X}"


@given(st.text(max_size=40), st.integers(2, 10**9))
def test_every_name_fits_and_stays_as_it_is(wanted: str, number: int) -> None:
    name = shown_name(wanted)
    for one in (name, numbered(name, number)):
        assert 0 < len(one) <= LONGEST_NAME
        assert one == one.strip() == shown_name(one)
        assert name_key(one)
    assert name_key(numbered(name, number)) != name_key(numbered(name, number + 1))


async def test_a_second_ann_is_told_apart() -> None:
    people = await opened()
    wanted = ("Ann", "Ａnn", "a\u200bnn\u3164")
    assert [(await people.guest(name)).person.name for name in wanted] == ["Ann", "Ann 2", "ann 3"]


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("Ann", "Аnn"),
        ("boss", "bоss"),
        ("BOSS", "B0SS"),
        ("Dealer", "DeaIer"),
        ("Paul", "Pau1"),
        ("Max", "Μax"),
        ("Ian", "ian"),
    ],
)
def test_names_that_are_drawn_alike_are_the_same(name: str, like: str) -> None:
    assert name_key(name) == name_key(like)


@pytest.mark.parametrize(("name", "other"), [("Ali", "All"), ("Ian", "Lan"), ("Bob 1", "Bob 2")])
def test_names_that_can_be_told_apart_are_not(name: str, other: str) -> None:
    assert name_key(name) != name_key(other)
