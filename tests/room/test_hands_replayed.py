"""What the room gives out of its hands plays again by the rules, and a false payout is found."""

from __future__ import annotations

import asyncio
import copy
import json
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from omaha8.cli import main
from omaha8.history.retell import retell
from omaha8.history.told import read_told
from omaha8.room.histories import Histories
from omaha8.rules.game import Chips, Game
from omaha8.rules.house import HouseRules, replace
from omaha8.rules.options import Kill, Rake
from omaha8.rules.presets import find_rules
from omaha8.store.records import PersonId
from omaha8.table import Table
from omaha8.table.game_choice import choose_games
from tests.random_tables import play as play_hands
from tests.room.kept import TABLE as KEPT_TABLE
from tests.room.kept import Kept
from tests.room.recorded import TABLE, Recorded

LATER: Final = 10**13
HANDS: Final = 30
Form = dict[str, Any]

KILLS: Final = replace(
    find_rules("robert"), kill=Kill.FULL, kill_min_pot_big_bets=0, rake=Rake(50, 3)
)
SHOWN: Final = replace(find_rules("pokerstars"), rake=Rake(per_mille=33, cap=7))
CHOPS: Final = find_rules("card-room")


def with_antes(rules: HouseRules, structure: str) -> tuple[Game, ...]:
    games = choose_games(rules, structure, None)
    return tuple(msgspec.structs.replace(game, ante=Chips(1)) for game in games)


async def told(rules: HouseRules, games: tuple[Game, ...]) -> tuple[list[Form], str]:
    """All hands of a restless table, each to somebody else; and all of them as text."""
    least = 10 * games[0].big_blind
    table = Table(rules, games, 6, min_buy_in=least, max_buy_in=4 * least)
    played = Recorded(Random(f"replayed {games}"), table)
    await played.open()
    for _ in play_hands(played, HANDS):
        pass
    histories, found, text = Histories(played.store.journal), [], ""
    for number in range(1, HANDS + 1):
        record = await played.store.journal.hand(TABLE, number)
        assert record is not None
        people: list[PersonId | None] = [None, *(who for _, who, _ in record.seats if who)]
        person = people[number % len(people)]
        history = await histories.hand(TABLE, "High", number, person, now=LATER)
        found.append(json.loads(msgspec.json.encode(history)))
        text += await histories.text(TABLE, "High", number, person, now=LATER)
    played.store.close()
    return found, text


@pytest.fixture(scope="module")
def tables() -> list[tuple[list[Form], str]]:
    return [
        asyncio.run(told(KILLS, choose_games(KILLS, "fl", None))),
        asyncio.run(told(SHOWN, with_antes(SHOWN, "nl"))),
        asyncio.run(told(CHOPS, choose_games(CHOPS, "pl", None))),
    ]


@pytest.fixture(scope="module")
def hands(tables: list[tuple[list[Form], str]]) -> list[Form]:
    return [hand for found, _ in tables for hand in found]


def kinds_in(hand: Form) -> set[str]:
    """What of the less common is in a hand."""
    events = hand["events"]
    kinds = {event["type"] for event in events}
    found = kinds & {"raked", "hand_voided", "chopped"}
    found |= {f"post {event['kind']}" for event in events if event["type"] == "posted"}
    seen = {e["seat"] for e in events if e["type"] in ("hole_dealt", "shown") and e["cards"]}
    unseen = any(e["type"] == "mucked" and e["seat"] not in seen for e in events)
    side = any(e["type"] == "awarded" and e["pots"] > 1 for e in events)
    found |= {"side pot"} if side else set()
    found |= {"unseen muck"} if unseen else set()
    found |= {"unseen muck beside a side pot"} if unseen and side else set()
    return found


def test_hands_of_a_room_play_again_by_the_rules(hands: list[Form]) -> None:
    found = set[str]()
    for hand in hands:
        done = retell(read_told(hand))
        assert done.failure is None, hand
        assert done.payout_exact
        kinds = kinds_in(hand)
        found |= kinds
        unseen = [what for what in done.unchecked if "mucked, unseen" in what]
        assert bool(unseen) == ("unseen muck" in kinds)
    assert found >= {
        "raked",
        "side pot",
        "unseen muck",
        "unseen muck beside a side pot",
        "hand_voided",
        "post ante",
        "post kill",
        "post both",
    }


