"""How often anybody may ask, and by whom he is counted."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from omaha8.server.addresses import Addresses
from omaha8.server.limits import NO_LIMITS, Buckets, LimitSettings, Rate
from tests.server.accounts import error_of, site

PASSWORD = "aces and deuces"


class Seconds:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_so_many_at_once_and_then_one_at_a_time() -> None:
    clock = Seconds()
    buckets = Buckets(Rate(3, 10.0), clock)
    assert [buckets.wait("ann") for _ in range(5)] == [0, 0, 0, 10, 10]
    assert buckets.wait("bob") == 0
    clock.now += 4
    assert buckets.wait("ann") == pytest.approx(6)
    # What it says is true: no sooner, no later.
    clock.now += 5.99
    assert buckets.wait("ann") > 0
    clock.now += 0.01
    assert buckets.wait("ann") == 0
    clock.now += 1000
    assert [buckets.wait("ann") for _ in range(4)] == [0, 0, 0, 10]
    buckets.give_back("ann")
    assert [buckets.wait("ann") for _ in range(2)] == [0, 10]


def test_what_costs_more_takes_more_out_of_the_bucket() -> None:
    clock = Seconds()
    buckets = Buckets(Rate(5, 10.0), clock)
    assert [buckets.wait("ann", 3) for _ in range(2)] == [0, 10]
    assert [buckets.wait("ann") for _ in range(3)] == [0, 0, 10]
    # A bucket that holds less than that is emptied.
    small = Buckets(Rate(2, 10.0), clock)
    assert [small.wait("ann", 3) for _ in range(2)] == [0, 20]
    clock.now += 20
    assert small.wait("ann", 3) == 0


def test_no_flood_of_addresses_fills_the_memory_or_empties_a_bucket() -> None:
    clock = Seconds()
    buckets = Buckets(Rate(2, 1.0), clock, most=100)
    for _ in range(2):
        buckets.wait("ann")
    for n in range(1000):
        buckets.wait(f"flood {n}")
        assert len(buckets) <= 100
    assert buckets.wait("ann") > 0
    clock.now += 10
    buckets.wait("bob")
    buckets.wait("cat")
    assert len(buckets) <= 100


@pytest.mark.parametrize("rate", [(0, 1.0), (1, -1.0), (1, float("nan")), (1, 1e9)])
def test_what_is_no_rate(rate: tuple[int, float]) -> None:
    with pytest.raises(ValueError, match="a limit is"):
        Rate(*rate)


def limits(**of: Rate) -> LimitSettings:
    names = LimitSettings.__struct_fields__
    return LimitSettings(**{name: of.get(name, getattr(NO_LIMITS, name)) for name in names})


async def test_nobody_tries_passwords_at_one_name_for_long() -> None:
    async with site(limits=limits(passwords_of_account=Rate(3, 30.0))) as room:
        await room.player("Ann")
        stranger = room.browser("192.0.2.1")
        tries = [
            await stranger.ask("POST", "login", name=name, password="a guess")
            for name in ("Ann", "ANN", " a n n", "Ann", "Ann")
        ]
        assert [error_of(answer)[1] for answer in tries] == ["wrong_password"] * 3 + [
            "too_fast"
        ] * 2
        assert (tries[-1].status_code, tries[-1].headers["retry-after"]) == (429, "30")
        # A name that nobody has is counted like one that somebody has.
        unknown = [
            await room.browser().refused("POST", "login", name="Bob", password="a guess")
            for _ in range(4)
        ]
        assert unknown[2:] == [(401, "wrong_password"), (429, "too_fast")]
        # Nor is she locked out meanwhile, elsewhere or where she is signed in already.
        elsewhere = room.browser("192.0.2.2")
        await elsewhere.post("login", name="Ann", password=PASSWORD)
        room.clock.now += 30_000
        await stranger.post("login", name="Ann", password=PASSWORD)


async def test_who_knows_his_password_is_not_counted() -> None:
    async with site(limits=limits(passwords_of_account=Rate(2, 1000.0))) as room:
        await room.player("Ann")
        for _ in range(5):
            await room.browser().post("login", name="Ann", password=PASSWORD)


async def test_recovery_codes_are_not_guessed_and_the_old_password_is_not_either() -> None:
    async with site(limits=limits(passwords_of_account=Rate(2, 1000.0))) as room:
        ann = await room.player("Ann")
        stranger = room.browser()
        for _ in range(3):
            await stranger.ask("POST", "login", name="Ann", password="a guess")
        tries = [
            await ann.refused("POST", "recover", name="Ann", code="7K2M", password=PASSWORD),
            await ann.refused("POST", "me/password", old="a guess", password=PASSWORD),
            await ann.refused("POST", "me/recovery-codes", password="a guess"),
        ]
        assert [code for _, code in tries] == ["wrong_code", "wrong_password", "too_fast"]


async def test_each_address_has_its_own_number_of_slow_hashes_and_accounts() -> None:
    settings = limits(passwords_of_address=Rate(2, 10.0), accounts_of_address=Rate(1, 10.0))
    async with site(limits=settings) as room:
        tried = [
            await room.browser("192.0.2.7").refused("POST", "login", name=f"{n}", password="x")
            for n in range(3)
        ]
        assert [status for status, _ in tried] == [401, 401, 429]
        await room.browser("192.0.2.8").post("guest", name="Ann")
        refused = await room.browser("192.0.2.8").refused("POST", "guest", name="Bob")
        assert refused == (429, "too_fast")
        await room.browser("192.0.2.9").post("guest", name="Bob")


async def test_a_person_is_counted_wherever_he_is_and_a_stranger_where_he_is() -> None:
    settings = limits(requests_of_person=Rate(3, 1.0), requests_of_address=Rate(4, 1.0))
    async with site(limits=settings) as room:
        ann = room.browser()
        await ann.post("guest", name="Ann")
        got = [(await ann.ask("GET", "me")).status_code for _ in range(4)]
        assert got == [200, 200, 200, 429]
        forged = room.browser(cookie="omaha8=forged.forged")
        assert [(await forged.ask("GET", "me")).status_code for _ in range(4)] == [200] * 3 + [429]
        # What is refused before anybody is known costs as much.
        thief = room.browser("192.0.2.9", authorization="Bearer x")
        assert [(await thief.ask("GET", "me")).status_code for _ in range(5)] == [401] * 4 + [429]


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "counted"),
    [
        ((), "192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        (("192.0.2.1",), "192.0.2.1", ["203.0.113.9"], "203.0.113.9"),
        # What a client says himself stands to the left of what the proxy has seen.
        (("192.0.2.1",), "192.0.2.1", ["1.1.1.1, 203.0.113.9"], "203.0.113.9"),
        (("192.0.2.1",), "192.0.2.1", ["1.1.1.1", "203.0.113.9"], "203.0.113.9"),
        (("192.0.2.0/24",), "192.0.2.1", ["203.0.113.9, 192.0.2.7"], "203.0.113.9"),
        (("192.0.2.1",), "192.0.2.5", ["203.0.113.9"], "192.0.2.5"),
        (("192.0.2.1",), "192.0.2.1", [], "192.0.2.1"),
        (("192.0.2.1",), "::ffff:192.0.2.1", ["203.0.113.9"], "203.0.113.9"),
        (("unix",), None, ["203.0.113.9"], "203.0.113.9"),
        ((), None, ["203.0.113.9"], "unix"),
        ((), "2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ((), "::ffff:192.0.2.1", [], "192.0.2.1"),
        (("192.0.2.1",), "192.0.2.1", ["<script>" * 50], ("<script>" * 8)),
    ],
)
def test_the_address_that_counts(
    proxies: tuple[str, ...], peer: str | None, forwarded: list[str], counted: str
) -> None:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope = {"type": "http", "client": peer and (peer, 1), "headers": headers}
    assert Addresses(proxies).client(Request(scope)) == counted


@pytest.mark.parametrize("proxy", ["proxy.example", "192.0.2.1/8", ""])
def test_what_is_no_proxy(proxy: str) -> None:
    with pytest.raises(ValueError):
        Addresses((proxy,))
