"""RULES, optional kill: who may kill the next pot, as players are offered it and told of it."""

from __future__ import annotations

from omaha8.room.messages import Kill
from omaha8.room.shown import OwnKillView
from omaha8.rules.game import Chips
from omaha8.rules.house import replace
from tests.room.guests import Guest, TimedRoom
from tests.room.test_choices import CARD_ROOM, fold_all, seated


def game_told(guest: Guest) -> tuple[str | None, str]:
    """What somebody is told of the game: what is said of it, and its name."""
    guest.read()
    assert guest.view is not None
    return guest.view.game.label, guest.view.game.title


def test_an_optional_kill() -> None:
    room = TimedRoom(rules=replace(CARD_ROOM, kill="optional"))
    guests = seated(room, 0, 1, 2)
    ann = guests[0]
    fold_all(room, guests)
    assert ann.offers == ["You may kill the next pot with 4."]
    ann.say(Kill(4))
    assert ann.offers == ["You kill the next pot with 4."]
    assert ann.marks(0) == ["kill"]
    # What is on the table still was no kill pot.
    assert game_told(ann) == ("next: kill pot", "Limit Omaha Hi/Lo 4/8")
    room.wait(1)
    assert game_told(ann) == ("kill pot", "Limit Omaha Hi/Lo 4/8")
    fold_all(room, guests)
    assert game_told(ann) == ("next hand", "Limit Omaha Hi/Lo 2/4")
    room.wait(1)
    assert game_told(ann) == (None, "Limit Omaha Hi/Lo 2/4")


def test_a_kill_of_the_next_pot_can_be_asked_for_in_this_one() -> None:
    room = TimedRoom(rules=replace(CARD_ROOM, kill="optional"))
    guests = seated(room, 0, 1, 2)
    ann, ben, _ = guests

    def kill(guest: Guest) -> OwnKillView | None:
        guest.read()
        assert guest.me is not None
        assert guest.me.own is not None
        return guest.me.own.kill

    assert room.is_playing()
    assert kill(ann) == OwnKillView(Chips(4), False)
    assert ann.offers == []  # nothing to decide yet
    ann.say(Kill(4))
    assert kill(ann) == OwnKillView(Chips(4), True)
    assert kill(ben) is None  # one player kills
    assert ben.marks(0) == ["kill"]
    ann.say(Kill(0))
    assert kill(ben) == OwnKillView(Chips(4), False)
    ben.say(Kill(4))
    fold_all(room, guests)
    room.wait(1)
    assert ann.view is not None
    ann.read()
    assert (ann.view.game.label, ann.view.game.title) == ("kill pot", "Limit Omaha Hi/Lo 4/8")
