"""The room (floor 5): a table with a clock, chance, people and bots around it.

`Room` is the shell of one table: it deals from the randomness of the operating system, lets bots
act, keeps the seats of who has lost the connection, and tells everybody what he may see.
"""

from omaha8.room.client import Client
from omaha8.room.room import Room
from omaha8.room.settings import RoomSettings

__all__ = ["Client", "Room", "RoomSettings"]
