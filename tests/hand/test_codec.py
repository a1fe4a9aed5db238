"""The JSON form of events and actions: stable, readable, and refused with a reason."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from omaha8.cards import parse_cards
from omaha8.hand.actions import CALL, CHECK, FOLD, MUCK, SHOW, Action, BetTo, RaiseTo
from omaha8.hand.codec import (
    CodecError,
    action_from_json,
    action_to_json,
    event_from_builtins,
    event_from_json,
    event_to_builtins,
    event_to_json,
)
from omaha8.hand.events import (
    Awarded,
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
    UncalledReturned,
)
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import ROBERT, replace
from omaha8.rules.options import Rake, Structure
from omaha8.rules.presets import find_rules
from omaha8.rules.split import Half, Reason
from tests.option_values import OPTION_VALUES

GAME = Game(
    structure=Structure.SPREAD,
    small_blind=Chips(5),
    big_blind=Chips(10),
    small_bet=Chips(10),
    big_bet=Chips(10),
    spread_max=Chips(30),
)
HOLE = parse_cards("As2sKhQd")

GOLDEN: list[tuple[Event, str]] = [
    (
        HandStarted(
            rules=replace(ROBERT, muck="optional", rake=Rake(50, 3)),
            game=GAME,
            button=Seat(2),
            stacks=(Chips(100), None, Chips(250)),
        ),
        (
            '{"type":"hand_started","rules":{"muck":"optional","rake":{"per_mille":50,"cap":3}},'
            '"game":{"structure":"spread","small_blind":5,"big_blind":10,"small_bet":10,"big_bet":10,'
            '"ante":0,"spread_max":30,"hole_cards":4},"button":2,"stacks":[100,null,250],'
            '"final_two":false}'
        ),
    ),
    (
        Posted(Seat(0), PostKind.BOTH, Chips(10), Chips(5), Chips(10)),
        '{"type":"posted","seat":0,"kind":"both","live":10,"dead":5,"price":10,"all_in":false}',
    ),
    (
        HoleDealt(Seat(0), 4, HOLE),
        '{"type":"hole_dealt","seat":0,"count":4,"cards":"As2sKhQd"}',
    ),
    (
        HoleDealt(Seat(0), 4, None),
        '{"type":"hole_dealt","seat":0,"count":4,"cards":null}',
    ),
    (
        BoardDealt(parse_cards("3s4d9s"), 1),
        '{"type":"board_dealt","cards":"3s4d9s","burned":1}',
    ),
    (Folded(Seat(0)), '{"type":"folded","seat":0}'),
    (Checked(Seat(0)), '{"type":"checked","seat":0}'),
    (
        Called(Seat(0), Chips(5), Chips(10)),
        '{"type":"called","seat":0,"added":5,"to":10,"all_in":false}',
    ),
    (
        Bet(Seat(0), Chips(30), Chips(30)),
        '{"type":"bet","seat":0,"added":30,"to":30,"all_in":false,"full":true}',
    ),
    (
        Raised(Seat(2), Chips(25), Chips(35), all_in=True, full=False),
        '{"type":"raised","seat":2,"added":25,"to":35,"all_in":true,"full":false}',
    ),
    (
        UncalledReturned(Seat(2), Chips(5)),
        '{"type":"uncalled_returned","seat":2,"amount":5}',
    ),
    (
        Shown(Seat(0), HOLE, voluntary=True),
        '{"type":"shown","seat":0,"cards":"As2sKhQd","voluntary":true}',
    ),
    (Mucked(Seat(2)), '{"type":"mucked","seat":2}'),
    (Raked((Chips(2), Chips(1))), '{"type":"raked","by_pot":[2,1]}'),
    (
        Awarded(
            seat=Seat(0),
            amount=Chips(9),
            pot=0,
            pots=2,
            half=Half.LOW,
            of=Chips(17),
            winners=(Seat(0), Seat(2)),
            reason=Reason.BEST_LOW,
            odd_chip=True,
            half_odd_chip=Half.HIGH,
            hand="Eight-Four Low",
            why="low of the main pot, 17: quartered with seat 2, one odd chip more",
        ),
        (
            '{"type":"awarded","seat":0,"amount":9,"pot":0,"pots":2,"half":"low","of":17,'
            '"winners":[0,2],"reason":"best low","odd_chip":true,"half_odd_chip":"high",'
            '"hand":"Eight-Four Low",'
            '"why":"low of the main pot, 17: quartered with seat 2, one odd chip more"}'
        ),
    ),
    (
        HandEnded((Chips(109), None, Chips(241))),
        '{"type":"hand_ended","stacks":[109,null,241]}',
    ),
]

GOLDEN_ACTIONS: list[tuple[Action, str]] = [
    (FOLD, '{"type":"fold"}'),
    (CHECK, '{"type":"check"}'),
    (CALL, '{"type":"call"}'),
    (BetTo(Chips(6)), '{"type":"bet","to":6}'),
    (RaiseTo(Chips(24)), '{"type":"raise","to":24}'),
    (SHOW, '{"type":"show"}'),
    (MUCK, '{"type":"muck"}'),
]


def test_there_is_a_golden_form_of_every_kind() -> None:
    assert {type(event) for event, _ in GOLDEN} == set(get_args(Event))
    assert {type(action) for action, _ in GOLDEN_ACTIONS} == set(get_args(Action))


@pytest.mark.parametrize(("event", "text"), GOLDEN, ids=lambda value: type(value).__name__)
def test_the_json_of_an_event_is_stable(event: Event, text: str) -> None:
    assert event_to_json(event).decode() == text
    assert event_from_json(text) == event
    assert event_from_json(text.encode()) == event
    assert json.loads(json.dumps(event_to_builtins(event))) == json.loads(text)
    assert event_from_builtins(json.loads(text)) == event


@pytest.mark.parametrize(("action", "text"), GOLDEN_ACTIONS, ids=lambda value: str(value)[:20])
def test_the_json_of_an_action_is_stable(action: Action, text: str) -> None:
    assert action_to_json(action).decode() == text
    assert action_from_json(text) == action


@pytest.mark.parametrize("name", OPTION_VALUES)
def test_house_rules_survive_in_the_start_of_a_hand(name: str) -> None:
    for value in OPTION_VALUES[name]:
        rules = replace(find_rules("card-room"), **{name: value})
        start = HandStarted(rules=rules, game=GAME, button=Seat(0), stacks=(Chips(9), Chips(9)))
        assert event_from_json(event_to_json(start)) == start


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "event: "),
        ("{", "event: "),
        pytest.param("[" * 100_000, "event: ", id="nested without end"),
        ("[]", "an event is an object with a type, not list"),
        ("null", "an event is an object with a type, not NoneType"),
        ("{}", "missing required field `type`"),
        ('{"type":"dance"}', "Invalid value 'dance'"),
        ('{"type":"folded"}', "missing required field `seat`"),
        ('{"type":"folded","seat":"one"}', "Expected `int`, got `str` - at `$.seat`"),
        ('{"type":"called","seat":1,"added":2.5,"to":4}', "Expected `int`, got `float`"),
        ('{"type":"board_dealt","cards":"3s4d1h","burned":1}', "unknown card '1h'"),
        ('{"type":"board_dealt","cards":"3s4d3s","burned":1}', "duplicate card 3s"),
        ('{"type":"board_dealt","cards":7,"burned":1}', "at `$.cards`"),
        (
            '{"type":"board_dealt","cards":[0,99,100],"burned":1}',
            "event: cards are text, as in As2sKhQd - at `$.cards`",
        ),
        ('{"type":"hand_ended","stacks":[1,"x"]}', "at `$.stacks[1]`"),
    ],
)
def test_what_is_no_event_is_refused_with_the_place(text: str, says: str) -> None:
    with pytest.raises(CodecError) as error:
        event_from_json(text)
    assert says in str(error.value)
    assert str(error.value).count("event: ") <= 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "action: "),
        ("fold", "action: "),
        ("[]", "Expected `object`, got `array`"),
        ('{"type":"jump"}', "Invalid value 'jump'"),
        ('{"type":"raise"}', "missing required field `to`"),
        ('{"type":"raise","to":"8"}', "Expected `int`, got `str` - at `$.to`"),
        ('{"type":"raise","to":8.5}', "Expected `int`, got `float` - at `$.to`"),
        ('{"type":"raise","to":true}', "Expected `int`, got `bool` - at `$.to`"),
    ],
)
def test_what_is_no_action_is_refused_with_the_place(text: str, says: str) -> None:
    with pytest.raises(CodecError) as error:
        action_from_json(text)
    assert says in str(error.value)


def test_an_impossible_option_in_the_start_of_a_hand_is_refused_by_name() -> None:
    text = GOLDEN[0][1].replace('"muck":"optional"', '"fl_max_bets":0')
    with pytest.raises(CodecError, match="fl_max_bets: at least 1, not 0"):
        event_from_json(text)
