"""What somebody reads of his own chips: off the tables, at them, and what is won or lost."""

from __future__ import annotations

from typing import Final

from tests.server.club import club

STAKES: Final = {"bots": 0, "rules": "robert", "stakes": "2/4"}


async def test_a_buy_in_is_not_lost_while_it_lies_at_a_table() -> None:
    async with club() as room:
        table = str((await room.post("Hal", "/api/tables", STAKES))["id"])
        ann = room.persons["Ann"].id
        await room.post("Hal", f"/api/people/{ann}/grant", {"amount": 500})
        await room.play(table, 2, leave=False)
        won = []
        for name, given in (("Ann", 500), ("Bob", 0)):
            me = await room.get(name, "/api/me")
            assert me["at_tables"] > 0
            assert me["balance"] < given
            own = await room.get(name, "/api/me/ledger")
            assert (own["balance"], own["at_tables"]) == (me["balance"], me["at_tables"])
            assert own["granted"] == given
            assert own["won"] == me["balance"] + me["at_tables"] - given
            won.append(own["won"])
        assert sum(won) == 0
        # It is what the host settles by.
        settled = (await room.get("Hal", "/api/settlement"))["people"]
        told = {each["name"]: each["won"] for each in settled}
        assert [told[name] for name in ("Ann", "Bob")] == won
