"""What the next hand is played by that this one is not, in words (floor 5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from omaha8.room.rules_form import OptionForm, rules_form
from omaha8.room.settings import RoomSettings
from omaha8.room.shown import ChangeView
from omaha8.rules.game import Game
from omaha8.rules.house import HouseRules
from omaha8.rules.options import AnteRule, FractionalAnte, Kill, Rake, Straddle
from omaha8.table import PublicTable
from omaha8.table.setup import short_title, title

_AMOUNTS: Final = ("small_blind", "big_blind", "big_bet", "ante", "spread_max")
_KILLS: Final = (Kill.OFF, Kill.OPTIONAL, Kill.HALF, Kill.FULL)
"""The dearer the later."""
_NEVER_TOLD: Final = "allowed_structures"
"""It says which tables may be opened; those that are open have their structure."""


def coming_changes(table: PublicTable) -> tuple[ChangeView, ...]:
    """The changes that wait for the next hand; what is not in them stays.

    Rules that make no difference there are left out.
    """
    coming = table.next_rules
    if coming is None:
        return ()
    game, was = _games(coming.games, coming.rules), _games(table.games, table.rules)
    bring = f"{coming.min_buy_in} to {coming.max_buy_in}"
    brought = f"{table.min_buy_in} to {table.max_buy_in}"
    return (
        *([ChangeView("Game", game, was)] if game != was else ()),
        *([ChangeView("Buy-in", bring, brought)] if bring != brought else ()),
        *_options(coming.rules, table.rules, coming.games),
    )


def clock_changes(now: RoomSettings, coming: RoomSettings) -> tuple[ChangeView, ...]:
    """What the next hand changes of the times."""
    if coming is now:
        return ()
    changes = (
        ("Time to act", coming.think_time, now.think_time),
        ("Time bank", coming.time_bank, now.time_bank),
    )
    return tuple(ChangeView(what, _time(to), _time(was)) for what, to, was in changes if to != was)


def _time(seconds: float) -> str:
    return f"{seconds:g} seconds" if seconds else "none"


def costs_more(table: PublicTable) -> bool:
    """Whether a hand may cost more by the rules that wait for the next one."""
    coming = table.next_rules
    if coming is None:
        return False
    new, old = _prices(coming.rules, coming.games), _prices(table.rules, table.games)
    return any(after > before for after, before in zip(new, old, strict=True))


def _prices(rules: HouseRules, games: tuple[Game, ...]) -> tuple[int, ...]:
    """What a hand costs, in numbers of which none may rise: the most of all games."""
    rake = rules.rake
    return (
        *(max(getattr(game, name) for game in games) for name in _AMOUNTS),
        (AnteRule.NONE, AnteRule.BIG_BLIND).index(rules.ante)
        if isinstance(rules.ante, AnteRule)
        else len(AnteRule),
        _KILLS.index(rules.kill),
        int(rules.straddle is not Straddle.OFF),
        *((rake.per_mille, rake.cap) if isinstance(rake, Rake) else (0, 0)),
    )


def _games(games: tuple[Game, ...], rules: HouseRules) -> str:
    if len(games) == 1:
        return title(games[0], rules)
    return f"Mixed: {', '.join(short_title(game, rules) for game in games)}"


def _options(new: HouseRules, old: HouseRules, games: tuple[Game, ...]) -> Iterator[ChangeView]:
    structure = "mixed" if len(games) > 1 else str(games[0].structure)
    for form in _forms():
        after, before = getattr(new, form.name), getattr(old, form.name)
        if after != before and _matters(form, structure, new, old):
            now, was = value_in_words(form, after), value_in_words(form, before)
            yield ChangeView(form.title, now, was)


@cache
def _forms() -> tuple[OptionForm, ...]:
    return tuple(
        form for form in rules_form().options if not form.fixed and form.name != _NEVER_TOLD
    )


def _matters(form: OptionForm, structure: str, *rules: HouseRules) -> bool:
    """Whether the option is ever asked for, by one of these rules at least."""
    if form.structures and structure not in form.structures:
        return False
    return any(
        all(getattr(each, other) not in values for other, values in form.unless.items())
        for each in rules
    )


def value_in_words(form: OptionForm, value: Any) -> str:
    """The value of an option as it stands in a sentence: ``nobody``, ``10 to 30``, ``yes``."""
    if form.empty is not None and value == form.empty.value:
        return _lower(form.empty.meaning)
    match value:
        case bool():
            return "yes" if value else "no"
        case Rake(per_mille=per_mille, cap=cap):
            return f"{per_mille / 10:g} percent of a pot, at most {cap} chips a hand"
        case FractionalAnte(fraction_of_small_bet=fraction, where=where):
            return f"everybody, {fraction} of the small bet ({where})"
        case (int() as low, int() as high):
            return f"{low} to {high}"
        case tuple():
            return ", ".join(_meaning(form, part) for part in value) or "none"
        case dict():
            return ", ".join(f"{small} at {bet}" for bet, small in value.items()) or "none"
        case _:
            return _meaning(form, value)


def _meaning(form: OptionForm, value: object) -> str:
    found = next((choice.meaning for choice in form.choices if choice.value == value), None)
    return str(value) if found is None else _lower(found)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
