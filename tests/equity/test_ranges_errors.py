"""A text that is no range: one error, at the character, which says what was expected."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from omaha8.equity.ranges import Range, RangeError, parse_range

# The caret stands under the first character of the error.
BAD = [
    ("", "^", "the range ends too early: a range such as A2"),
    ("AA,", "   ^", "the range ends too early"),
    ("AA,,KK", "   ^", "a range such as A2, AA23, $ds or 15% is expected, not ','"),
    ("AA:", "   ^", "the range ends too early"),
    (":AA", "^", "a range such as"),
    ("AA!", "   ^", "the range ends too early"),
    ("AA KK", "   ^", "as in AA,KK"),
    ("AA (KK)", "   ^", "',', ':', '!' or the end is expected"),
    ("(AA", "   ^", "or ')' is expected"),
    ("AA)", "  ^", "or the end is expected, not ')'"),
    ("()", " ^", "a range such as"),
    ("A#", " ^", "'#' means nothing here: a card"),
    ("1", "^", "'1' means nothing here"),
    ("A٣", " ^", "means nothing here"),
    ("AAAAA", "    ^", "an Omaha hand has four cards"),
    ("AxAyxyz", "      ^", "an Omaha hand has four cards"),
    ("AsKhAs", "    ^", "As stands twice"),
    ("AA:As As", "      ^", "As stands twice"),
    ("KK,AxAx", "   ^", "no hand fits 'AxAx'"),
    ("RRRRR", "    ^", "four cards"),
    ("A2-5", "  ^", "same number of cards"),
    ("AK-QT", "  ^", "go the same number of steps"),
    ("AxKx-AyTy", "    ^", "differ in named ranks only"),
    ("A2-AR", "  ^", "differ in named ranks only"),
    ("AA-15%", "   ^", "',', ':', '!' or the end is expected"),
    ("**+", "  ^", "needs a named rank that can rise"),
    ("R-", " ^", "needs a named rank that can fall"),
    ("TT++", "   ^", "or the end is expected"),
    ("TT+9", "   ^", "or the end is expected"),
    ("[", " ^", "a rank (2-9, T, J, Q, K, A) or a suit (c, d, h, s) in the list"),
    ("[]", " ^", "a rank (2-9, T, J, Q, K, A) or a suit"),
    ("[A,]", "   ^", "a rank (2-9"),
    ("[A,x]", "   ^", "a rank (2-9"),
    ("[A,2", "    ^", "a rank (2-9"),
    ("[As-Tc]", "   ^", "same suit"),
    ("]", "^", "a range such as"),
    ("{A2", "   ^", "a card or '}' is expected"),
    ("{}", " ^", "a card"),
    ("{A{2}}", "  ^", "braces cannot stand in braces"),
    ("}", "^", "a range such as"),
    ("A$q", " ^", "one of $B, $R"),
    ("$", "^", "one of $B, $R"),
    ("A$NP", " ^", "write $np for the kind of hand, or P$N for the two cards"),
    ("$dsAA", "   ^", "':' before a card is expected"),
    ("AA@", "   ^", "a number is expected after '@'"),
    ("AA@x", "   ^", "a number is expected after '@'"),
    ("AA@0", "  ^", "more than 0 and at most 100"),
    ("AA@101", "  ^", "more than 0 and at most 100"),
    ("AA@5@6", "    ^", "not '@6'"),
    ("(AA@5)@6", "      ^", "it has weights already"),
    ("AA@5,KK", "       ^", "a weight ('@50') is expected"),
    ("AA,KK@5", "  ^", "a weight is expected before this ','"),
    ("AA@5,KK:QQ!JJ,TT@4", "             ^", "a weight ('@50') is expected"),
    ("AA:(KK@5)", "      ^", "only what stands first may have weights"),
    ("AA!(KK@5)", "      ^", "only what stands first may have weights"),
    ("!(KK@5)", "    ^", "only what stands first may have weights"),
    ("@5", "^", "a range such as"),
    ("101%", "^", "at most 100%"),
    ("5%-101%", "   ^", "at most 100%"),
    ("50%-5%", "    ^", "a percentage of at least 50%"),
    ("5%-", "   ^", "a percentage such as 50%"),
    ("5%-KK", "   ^", "a percentage such as 50%"),
    ("15%6h", "   ^", "or the end is expected"),
    ("%", "^", "means nothing here"),
    ("A\nK", "  ^", "as in AA,KK"),
    ("(" * 60 + "AA" + ")" * 60, " " * 50 + "^", "at most 50 deep"),
]


@pytest.mark.parametrize(("text", "caret", "expected"), BAD, ids=[repr(b[0])[:20] for b in BAD])
def test_the_error_points_at_the_character_and_says_what_was_expected(
    text: str, caret: str, expected: str
) -> None:
    with pytest.raises(RangeError) as raised:
        parse_range(text)
    error = raised.value
    assert expected in error.reason
    assert "\n" not in error.reason
    assert (error.text, error.at) == (text, len(caret) - 1)


def test_the_message_shows_the_text_with_a_caret() -> None:
    with pytest.raises(RangeError) as raised:
        parse_range("A2-A5:$xx")
    first, text, caret = str(raised.value).split("\n")
    assert first.endswith("is expected (character 7)")
    assert (text, caret) == ("  A2-A5:$xx", "        ^")


def test_of_a_long_text_the_part_around_the_character_is_shown() -> None:
    with pytest.raises(RangeError) as raised:
        parse_range("AA," * 500 + "?" + ",KK" * 500)
    _, text, caret = str(raised.value).split("\n")
    assert len(text) < 90
    assert text[caret.index("^")] == "?"
    assert text.startswith("  ...")
    assert text.endswith("...")


def test_what_cannot_be_printed_does_not_move_the_caret() -> None:
    with pytest.raises(RangeError) as raised:
        parse_range("A♠\tK♠\x1b[31m")
    _, text, caret = str(raised.value).split("\n")
    assert text == "  A♠·K♠·[31m"
    assert caret.index("^") == text.index("·[")


def attempt(text: str) -> Range | RangeError:
    try:
        return parse_range(text)
    except RangeError as error:
        return error


LETTERS = st.text("AKQJT98765432shdcwxyzRONP*$[]{}(),:!@+-%.01bdgnpWBL ", max_size=24)
PIECES = st.lists(
    st.sampled_from(
        [*"(),:!@-+[]{}K", "AA", "$ds", "$W", "[A-5]", "{A2*}", "xxyy", "As", "RRON", "@5", "15%"]
    ),
    max_size=8,
).map("".join)


@settings(max_examples=200, deadline=None)
@given(st.one_of(LETTERS, PIECES, st.text(max_size=12)))
@example("((((((((((")
@example("$" * 40)
@example("!" * 5000 + "AA")
@example("A" + "+-" * 50)
def test_any_text_is_a_range_or_a_range_error(text: str) -> None:
    found = attempt(text)
    if isinstance(found, RangeError):
        assert 0 <= found.at <= len(text)
        assert found.reason
        assert str(found).count("\n") == 2
    else:
        assert parse_range(found.text) == found


def test_a_syntax_error_needs_no_numpy() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from omaha8.equity.ranges import RangeError, parse_range\n"
        "try:\n    parse_range('AA,')\nexcept RangeError:\n    print('no numpy')"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "no numpy\n"
