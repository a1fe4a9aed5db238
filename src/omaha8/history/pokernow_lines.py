"""Reads one line of a PokerNow log (floor 3): the room's sentences, one pattern each."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from omaha8.history import pokernow_entries as e
from omaha8.rules.game import Chips, Seat

_PLAYER: Final = r'".*? @ ([^"\s]+)"'
_AMOUNT: Final = r"(\d{1,15}(?:\.\d{1,2})?)"
_CARD: Final = r"(?:10|[2-9TJQKA])[♠♥♦♣]"
_CARDS: Final = rf"\[?({_CARD}(?:,? \[?{_CARD})*)\]?"
_STACK: Final = rf"#([1-9]\d?) {_PLAYER} \({_AMOUNT}\)"
_POSTS: Final = "(?:miss(?:ed|ing) )?(?:small|big) blind|straddle|ante"

_Make = Callable[..., e.Entry]


def read_entry(text: str) -> e.Entry:
    """What a line says; `omaha8.history.pokernow_entries.Unknown` if that is not known."""
    text = text.strip()
    for pattern, make in _SENTENCES:
        found = pattern.fullmatch(text)
        if found is not None:
            return make(*found.groups())
    return e.Unknown(text)


def chips(text: str) -> Chips:
    """``0.25`` as 25; a number without decimals is one of smallest units already."""
    whole, point, part = text.partition(".")
    return Chips(int(whole) * 100 + int(f"{part:0<2}")) if point else Chips(int(whole))


def _cards(text: str) -> tuple[str, ...]:
    return tuple(re.findall(_CARD, text))


def _stacks(text: str) -> e.StacksListed:
    found = re.findall(_STACK, text)
    return e.StacksListed(
        tuple([e.Place(Seat(int(n) - 1), player, chips(stack)) for n, player, stack in found])
    )


def _with_stack(kind: Callable[[str, Chips], e.Entry]) -> _Make:
    return lambda player, stack: kind(player, chips(stack))


def _sentence(make: _Make, *pattern: str) -> tuple[re.Pattern[str], _Make]:
    return re.compile("".join(pattern)), make


_SENTENCES: Final = [
    # hands, the commonest sentences first
    _sentence(
        lambda player, action, to, all_in: e.Acted(player, action, chips(to or "0"), bool(all_in)),
        rf"{_PLAYER} (folds|checks|calls|bets|raises)(?: to)?(?: {_AMOUNT})?( and go all in)?",
    ),
    _sentence(
        lambda player, kind, amount, all_in: e.Posted(player, kind, chips(amount), bool(all_in)),
        rf"{_PLAYER} posts an? ({_POSTS}) of {_AMOUNT}( and go all in)?",
    ),
    _sentence(
        lambda number, name, game, dealer: e.HandBegins(int(number), game, dealer, name or ""),
        r"-- starting hand #(\d{1,9}) (?:\(id: (\w+)\))? *\((.+)\) ",
        rf"\((?:dealer: {_PLAYER}|dead button)\) --",
    ),
    _sentence(lambda number: e.HandEnds(int(number)), r"-- ending hand #(\d{1,9}) --"),
    _sentence(_stacks, r"Player stacks: (#[1-9].+)"),
    _sentence(lambda cards: e.OwnCards(_cards(cards)), rf"Your hand is {_CARDS}"),
    _sentence(
        lambda street, run, cards: e.BoardDealt(street, _cards(cards), 2 if run else 1),
        rf"(Flop|Turn|River)( \(second run\))?: +((?:{_CARD}(?:, )?)* ?\[.+\])",
    ),
    _sentence(lambda cards: e.BoardDealt("Undealt", _cards(cards)), r"Undealt cards: +(.*\[.+\])"),
    _sentence(
        lambda amount, player: e.Uncalled(player, chips(amount)),
        rf"Uncalled bet of {_AMOUNT} returned to {_PLAYER}",
    ),
    _sentence(
        lambda player, amount, hand, run: e.Collected(
            player, chips(amount), (hand or "").strip(), 2 if run else 1
        ),
        rf"{_PLAYER} collected {_AMOUNT} from pot",
        r"(?: with (.+?)( on the second run)? *\(combination: .+\))?",
    ),
    _sentence(
        lambda player, cards: e.Shown(player, _cards(cards)),
        rf"{_PLAYER} shows an? {_CARDS}\.?",
    ),
    _sentence(e.DeadSmallBlind, "Dead Small Blind"),
    # players
    _sentence(e.SeatRequested, rf"The player {_PLAYER} requested a seat\."),
    _sentence(e.RequestOver, rf"The player {_PLAYER} canceled the seat request\."),
    _sentence(
        lambda host, player: e.RequestOver(player),
        rf"The admin (?:{_PLAYER} )?rejected the seat request from the player {_PLAYER}\.",
    ),
    _sentence(
        _with_stack(e.Approved),
        rf"The admin approved the player {_PLAYER} participation with a stack of {_AMOUNT}\.",
    ),
    _sentence(
        _with_stack(e.Joined), rf"The player {_PLAYER} joined the game with a stack of {_AMOUNT}\."
    ),
    _sentence(
        _with_stack(e.StoodUp), rf"The player {_PLAYER} stand up with the stack of {_AMOUNT}\."
    ),
    _sentence(
        _with_stack(e.SatBack), rf"The player {_PLAYER} sit back with the stack of {_AMOUNT}\."
    ),
    _sentence(
        _with_stack(e.Quit), rf"The player {_PLAYER} quits the game with a stack of {_AMOUNT}\."
    ),
    _sentence(
        lambda player, before, after: e.IdChanged(before, after),
        rf"The player {_PLAYER} changed the ID from (\S+) to (\S+) because .+",
    ),
    # the host
    _sentence(
        lambda player, before, after: e.StackChanged(player, chips(before), chips(after)),
        rf"The admin updated the player {_PLAYER} stack from {_AMOUNT} to {_AMOUNT}\.",
    ),
    _sentence(
        lambda player, how, amount: e.StackChangeQueued(player, how, chips(amount)),
        rf"WARNING: the admin queued the stack change for the player {_PLAYER} ",
        rf"(adding|removing|reseting)(?: to)? {_AMOUNT} chips in the next hand\.",
    ),
    _sentence(
        lambda what, before, after: e.StakesChanged(what, chips(before), chips(after)),
        rf"The game's (small blind|big blind|ante) was changed from {_AMOUNT} to {_AMOUNT}\.",
    ),
    _sentence(
        e.HostActs,
        r"(The admin .+ enqueued the (?:removal of the player|game stop on next hand).*",
        r"|The admin .+ forced the player .+ to away mode in the next hand\.",
        r"|The player .+ passed the room ownership to .+)",
    ),
    # two boards
    _sentence(
        lambda player, text: e.RunTwice(text, player),
        rf"{_PLAYER} (chooses to .*run it twice)\.",
    ),
    _sentence(
        e.RunTwice,
        r"(Remaining players decide whether to run it twice",
        r"|(?:Some|All) players (?:in hand )?choose to .*run it twice)\.",
    ),
    _sentence(e.Notice, r"(IMPORTANT: .+)"),
]
