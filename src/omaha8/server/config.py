"""What a server is started with: one TOML file, and flags that override it (floor 6).

`omaha8.server.config_example` has every key with what it means.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from omaha8.room.spec import TableSpec
from omaha8.rules.house import RulesError
from omaha8.server.config_sections import (
    LogSection,
    MetricsSection,
    RoomSection,
    ServerSection,
)
from omaha8.server.config_values import ConfigError, read_section
from omaha8.server.limits import LimitSettings

_OF_THE_ROOM: Final = ("think_time", "time_bank", "spectator_delay")
"""What a table has from the room where it says nothing itself."""


class ServerConfig(msgspec.Struct, frozen=True, kw_only=True):
    """All of it, checked. ``tables`` are opened when the data folder is new."""

    server: ServerSection = ServerSection()
    room: RoomSection = RoomSection()
    limits: LimitSettings = LimitSettings()
    log: LogSection = LogSection()
    metrics: MetricsSection = MetricsSection()
    tables: tuple[TableSpec, ...] = ()


SECTIONS: Final[dict[str, type[msgspec.Struct]]] = {
    "server": ServerSection,
    "room": RoomSection,
    "limits": LimitSettings,
    "log": LogSection,
    "metrics": MetricsSection,
}


def load_config(
    path: Path | None = None, overrides: Mapping[str, Any] | None = None
) -> ServerConfig:
    """The file at ``path``, if any, and over it ``overrides``: ``{"server.port": 0}``.

    The key ``tables`` overrides all tables by a list of mappings; a value ``None`` overrides
    nothing. A relative ``server.data`` of a file counts from its folder. Raises `ConfigError`:
    the file and the key, or the flag, and what is allowed.
    """
    stated: dict[str, Any] = {} if path is None else _read(path)
    file = "" if path is None else str(path)
    known = (*SECTIONS, "tables")
    for name in stated:
        if name not in known:
            raise ConfigError.of_key(file, name, known, "section")
    if path is not None and isinstance(stated.get("server"), dict):
        _from_folder(stated["server"], path.parent)
    flags = {key: value for key, value in (overrides or {}).items() if value is not None}
    sections = {
        name: read_section(
            name,
            kind,
            file,
            stated.get(name, {}),
            {
                key.removeprefix(f"{name}."): value
                for key, value in flags.items()
                if key.startswith(f"{name}.")
            },
        )
        for name, kind in SECTIONS.items()
    }
    if "tables" in flags:
        file, tables = "", flags["tables"]
    else:
        tables = stated.get("tables", [])
    room = sections["room"]
    usual = {name: getattr(room, name) for name in _OF_THE_ROOM}
    return msgspec.structs.replace(
        ServerConfig(), **sections, tables=_read_tables(file, tables, usual)
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise ConfigError(f"--config: there is no file {path}") from error
    except OSError as error:
        raise ConfigError(f"--config: {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: TOML is UTF-8, and this is not") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not TOML: {error}") from error


def _from_folder(server: dict[str, Any], folder: Path) -> None:
    if isinstance(server.get("data"), str) and server["data"]:
        server["data"] = str(folder / server["data"])


def _read_tables(file: str, tables: Any, usual: Mapping[str, Any]) -> tuple[TableSpec, ...]:
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ConfigError(f"{file}: tables: each in a part of its own that begins with [[tables]]")
    found = []
    for number, table in enumerate(tables, start=1):
        name = f"table {number}" if file else ""
        spec = read_section(name, TableSpec, file, {**usual, **table}, {})
        try:
            found.append(spec.checked())
        except RulesError as error:
            raise ConfigError.of_value(file, name, str(error).removeprefix("--")) from error
    return tuple(found)
