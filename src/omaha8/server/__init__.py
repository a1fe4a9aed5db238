"""The server (floor 6): HTTP and WebSocket around a room. `create_app` makes it."""

from omaha8.server.app import create_app

__all__ = ["create_app"]
