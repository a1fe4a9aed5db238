"""Golden transcripts: whole hands, event by event, one for each preset and structure it deals.

``scripts/transcripts.py`` writes them anew; read what it changed before it is committed.
"""

from __future__ import annotations

from typing import Final

import pytest

from omaha8.hand.codec import event_from_json
from omaha8.hand.notation import play
from omaha8.hand.public import PublicHand
from omaha8.rules.options import Structure
from omaha8.rules.presets import PRESET_NAMES, find_rules
from scripts.transcripts import FOLDER, head, render

DEALT: Final = [
    (name, structure)
    for name in PRESET_NAMES
    for structure in find_rules(name).allowed_structures
    if structure is not Structure.MIXED  # a table's rotation of the others
]
NAMES: Final = [f"{name}-{structure}" for name, structure in DEALT]


def text(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("utf-8")


def test_there_is_one_for_every_preset_and_structure() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_events_of_a_hand_are_as_they_were(name: str) -> None:
    assert text(name).splitlines() == render(text(name)).splitlines()


@pytest.mark.parametrize(("name", "preset", "structure"), [(f"{p}-{s}", p, s) for p, s in DEALT])
def test_a_transcript_is_a_whole_hand_under_the_rules_it_is_named_for(
    name: str, preset: str, structure: Structure
) -> None:
    comments, line = head(text(name))
    hand = play(line)
    assert hand.over
    assert hand.public.rules == find_rules(preset)
    assert hand.public.game.structure is structure
    assert comments


@pytest.mark.parametrize("name", NAMES)
def test_the_written_events_alone_give_the_end_of_the_hand(name: str) -> None:
    written = [line for line in text(name).splitlines() if line.startswith("{")]
    told = PublicHand.fold(event_from_json(line) for line in written)
    hand = play(head(text(name))[1])
    assert told.ended
    assert told.stacks == hand.public.stacks
    assert told.awards == hand.public.awards
