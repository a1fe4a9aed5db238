"""What a cheating server may try against the page: the cases of Python's client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.browser.conftest import SIZES, quiet_page
from tests.browser.watched import NEW_WATCH
from tests.client.cheats import CHEATS, HONEST, OWN_PART, Cheat, Told
from tests.client.rewinds import REWINDS, STEADY

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Case = Callable[[Cheat], None]


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    with quiet_page(browser, SIZES[0]) as page:
        page.route("**/api/me", lambda route: route.fulfill(json={"person": None}))
        page.goto(f"{address}verify.html")
        yield page


class Listener:
    """Ann's page, as far as it watches the deal."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(NEW_WATCH, False)
        self.server = Cheat(self.hear)
        self.receive(self.server.teller.welcome)
        self.server.tell(self.server.teller.snapshot())

    def receive(self, message: msgspec.Struct) -> list[dict[str, Any]]:
        form = msgspec.json.decode(msgspec.json.encode(message))
        answers: list[dict[str, Any]] = self.page.evaluate("(m) => watch.receive(m)", form)
        return answers

    def hear(self, message: Told) -> list[dict[str, Any]]:
        return self.receive(message)

    @property
    def faults(self) -> list[str]:
        found: list[str] = self.page.evaluate("() => watch.faults.map((f) => f.sentence)")
        return found


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_a_cheat_is_seen(page: Page, cheat: Case) -> None:
    ann = Listener(page)
    cheat(ann.server)
    said, reveals = CHEATS[cheat]
    assert len(ann.faults) == 1
    assert said in ann.faults[0]
    assert page.evaluate("() => [watch.state.state, watch.tally.failed]") == ["failed", 1]
    assert len(set(ann.server.reveals)) == reveals


@pytest.mark.parametrize("cheat", REWINDS, ids=lambda cheat: cheat.__name__)
def test_a_server_that_goes_back_is_seen(page: Page, cheat: Case) -> None:
    ann = Listener(page)
    cheat(ann.server)
    said, reveals = REWINDS[cheat]
    assert any(said in fault for fault in ann.faults), ann.faults
    assert not page.evaluate("() => watch.state.assured")
    assert len(set(ann.server.reveals)) == reveals


@pytest.mark.parametrize("case", [*HONEST, *STEADY], ids=lambda case: case.__name__)
def test_an_honest_server_is_not_called_a_liar(page: Page, case: Case) -> None:
    ann = Listener(page)
    case(ann.server)
    assert ann.faults == []
    assert page.evaluate("() => watch.state.state") == "ok"


@pytest.mark.parametrize("case", OWN_PART, ids=lambda case: case.__name__)
def test_it_is_counted_where_the_own_nonce_took_part(page: Page, case: Case) -> None:
    ann = Listener(page)
    case(ann.server)
    assured, late, left_out, _ = OWN_PART[case]
    tally = page.evaluate("() => watch.tally")
    counted = {key: tally[key] for key in ("hands", "assured", "late")}
    assert counted == {
        "hands": assured + late + left_out,
        "assured": assured,
        "late": late + left_out,
    }
