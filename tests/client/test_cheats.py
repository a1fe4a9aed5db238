"""Whatever a cheating server tries, the client says so, and gives no nonce away for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from omaha8.client.seals import Seals
from omaha8.client.state import TableState
from omaha8.fairness.events import NonceHash
from omaha8.room.messages import Snapshot, Welcome
from tests.client.cheats import CHEATS, HONEST, OWN_PART, Cheat, Told
from tests.client.rewinds import REWINDS, STEADY
from tests.client.told import nonce

Case = Callable[[Cheat], None]


class Listener:
    """Ann's client without a socket."""

    def __init__(self, *, nonces: bool = True) -> None:
        self.seals = Seals(nonces=nonces)
        self.faults: list[str] = []
        self.server = Cheat(self.hear)
        teller = self.server.teller
        self.state = TableState(teller.welcome, teller.snapshot())
        self.server.tell(teller.snapshot())

    def hear(self, message: Told) -> list[dict[str, Any]]:
        if isinstance(message, Welcome):
            self.state.welcome(message)
            self.seals.uncommit()
            return []
        whole = isinstance(message, Snapshot)
        if whole:
            self.seals.uncommit()  # As after a lost connection.
        events = (
            self.state.snapshot(message)
            if isinstance(message, Snapshot)
            else self.state.events(message)
        )
        assert events is not None
        answers, faults = self.seals.see(events, message.openings, self.state, whole=whole)
        self.faults += faults
        return [msgspec.to_builtins(answer) for answer in answers]


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_a_cheat_is_seen(cheat: Case) -> None:
    ann = Listener()
    cheat(ann.server)
    said, reveals = CHEATS[cheat]
    assert any(said in fault for fault in ann.faults), ann.faults
    assert len(set(ann.server.reveals)) == reveals


@pytest.mark.parametrize("cheat", REWINDS, ids=lambda cheat: cheat.__name__)
def test_a_server_that_goes_back_is_seen(cheat: Case) -> None:
    ann = Listener()
    cheat(ann.server)
    said, reveals = REWINDS[cheat]
    assert any(said in fault for fault in ann.faults), ann.faults
    assert len(set(ann.server.reveals)) == reveals


@pytest.mark.parametrize("case", [*HONEST, *STEADY], ids=lambda case: case.__name__)
def test_an_honest_server_is_not_called_a_liar(case: Case) -> None:
    ann = Listener()
    case(ann.server)
    assert ann.faults == []
    assert ann.seals.checked >= 9


@pytest.mark.parametrize("case", OWN_PART, ids=lambda case: case.__name__)
def test_it_is_counted_where_the_own_nonce_took_part(case: Case) -> None:
    ann = Listener()
    case(ann.server)
    seals = ann.seals
    *counts, part = OWN_PART[case]
    assert [seals.assured, seals.late, seals.left_out] == counts
    assert seals.hands == sum(counts)
    assert seals.part == part


def test_a_client_without_nonces_has_no_part_of_its_own() -> None:
    ann = Listener(nonces=False)
    other = nonce(5)
    ann.server.hash, ann.server.nonce = other[1], other[0]
    ann.server.honest_hand()
    seals = ann.seals
    assert (seals.hands, seals.assured, seals.late, seals.left_out) == (1, 0, 0, 0)
    assert seals.part == "none"
    assert ann.faults == []


def test_another_hash_under_the_own_name() -> None:
    ann = Listener()
    server = ann.server
    server.honest_hand()
    server.tell(server.committed(hashes=(NonceHash("Ann", "ab" * 32),)))
    assert ann.faults == ["Under the name of Ann stands a nonce that this client did not make."]


def test_a_client_that_starts_again_may_find_the_hash_of_its_earlier_run() -> None:
    ann = Listener()
    server = ann.server
    server.tell(server.committed(hashes=(NonceHash("Ann", "ab" * 32),)))
    assert ann.faults == []
    assert server.reveals == []