def test_a_chip_that_went_elsewhere_is_found(hands: list[Form]) -> None:
    """It is moved from one winner to the next seat, and the stacks agree with it."""
    moved = 0
    for hand in hands:
        places = [n for n, event in enumerate(hand["events"]) if event["type"] == "awarded"]
        ends = [event for event in hand["events"] if event["type"] == "hand_ended"]
        if not ends:
            continue
        changed = copy.deepcopy(hand)
        award = changed["events"][places[-1]]
        end = next(event for event in changed["events"] if event["type"] == "hand_ended")
        dealt = [seat for seat, stack in enumerate(end["stacks"]) if stack is not None]
        other = next(seat for seat in dealt if seat != award["seat"])
        award["amount"] -= 1
        end["stacks"][award["seat"]] -= 1
        end["stacks"][other] += 1
        done = retell(read_told(changed))
        assert done.failure is not None
        assert done.failure.startswith(f"events[{places[-1]}]: awarded {award['amount']} to seat")
        assert f"amount is {award['amount']}, by the rules {award['amount'] + 1}" in done.failure
        assert done.payout_exact is False
        moved += 1
    assert moved > HANDS


def test_more_rake_than_the_house_takes_is_found(hands: list[Form]) -> None:
    raked = 0
    for hand in hands:
        for number, event in enumerate(hand["events"]):
            if event["type"] == "raked":
                changed = copy.deepcopy(hand)
                changed["events"][number]["by_pot"][0] += 1
                done = retell(read_told(changed))
                assert (done.failure or "").startswith(f"events[{number}]: raked: by_pot is [")
                raked += 1
    assert raked


def test_a_voided_hand_that_keeps_a_bet_is_found(hands: list[Form]) -> None:
    voided = [hand for hand in hands if hand["events"][-1]["type"] == "hand_voided"]
    for hand in voided:
        changed = copy.deepcopy(hand)
        stacks = changed["events"][-1]["stacks"]
        stacks[next(seat for seat, stack in enumerate(stacks) if stack)] -= 1
        done = retell(read_told(changed))
        assert (done.failure or "").startswith("voided with stacks [")
    assert voided


def test_files_of_a_room_on_the_command_line(
    tables: list[tuple[list[Form], str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As JSON, one in a file, a list or one a line; and as text."""
    for found, text in tables:
        files = {
            "one.json": json.dumps(found[0], indent=1),
            "list.json": json.dumps(found),
            "lines.jsonl": "\n".join(map(json.dumps, found)),
            "hands.txt": text,
        }
        for name, content in files.items():
            (tmp_path / name).write_text(content, "utf-8")
            assert main(["replay", str(tmp_path / name), "--json"]) == 0
            said = json.loads(capsys.readouterr().out)
            hands = 1 if name == "one.json" else HANDS
            assert (said["hands"], said["replayed"]) == (hands, hands)
            assert said["payouts_exact"] == (0 if name == "hands.txt" else hands)


def test_a_false_payout_on_the_command_line(
    hands: list[Form], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hand.json"
    hand = copy.deepcopy(next(hand for hand in hands if "side pot" in kinds_in(hand)))
    award = next(event for event in hand["events"] if event["type"] == "awarded")
    award["amount"] += 5
    file.write_text(json.dumps(hand), "utf-8")
    assert main(["replay", str(file)]) == 1
    printed = capsys.readouterr().out
    assert "Payouts        1  0 exact to the unit\n" in printed
    assert f"  k3x9 hand {hand['hand']}  events[" in printed


async def test_hands_of_a_room_with_bots_and_a_guest() -> None:
    kept = Kept(bots=3, structure="pl")
    await kept.begin()
    ann = kept.guest("Ann")
    ann.sit(4)
    histories, number = Histories(kept.store.journal), 0
    while number < 4:
        kept.room.wait(1.0)
        if ann.to_act:
            ann.passes()
        number = kept.room.table.public.hands
    for hand in range(1, number):
        for person in (None, ann.person.id):
            told = await histories.hand(KEPT_TABLE, "High", hand, person, now=LATER)
            done = retell(read_told(json.loads(msgspec.json.encode(told))))
            assert (done.failure, done.payout_exact) == (None, True)
    kept.store.close()
