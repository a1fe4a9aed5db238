"""What the page says of a hand: what was shown, what one had."""

from __future__ import annotations

import pytest

from tests.browser import hands
from tests.browser.scene import Stage

pytestmark = pytest.mark.browser


def test_the_log_and_the_panel_say_what_was_shown_and_what_one_had(wide: Stage) -> None:
    scene = wide.show(hands.SIDE_POT)
    page = wide.page
    named = {hand.seat: hand for hand in scene.view().hands}
    assert named
    own = named[0]
    assert page.locator("o8-showdown .own-hand").inner_text() == (
        f"You: {own.high} / {own.low or 'no low'}"
    )
    lines = page.locator("o8-log .entry-shown").all_inner_texts()
    shown = scene.hand.public.shown
    assert len(lines) == len(shown)
    for line, seat in zip(lines, shown, strict=True):
        hand = named[seat]
        assert line.endswith(f" - {hand.high}; {hand.low or 'no low'}")
