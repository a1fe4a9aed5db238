"""The logs of PokerNow: every kind of line, and files that are none."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Final

import pytest

from omaha8.history import pokernow_entries as e
from omaha8.history.pokernow import Log, LogError, read_log
from omaha8.history.pokernow_lines import chips, read_entry
from omaha8.rules.game import Chips, Seat

OWN: Final = Path(__file__).parents[1] / "data" / "home_game.csv"

LINES: Final[list[tuple[str, e.Entry]]] = [
    (
        (
            "-- starting hand #7 (id: q7w5e3)  (Pot Limit Omaha Hi/Lo 8 or Better) "
            '(dealer: "Ann @ a-1") --'
        ),
        e.HandBegins(7, "Pot Limit Omaha Hi/Lo 8 or Better", "a-1", "q7w5e3"),
    ),
    (
        "-- starting hand #8  (No Limit Texas Hold'em) (dead button) --",
        e.HandBegins(8, "No Limit Texas Hold'em", None),
    ),
    (
        'Player stacks: #1 "Ann @ a1" (25.00) | #10 "Bob | C @ b2" (0.05)',
        e.StacksListed((e.Place(Seat(0), "a1", Chips(2500)), e.Place(Seat(9), "b2", Chips(5)))),
    ),
    ('"Ann @ a1" posts a small blind of 0.10', e.Posted("a1", "small blind", Chips(10))),
    (
        '"Ann @ a1" posts a big blind of 0.25 and go all in',
        e.Posted("a1", "big blind", Chips(25), all_in=True),
    ),
    (
        '"Ann @ a1" posts a missing small blind of 5',
        e.Posted("a1", "missing small blind", Chips(5)),
    ),
    ('"Ann @ a1" posts a missed big blind of 10', e.Posted("a1", "missed big blind", Chips(10))),
    ('"Ann @ a1" posts a straddle of 20', e.Posted("a1", "straddle", Chips(20))),
    ('"Ann @ a1" posts an ante of 1', e.Posted("a1", "ante", Chips(1))),
    ("Dead Small Blind", e.DeadSmallBlind()),
    ("Your hand is A♠, 10♥, 2♦, K♣", e.OwnCards(("A♠", "10♥", "2♦", "K♣"))),
    ('"Ann @ a1" folds', e.Acted("a1", "folds")),
    ('"Ann @ a1" checks', e.Acted("a1", "checks")),
    ('"Ann @ a1" calls 1.50', e.Acted("a1", "calls", Chips(150))),
    ('"Ann @ a1" bets 9.77 and go all in', e.Acted("a1", "bets", Chips(977), all_in=True)),
    ('"Ann @ a1" raises to 3.5', e.Acted("a1", "raises", Chips(350))),
    ("Flop:  [A♠, 9♥, 4♠]", e.BoardDealt("Flop", ("A♠", "9♥", "4♠"))),
    ("River: A♠, 9♥, 4♠, 7♥ [J♦]", e.BoardDealt("River", ("A♠", "9♥", "4♠", "7♥", "J♦"))),
    (
        "Turn (second run): A♠, 9♥, 4♠ [10♦]",
        e.BoardDealt("Turn", ("A♠", "9♥", "4♠", "10♦"), run=2),
    ),
    ("Undealt cards: A♠, 9♥, 4♠ [7♥, J♦]", e.BoardDealt("Undealt", ("A♠", "9♥", "4♠", "7♥", "J♦"))),
    ('Uncalled bet of 0.15 returned to "Ann @ a1"', e.Uncalled("a1", Chips(15))),
    ('"Ann @ a1" collected 0.50 from pot', e.Collected("a1", Chips(50))),
    (
        (
            '"Ann @ a1" collected 2.50 from pot with low hand with six high '
            "(combination: A♠, 2♦, 3♣, 4♠, 6♥)"
        ),
        e.Collected("a1", Chips(250), "low hand with six high"),
    ),
    (
        (
            '"Ann @ a1" collected 9.00 from pot with Flush on the second run  '
            "(combination: A♠, Q♠, 10♠, 6♠, 3♠)"
        ),
        e.Collected("a1", Chips(900), "Flush", run=2),
    ),
    ('"Ann @ a1" shows a A♠, Q♣.', e.Shown("a1", ("A♠", "Q♣"))),
    ("-- ending hand #7 --", e.HandEnds(7)),
    ('The player "Ann @ a1" requested a seat.', e.SeatRequested("a1")),
    ('The player "Ann @ a1" canceled the seat request.', e.RequestOver("a1")),
    (
        'The admin "Bob @ b2" rejected the seat request from the player "Ann @ a1".',
        e.RequestOver("a1"),
    ),
    (
        'The admin approved the player "Ann @ a1" participation with a stack of 25.00.',
        e.Approved("a1", Chips(2500)),
    ),
    (
        'The player "Ann @ a1" joined the game with a stack of 25.00.',
        e.Joined("a1", Chips(2500)),
    ),
    ('The player "Ann @ a1" stand up with the stack of 25.00.', e.StoodUp("a1", Chips(2500))),
    ('The player "Ann @ a1" sit back with the stack of 25.00.', e.SatBack("a1", Chips(2500))),
    ('The player "Ann @ a1" quits the game with a stack of 0.00.', e.Quit("a1", Chips(0))),
    (
        'The player "Ann @ a1" changed the ID from a1 to z9 because authenticated login.',
        e.IdChanged("a1", "z9"),
    ),
    (
        'The admin updated the player "Ann @ a1" stack from 8.96 to 28.96.',
        e.StackChanged("a1", Chips(896), Chips(2896)),
    ),
    (
        (
            'WARNING: the admin queued the stack change for the player "Ann @ a1" '
            "removing 17.50 chips in the next hand."
        ),
        e.StackChangeQueued("a1", "removing", Chips(1750)),
    ),
    (
        "The game's big blind was changed from 0.20 to 0.25.",
        e.StakesChanged("big blind", Chips(20), Chips(25)),
    ),
    ('"Ann @ a1" chooses to  run it twice.', e.RunTwice("chooses to  run it twice", "a1")),
    (
        "Some players choose to not run it twice.",
        e.RunTwice("Some players choose to not run it twice"),
    ),
    *(
        (text, e.HostActs(text))
        for text in (
            'The player "Ann @ a1" passed the room ownership to "Bob @ b2".',
            'The admin "Bob @ b2" forced the player "Ann @ a1" to away mode in the next hand.',
            'The admin "Bob @ b2" enqueued the removal of the player "Ann @ a1".',
            'The admin "Bob @ b2" enqueued the game stop on next hand.',
        )
    ),
    ("IMPORTANT: spectator mode activated.", e.Notice("IMPORTANT: spectator mode activated.")),
]


@pytest.mark.parametrize(("text", "entry"), LINES, ids=[text[:40] for text, _ in LINES])
def test_a_line_is_read(text: str, entry: e.Entry) -> None:
    assert read_entry(text) == entry


@pytest.mark.parametrize(
    "text",
    [
        "",
        '"Ann @ a1" tips the dealer 1.00',
        '"Ann @ a1" posts a bounty of 5',
        '"Ann @ a1" bets 1.234',
        "The game's rake was changed from 0 to 5.",
        "-- starting hand #1 --",
        "Player stacks: nobody",
    ],
)
def test_a_line_that_is_not_known_is_kept_as_it_is(text: str) -> None:
    assert read_entry(text) == e.Unknown(text)


@pytest.mark.parametrize(
    ("name", "player"),
    [("Ann", "a1"), ('An "n" @ home', "a1"), ('x" folds', "a1"), ("ö|#1 (5)", "x-y")],
)
def test_a_name_may_hold_anything_the_id_counts(name: str, player: str) -> None:
    assert read_entry(f'"{name} @ {player}" folds') == e.Acted(player, "folds")
    listed = read_entry(f'Player stacks: #3 "{name} @ {player}" (1.00)')
    assert listed == e.StacksListed((e.Place(Seat(2), player, Chips(100)),))


@pytest.mark.parametrize(
    ("text", "amount"), [("0.05", 5), ("12.5", 1250), ("10", 10), ("0.00", 0), ("1965", 1965)]
)
def test_amounts_are_whole_smallest_units(text: str, amount: int) -> None:
    assert chips(text) == amount


# files


@pytest.fixture(scope="module")
def own() -> Log:
    return read_log(OWN)


def test_a_log_is_read_from_its_oldest_line_on(own: Log) -> None:
    hands = [entry.number for entry in own.entries if isinstance(entry, e.HandBegins)]
    assert hands == list(range(1, 20))
    assert [line.minute for line in own.lines] == sorted(line.minute for line in own.lines)
    assert own.name == "home_game"
    assert own.lines[0].line == len(own.lines) + 1


def test_the_own_log_has_every_kind_of_line(own: Log) -> None:
    kinds = {type(entry) for entry in own.entries}
    assert kinds == set(e.Entry.__subclasses__())
    posts = {entry.kind for entry in own.entries if isinstance(entry, e.Posted)}
    assert posts == {
        "small blind",
        "big blind",
        "missing small blind",
        "missed big blind",
        "straddle",
        "ante",
    }


def test_unknown_lines_are_reported_by_their_wording(own: Log) -> None:
    assert [(line.entry, line.line) for line in own.unknown] == [
        (e.Unknown('"Bob @ b2" tips the dealer 1.00'), 64)
    ]
    assert own.unknown_kinds() == {'"..." tips the dealer N': 1}


def test_gzipped_or_not_with_or_without_an_order(tmp_path: Path, own: Log) -> None:
    packed = tmp_path / "packed.csv.gz"
    packed.write_bytes(gzip.compress(OWN.read_bytes()))
    assert read_log(packed).lines == own.lines
    assert read_log(packed).name == "packed"
    bare = tmp_path / "bare.csv"
    rows = ["entry,at,order", "Dead Small Blind,,", "-- ending hand #1 --,never,x"]
    bare.write_text("\ufeff" + "\n".join(rows), "utf-8")
    assert list(read_log(bare).entries) == [e.HandEnds(1), e.DeadSmallBlind()]
    assert {line.minute for line in read_log(bare).lines} == {0}


@pytest.mark.parametrize(
    ("at", "minute"),
    [
        ("1970-01-02T00:01:59.123Z", 24 * 60 + 1),
        ("2024-13-01T00:00:00.000Z", 0),
        ("0000-01-01T00:00:00.000Z", 0),
        ("yesterday", 0),
    ],
)
def test_minutes_are_counted_from_1970(tmp_path: Path, at: str, minute: int) -> None:
    file = tmp_path / "at.csv"
    file.write_text(f"entry,at,order\nDead Small Blind,{at},1\n", "utf-8")
    assert [line.minute for line in read_log(file).lines] == [minute]


def test_a_row_with_too_many_columns_is_an_unknown_line(tmp_path: Path) -> None:
    file = tmp_path / "wide.csv"
    file.write_text("entry,at,order\nDead Small Blind,1,2,3\n\nDead Small Blind\n", "utf-8")
    assert list(read_log(file).entries) == [
        e.Unknown("Dead Small Blind"),
        e.Unknown("Dead Small Blind,1,2,3"),
    ]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "No such file"),
        (b"", "its columns are entry, at, order"),
        (b"hand,player\n1,2\n", "its columns are entry, at, order"),
        (b"entry,at,order\n\xff\xfe", "no text: invalid start byte at byte 15"),
        (b"\x1f\x8b broken", "gzip"),
        (b"entry,at,order\n" + b"x" * 140_000, "no CSV: field larger than field limit"),
    ],
)
def test_what_is_no_log_is_refused_by_its_name(
    tmp_path: Path, content: bytes | None, why: str
) -> None:
    file = tmp_path / "no.csv"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(LogError, match=f"no.csv: .*{why}"):
        read_log(file)
