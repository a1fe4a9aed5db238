"""A hand as one line of text (floor 3).

``plo8 1/2 b0 200*3 | r7 c f``: the game, the blinds, the button's seat, the stack of each seat from
seat 0 on, then the actions. The whole grammar is in ``docs/notation.md``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from omaha8.cards import Card, deck_from_seed, format_cards, parse_cards
from omaha8.hand.actions import CALL, CHECK, FOLD, MUCK, SHOW, Action, BetTo, RaiseTo
from omaha8.hand.dealer import Dealer
from omaha8.hand.events import (
    Bet,
    BoardDealt,
    Called,
    Checked,
    Event,
    Folded,
    HandEnded,
    HandStarted,
    HoleDealt,
    Mucked,
    Posted,
    PostKind,
    Raised,
    Raked,
    Shown,
)
from omaha8.hand.hand import Hand
from omaha8.hand.legal import Legal
from omaha8.hand.posts import Post, standard_posts
from omaha8.hand.public import PublicHand
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import OPTION_NAMES, ROBERT, HouseRules, replace
from omaha8.rules.options import Burn, Structure
from omaha8.rules.options import Muck as MuckRule
from omaha8.rules.presets import PRESET_NAMES, find_rules

_GAME: Final = re.compile(r"(fl|pl|nl|s)o(8|85|86)$", re.IGNORECASE)
_AMOUNT: Final = r"(\d+)"
_POST: Final = re.compile(r"([a-z_]+)(\d+)=(\d+)(?:\+(\d+))?$")
_HOLE: Final = re.compile(r"(\d+):(.+)$")
_SEED_OF_NO_CARDS: Final = bytes(32)


class NotationError(ValueError):
    """A line is not a hand; the message names the word at fault and what is allowed there."""


_WORDS: Final[dict[str, Action]] = {"f": FOLD, "s": SHOW, "m": MUCK}


def play(line: str, deck: Sequence[Card] | None = None) -> Hand:
    """The hand that a line describes, played as far as the line goes.

    A line that names no cards is dealt from ``deck``, or, without one, from
    ``deck_from_seed(bytes(32))``. Of a line that names some, the rest is unknown. Raises
    `NotationError` for a line that is none, `IllegalAction` for an action the rules refuse, and
    what `Hand` raises.
    """
    head, bar, tail = line.partition("|")
    if not bar:
        raise NotationError("a hand is written as GAME STAKES bBUTTON STACKS | ACTIONS; no | here")
    words = head.split()
    if len(words) < 4:
        raise NotationError(
            "before the | stand a game, stakes, button and stacks: plo8 1/2 b0 200*3"
        )
    structure, hole_cards = _parse_game(words[0])
    button = _parse_button(words[2])
    stacks = _parse_stacks(words[3])
    rules, posts, holes, board, settings = _parse_extras(words[4:])
    game = _parse_stakes(words[1], structure, hole_cards)
    source: Sequence[Card] | Dealer
    if holes or board is not None:
        burns = rules.burn is Burn.BEFORE_EACH_BOARD_STREET
        source = Dealer.known(holes, board or (), game.hole_cards, burns)
        for seat in holes:
            if seat >= len(stacks) or not stacks[seat]:
                raise NotationError(f"hole cards for seat {seat}, where nobody has chips")
    else:
        source = deck if deck is not None else deck_from_seed(_SEED_OF_NO_CARDS)
    hand = Hand(
        rules,
        game,
        stacks,
        button,
        source,
        posts=posts,
        final_two="final_two" in settings,
        rake=settings.get("rake"),
    )
    for word in tail.replace("/", " ").split():
        if word[0] == "s" and word[1:].isdecimal():
            hand.show(Seat(int(word[1:])))
        else:
            hand.apply(parse_action(word, hand.legal))
    return hand


def parse_action(word: str, legal: Legal | None = None) -> Action:
    """``f``, ``c`` (check or call), ``r24`` (bet or raise to 24), ``s`` show, ``m`` muck.

    ``legal`` decides between check and call, bet and raise; without it they are call and raise.
    """
    simple: Action | None = _WORDS.get(word)
    if simple is not None:
        return simple
    if word == "c":
        return CHECK if legal is not None and legal.to_call == 0 else CALL
    if word[0] == "r" and word[1:].isdecimal():
        to = int(word[1:])
        return RaiseTo(Chips(to)) if legal is None else legal.wager(to)
    raise NotationError(f"no action {word!r}; actions are f, c, r24 (a total), s, m")


def format_action(action: Action) -> str:
    """The word of an action: ``f``, ``c``, ``r24``, ``s``, ``m``."""
    if isinstance(action, BetTo | RaiseTo):
        return f"r{action.to}"
    return {FOLD: "f", CHECK: "c", CALL: "c", SHOW: "s", MUCK: "m"}[action]


def write(events: Sequence[Event]) -> str:
    """The line of a hand, from its events or a viewer's; `play` makes the same events of it.

    Cards that the events do not show are left out.
    """
    start = events[0]
    if not isinstance(start, HandStarted):
        raise ValueError("the events of a hand begin with hand_started")
    words = [
        _game_word(start.game),
        _stakes_word(start.game),
        f"b{start.button}",
        _stacks_word(start.stacks),
    ]
    words += _rules_words(start.rules)
    if start.final_two:
        words.append("final_two")
    posted = [event for event in events if isinstance(event, Posted)]
    usual = standard_posts(start.rules, start.game, start.stacks, start.button)
    if len(posted) != len(usual) or not all(map(_pays, posted, usual)):
        words += [_post_word(event, start.game) for event in posted] or ["posts=none"]
    words += _rake_words(events)
    words += _card_words(events)
    return " ".join(words) + " | " + " ".join(_action_words(events))


# the words before the bar


def _parse_game(word: str) -> tuple[Structure, int]:
    found = _GAME.match(word)
    if found is None:
        raise NotationError(
            f"no game {word!r}; games are flo8, plo8, nlo8, so8 (spread), and with five or six "
            f"hole cards plo85, plo86"
        )
    short = found[1].lower()
    structure = Structure.SPREAD if short == "s" else Structure(short)
    return structure, int(found[2][1:] or 4)


def _game_word(game: Game) -> str:
    short = "s" if game.structure is Structure.SPREAD else str(game.structure)
    return f"{short}o8{'' if game.hole_cards == 4 else game.hole_cards}"


def _parse_stakes(word: str, structure: Structure, hole_cards: int) -> Game:
    found = re.fullmatch(
        rf"{_AMOUNT}/{_AMOUNT}(?::{_AMOUNT}/{_AMOUNT})?(?:\.\.{_AMOUNT})?(?:a{_AMOUNT})?", word
    )
    if found is None:
        raise NotationError(
            f"no stakes {word!r}; blinds 1/2, and where they differ from that bets 1/2:2/4, the "
            f"largest bet of spread limit 5/10:10/10..30, an ante 1/2a1"
        )
    amounts = [None if n is None else Chips(int(n)) for n in found.groups()]
    small, big, bet, big_bet, largest, ante = amounts
    assert small is not None
    assert big is not None
    doubled = Chips(2 * big) if structure is Structure.FIXED_LIMIT else big
    return Game(
        structure=structure,
        small_blind=small,
        big_blind=big,
        small_bet=bet or big,
        big_bet=big_bet or doubled,
        ante=ante or Chips(0),
        spread_max=(largest or big) if structure is Structure.SPREAD else Chips(0),
        hole_cards=hole_cards,
    )


def _stakes_word(game: Game) -> str:
    word = f"{game.small_blind}/{game.big_blind}"
    doubled = 2 * game.big_blind if game.structure is Structure.FIXED_LIMIT else game.big_blind
    if (game.small_bet, game.big_bet) != (game.big_blind, doubled):
        word += f":{game.small_bet}/{game.big_bet}"
    if game.structure is Structure.SPREAD:
        word += f"..{game.spread_max}"
    return word + (f"a{game.ante}" if game.ante else "")


def _parse_button(word: str) -> int:
    if not re.fullmatch(r"b\d+", word):
        raise NotationError(f"no button {word!r}; it is b and a seat from 0 on, as in b0")
    return int(word[1:])


def _parse_stacks(word: str) -> list[int | None]:
    stacks: list[int | None] = []
    for part in word.split(","):
        found = re.fullmatch(r"(-|\d+)(?:\*(\d+))?", part)
        if found is None or len(stacks) + int(found[2] or 1) > 52:
            raise NotationError(
                f"no stacks {word!r}; as in 200*3 or 200,-,150 (- is an empty seat)"
            )
        stacks += [None if found[1] == "-" else int(found[1])] * int(found[2] or 1)
    return stacks


def _stacks_word(stacks: Sequence[Chips | None]) -> str:
    parts: list[tuple[str, int]] = []
    for stack in stacks:
        text = "-" if stack is None else str(stack)
        if parts and parts[-1][0] == text:
            parts[-1] = (text, parts[-1][1] + 1)
        else:
            parts.append((text, 1))
    return ",".join(text if count == 1 else f"{text}*{count}" for text, count in parts)


def _parse_extras(
    words: Sequence[str],
) -> tuple[
    HouseRules,
    list[Post] | None,
    dict[Seat, tuple[Card, ...] | None],
    tuple[Card, ...] | None,
    dict[str, int],
]:
    rules, changes = ROBERT, dict[str, Any]()
    posts: list[Post] | None = None
    holes: dict[Seat, tuple[Card, ...] | None] = {}
    board: tuple[Card, ...] | None = None
    settings: dict[str, int] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if word == "final_two":
            settings["final_two"] = 1
        elif word == "posts=none":
            posts = []
        elif word.startswith("board:"):
            board = parse_cards(word.removeprefix("board:"))
        elif found := _HOLE.match(word):
            holes[Seat(int(found[1]))] = parse_cards(found[2])
        elif equals and name == "rake" and value.isdecimal():
            settings["rake"] = int(value)
        elif equals and name in OPTION_NAMES:
            changes[name] = _option_value(value)
        elif (post := _POST.match(word)) and post[1] in _KINDS:
            live, dead = int(post[3]), int(post[4] or 0)
            posts = [
                *(posts or []),
                Post(Seat(int(post[2])), _KINDS[post[1]], Chips(live), Chips(dead)),
            ]
        elif word in PRESET_NAMES:
            rules = find_rules(word)
        else:
            raise NotationError(
                f"cannot read {word!r}; before the | may stand a preset, OPTION=VALUE, posts as in "
                f"missed_bb3=2 or dead_sb3=0+1, hole cards 0:As2sKhQd, board:3s4d9s, rake=N"
            )
    return (replace(rules, **changes) if changes else rules), posts, holes, board, settings


_KINDS: Final = {str(kind): kind for kind in PostKind}


def _option_value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _rules_words(rules: HouseRules) -> list[str]:
    for name in PRESET_NAMES:
        if find_rules(name) == rules:
            return [] if rules == ROBERT else [name]
    words = []
    for name in OPTION_NAMES:
        value = getattr(rules, name)
        if value != getattr(ROBERT, name):
            form = msgspec.to_builtins(value, str_keys=True)
            text = form if isinstance(form, str) else msgspec.json.encode(form).decode()
            words.append(f"{name}={text}")
    return words


def _pays(event: Posted, owed: Post) -> bool:
    """Whether ``event`` is that post, in full or as far as the stack went."""
    paid, asked = (_asked(event), event.dead), (owed.live, owed.dead)
    short = event.all_in and paid[0] <= asked[0] and paid[1] <= asked[1]
    return (event.seat, event.kind) == (owed.seat, owed.kind) and (paid == asked or short)


def _asked(event: Posted) -> int:
    """The live part in full: the price, where a short stack paid less of it."""
    return max(event.live, event.price)


def _post_word(event: Posted, game: Game) -> str:
    dead = f"+{event.dead}" if event.dead else ""
    asked = _asked(event)
    if event.kind is PostKind.ANTE and event.all_in and event.live:
        # A live ante has no price that would tell what it should have been.
        asked = max(asked, game.ante)
    return f"{event.kind}{event.seat}={asked}{dead}"


def _rake_words(events: Sequence[Event]) -> list[str]:
    """What was taken, where that is not what the rules' own rake says, or might not be."""
    start = events[0]
    assert isinstance(start, HandStarted)
    taken = sum(sum(event.by_pot) for event in events if isinstance(event, Raked))
    ended = any(isinstance(event, HandEnded) for event in events)
    if not ended or (taken == 0 and start.rules.rake == "none"):
        return []
    return [f"rake={taken}"]


