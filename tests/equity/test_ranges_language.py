"""Spans, lists, macros and spelling: texts that must mean the same."""

from __future__ import annotations

import pytest

from omaha8.equity.range_cursor import Cursor
from omaha8.equity.range_pattern import pattern_text, read_cards
from omaha8.equity.ranges import parse_range, range_of_hands

SPANS = {
    "A2-A5": "A2, A3, A4, A5",
    "A5-A2": "A5, A4, A3, A2",
    "KK-TT": "KK, QQ, JJ, TT",
    "JT98-8765": "JT98, T987, 9876, 8765",
    "AxKx-AxTx": "AxKx, AxQx, AxJx, AxTx",
    "A2**-A4**": "A2**, A3**, A4**",
    "AA23-AA45": "AA23, AA34, AA45",
    "AA-AA": "AA",
    "A-T": "A, K, Q, J, T",
    "As2s-As4s": "As2s, As3s, As4s",
    "Rx2x-Rx4x": "Rx2x, Rx3x, Rx4x",
    "[A-K]2-[A-K]4": "[A-K]2, [A-K]3, [A-K]4",
    "{A2*}-{A4*}": "{A2*}, {A3*}, {A4*}",
    "KK+": "KK, AA",
    "T8+": "T8, J9, QT, KJ, AQ",
    "AT+": "AT, AJ, AQ, AK",
    "A9T+": "A9T, ATJ, AJQ, AQK",
    "AA+": "AA",
    "QsJs+": "QsJs, KsQs, AsKs",
    "K$W+": "K$W, A$W",
    "664-": "664, 553, 442",
    "A4-": "A4, K3, Q2",
    "22-": "22",
    "3x*x-": "3x*x, 2x*x",
}

SAME = [
    ("A2-A5", "A[2-5]"),
    ("A2-A5", "A[5-2]"),
    ("A2-A5", "A[2,3,4,5]"),
    ("A2-A5", "A[2345]"),
    ("A2-A5", "A2,A3,A4,A5"),
    ("A2-A5", "a2 - a5"),
    ("KK+", "AA,KK"),
    ("[T+]", "[A-T]"),
    ("[T+]", "[T-A]"),
    ("[T+]", "$R"),
    ("[A-5]", "[AKQJT98765]"),
    ("[A,2-5]", "$W"),
    ("[4-]", "[432]"),
    ("[K-J]s", "[Ks-Js]"),
    ("[K-J]s", "[KsQsJs]"),
    ("[A,$M]", "[A,T,9,8,7]"),
    ("A[s,h]", "[As,Ah]"),
    ("A[s,h]", "As,Ah"),
    ("[s,h]", "s,h"),
    ("[As,Kd,Qh,Jc]", "As,Kd,Qh,Jc"),
    ("A2", "A2**"),
    ("A2", "2*A*"),
    ("*", "****"),
    ("*", "!(AA:KK:QQ)"),
    ("AA$ds", "AA:$ds"),
    ("AA$ds$np", "AA:$ds:$np"),
    ("(AA,KK)$ss", "AA$ss,KK$ss"),
    ("AA:$ds", "AA:xxyy"),
    ("$DS", "$ds"),
    ("$b$w", "$B$W"),
    ("AxAyxy", "AA:xxyy"),
    ("axayXY", "AxAyxy"),
    ("AwKw", "AxKx"),
    ("RROO", "NNPP"),
    ("As2sKhQd", "qd kh 2s as"),
    ("As2sKhQd", "A♠2♠K♥Q♦"),
    ("As2sKhQd", "A♠\ufe0e 2♤ K♡ Q♢"),
    ("T8", "108"),
    ("Ts", "10s"),
    (" AA ,\n\tKK ", "AA,KK"),
    ("!!AA", "AA"),
    ("AA!!KK", "AA:KK"),
    ("AA:!KK", "AA!KK"),
    ("AA:xxyy,JJ!JJJ,KK", "(AA:xxyy),(JJ!JJJ),KK"),
    ("AA!AAA!KK", "(AA!AAA)!KK"),
    ("AA!KK:$ds", "(AA!KK):$ds"),
    ("!AA:KK", "(!AA):KK"),
    ("AA,KK:$ds", "AA,(KK:$ds)"),
    ("{AKQJ}", "AKQJ"),
]


@pytest.mark.parametrize(("span", "patterns"), SPANS.items())
def test_a_span_is_its_patterns(span: str, patterns: str) -> None:
    read = read_cards(Cursor(span))
    assert ", ".join(pattern_text(pattern) for pattern in read.patterns) == patterns
    assert parse_range(span) == parse_range(patterns)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_ways_to_say_it(one: str, other: str) -> None:
    assert parse_range(one) == parse_range(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AA", "AAA"),
        ("AKs", "AsKs"),
        ("$Np", "$np"),
        ("(AA,KK):$ds", "AA,KK:$ds"),
        ("!AA:KK", "!(AA:KK)"),
        ("[A-5]", "$W"),
        ("ssxx", "yyxx"),
        ("AARR", "OORR"),
    ],
)
def test_what_is_not_the_same(one: str, other: str) -> None:
    assert parse_range(one) != parse_range(other)


@pytest.mark.parametrize("text", ["AA23", "A2:$ds!AAA", "RxRyOxOy"])
def test_the_hands_of_a_range_written_out_are_the_range(text: str) -> None:
    found = parse_range(text)
    written = range_of_hands(found)
    assert written == found
    assert parse_range(written.text) == found
