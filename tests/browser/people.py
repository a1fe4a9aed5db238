"""What the page of the host is answered: people, and what they have won."""

from __future__ import annotations

from typing import Any, Final

AT: Final = 1_780_000_000_000

PEOPLE = {
    "people": [
        {
            "id": number,
            "name": name,
            "role": role,
            "registered": role != "guest",
            "owner": 2 if role == "bot" else None,
            "owner_name": "Bob" if role == "bot" else None,
            "balance": 100 * number,
            "made": AT,
            "muted": name == "Cyd",
        }
        for number, name, role in (
            (1, "Hal", "host"),
            (2, "Bob", "player"),
            (3, "Cyd", "guest"),
            (9, "Robo", "bot"),
        )
    ]
}


SETTLEMENT = {
    "people": [
        {
            "id": number,
            "name": name,
            "owner": owner and 2,
            "owner_name": owner,
            "off_tables": off,
            "at_tables": at,
            "granted": given,
            "won": off + at - given,
        }
        for number, name, owner, off, at, given in (
            (2, "Bob", None, -200, 562, 0),
            (4, "Ann", None, 600, 0, 500),
            (9, "Robo", "Bob", -8, 0, 0),
            (1, "Hal", None, -560, 0, 0),
        )
    ],
    "bots": 94,
    "rake": 12,
    "since": None,
    "until": None,
}
NO_NIGHTS: dict[str, list[Any]] = {"settlements": []}
