"""Who finds room at a table (floor 5)."""

from __future__ import annotations

from collections.abc import Callable

from omaha8.room.client import REPLACED, TOO_MANY, Client
from omaha8.room.fanout import Fanout
from omaha8.room.person import Person
from omaha8.room.settings import RoomSettings
from omaha8.store.records import PersonId


def find_room(
    client: Client,
    fanout: Fanout,
    settings: RoomSettings,
    sits: Callable[[PersonId], bool],
    runs: Callable[[Person], bool],
) -> bool:
    """Whether a connection finds room among those of ``fanout``; one that does not is closed.

    Who ``sits`` or ``runs`` the table always does: where he has as many as anybody may, his oldest
    makes room. Only who does not sit takes room from the others, and strangers leave half of it to
    who has a name.
    """
    if client in fanout:
        return True
    person = client.person
    there = [other for other in fanout if other.close_code is None]
    own = [o for o in there if person is not None and o.person and o.person.id == person.id]
    if person is not None and (sits(person.id) or runs(person)):
        for oldest in own[: max(0, len(own) + 1 - max(1, settings.clients_each))]:
            oldest.close(REPLACED)
        return True
    watching = [o for o in there if o.person is None or not sits(o.person.id)]
    strangers = sum(o.person is None for o in watching)
    if (
        len(watching) >= settings.most_clients
        or (person is None and strangers >= max(1, settings.most_clients // 2))
        or (person is not None and len(own) >= settings.clients_each)
    ):
        client.close(TOO_MANY)
        return False
    return True