def _card_words(events: Sequence[Event]) -> list[str]:
    holes: dict[Seat, tuple[Card, ...]] = {}
    board: tuple[Card, ...] = ()
    for event in events:
        if isinstance(event, HoleDealt | Shown) and event.cards is not None:
            holes[event.seat] = event.cards
        elif isinstance(event, BoardDealt):
            board += event.cards
    words = [f"{seat}:{format_cards(cards)}" for seat, cards in sorted(holes.items())]
    if board or not words:
        words.append(f"board:{format_cards(board) or '-'}")
    return words


def _action_words(events: Sequence[Event]) -> list[str]:
    start = events[0]
    assert isinstance(start, HandStarted)
    # Where the cards of a hand that was beaten are not in the line, nobody can tell that it was.
    known = {e.seat for e in events if isinstance(e, HoleDealt | Shown) and e.cards is not None}
    seen_to_the_end = start.rules.muck is not MuckRule.AUTO_REVEAL or known.issuperset(
        event.seat for event in events if isinstance(event, Mucked)
    )
    state = PublicHand(start)
    words: list[str] = []
    for event in events[1:]:
        match event:
            case Folded():
                words.append("f")
            case Checked() | Called():
                words.append("c")
            case Bet(to=to) | Raised(to=to):
                words.append(f"r{to}")
            case BoardDealt():
                words.append("/")
            case Shown(seat=seat, voluntary=True) if seen_to_the_end:
                words.append(f"s{seat}")
            case Shown() | Mucked() if state.legal is not None:
                words.append("s" if isinstance(event, Shown) else "m")
            case _:
                pass
        state.evolve(event)
    return words
