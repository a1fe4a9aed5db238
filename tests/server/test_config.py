"""The configuration: what stands in the file, what the flags say, and what is wrong with it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest

from omaha8.cli import main
from omaha8.room.settings import RoomSettings
from omaha8.server.config import SECTIONS, ServerConfig, load_config
from omaha8.server.config_example import NOTES, TABLES, example
from omaha8.server.config_values import ConfigError
from omaha8.server.limits import Rate


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "omaha8.toml"


def test_without_file_and_flags_everything_is_as_usual() -> None:
    assert load_config() == ServerConfig()
    assert load_config().room.settings == RoomSettings()


def test_what_stands_in_the_file_counts(file: Path) -> None:
    file.write_text(
        """
        [server]
        port = 80
        public_url = "https://poker.example.org/"
        trusted_proxies = ["127.0.0.1", "10.0.0.0/24", "fd00::/64", "unix"]
        [room]
        create_tables = "everybody"
        credit = 5000
        think_time = 30
        keep_seat = 60
        [limits]
        requests_of_person = { burst = 5, every = 0.5 }
        [log]
        format = "json"
        [metrics]
        token = "0123456789abcdef"
        """,
        "utf-8",
    )
    config = load_config(file)
    assert (config.server.port, config.server.host) == (80, "127.0.0.1")
    assert config.server.trusted_proxies == ("127.0.0.1", "10.0.0.0/24", "fd00::/64", "unix")
    assert (config.room.create_tables, config.room.most_debt) == ("everybody", 5000)
    assert config.room.settings == RoomSettings(think_time=30, keep_seat=60)
    assert config.limits.requests_of_person == Rate(5, 0.5)
    assert (config.log.format, config.metrics.token) == ("json", "0123456789abcdef")


def test_flags_go_before_the_file(file: Path) -> None:
    file.write_text("[server]\nport = 80\nhost = '::1'\n[room]\npace = 2\n", "utf-8")
    flags = {"server.port": 0, "room.pace": 0.0, "room.think_time": None, "server.host": None}
    config = load_config(file, flags)
    assert (config.server.port, config.server.host) == (0, "::1")
    assert (config.room.pace, config.room.think_time) == (0.0, 60.0)


def test_a_flag_cures_what_is_wrong_in_no_file(file: Path) -> None:
    file.write_text("[server]\nport = 70000\n", "utf-8")
    with pytest.raises(ConfigError, match=f"^{file}: server.port: 0 to 65535, not 70000$"):
        load_config(file, {"server.port": 0})


def test_data_counts_from_the_folder_of_the_file(file: Path) -> None:
    file.write_text("[server]\ndata = 'chips'\n", "utf-8")
    assert load_config(file).server.data == str(file.parent / "chips")
    assert load_config(file, {"server.data": "here"}).server.data == "here"
    file.write_text("[server]\ndata = '/var/lib/omaha8'\n", "utf-8")
    assert load_config(file).server.data == "/var/lib/omaha8"


def test_tables_have_the_times_of_the_room_unless_they_say_their_own(file: Path) -> None:
    file.write_text(
        """
        [room]
        think_time = 20
        spectator_delay = 30
        [[tables]]
        rules = "Card Room"
        structure = "pl"
        stakes = "4/8"
        options = { muck = "show_all" }
        [[tables]]
        name = "  Slow  "
        think_time = 90
        """,
        "utf-8",
    )
    fast, slow = load_config(file).tables
    assert (fast.name, fast.rules) == ("Pot Limit 4/8", "card-room")
    assert fast.options == {"muck": "show_all"}
    assert (fast.think_time, fast.time_bank, fast.spectator_delay) == (20, 60, 30)
    assert (slow.name, slow.think_time) == ("Slow", 90)
    (own,) = load_config(file, {"tables": [{"stakes": "4/8"}]}).tables
    assert (own.name, own.think_time) == ("Limit 4/8", 20)


WRONG: Final = [
    ("[sever]", "sever: no such section; did you mean server? sections are server, room, "),
    ("[server]\nprt = 1", "server.prt: no such key; did you mean port? keys are host, port, "),
    ("server = 3", "server: a section that begins with [server]"),
    ("[server]\nport = -1", "server.port: 0 to 65535, not -1"),
    ("[server]\nport = '80'", "server.port: a whole number, not '80'"),
    ("[server]\nport = true", "server.port: a whole number, not true"),
    ("[server]\nhost = ''", "server.host: an address or a name"),
    ("[server]\ndata = ''", "server.data: a folder"),
    ("[server]\npublic_url = 'poker.test'", "server.public_url: https:// and a name"),
    ("[server]\npublic_url = 'https://poker.test/a'", "server.public_url: https://"),
    ("[server]\npublic_url = 'https://poker.test:x'", "server.public_url: https://"),
    ("[server]\npublic_url = 'https://me:it@poker.test'", "server.public_url: https://"),
    ("[server]\ntrusted_proxies = '::1'", 'server.trusted_proxies: a list of texts in "quotes"'),
    ("[server]\ntrusted_proxies = ['proxy']", "server.trusted_proxies: addresses or networks"),
    ("[server]\ntrusted_proxies = ['0.0.0.0/0']", "0.0.0.0/0 is nearly everybody"),
    ("[room]\ncreate_tables = 'me'", '"host", "registered" or "everybody", not \'me\''),
    ("[room]\ncredit = 'none'", "room.credit: \"unlimited\" or a whole number, not 'none'"),
    ("[room]\ncredit = -1", "room.credit: 0 to 10000000000, not -1"),
    ("[room]\nstarting_chips = 1.5", "room.starting_chips: a whole number, not 1.5"),
    ("[room]\nspectator_delay = 601", "room.spectator_delay: 0 to 600, not 601"),
    ("[room]\nthink_time = inf", "room.think_time: 0 to 86400, not inf"),
    ("[room]\nthink_time = nan", "room.think_time: 0 to 86400, not nan"),
    ("[room]\npace = 61", "room.pace: 0 to 60, not 61"),
    ("[room]\nqueue = 0", "room.queue: 1 to 86400, not 0"),
    ("[limits]\nrequests_of_person = 5", "requests_of_person: { burst = a whole number, every = "),
    ("[limits]\nrequests_of_person = { burst = 0, every = 1 }", "at least 1 at once"),
    ("[log]\nlevel = 'loud'", 'log.level: "debug", "info", "warning" or "error", not \'loud\''),
    ("[metrics]\ntoken = 'secret'", "metrics.token: at least 16 characters"),
    ("tables = 5", "tables: each in a part of its own that begins with [[tables]]"),
    ("[[tables]]\nseat = 5", "table 1.seat: no such key; did you mean seats?"),
    ("[[tables]]\n[[tables]]\nseats = 11", "table 2.seats: 2 to 10 with 4 hole cards, not 11"),
    ("[[tables]]\noptions = { muck = 'x' }", "table 1.muck: 'x' is no value of it; allowed: auto_"),
    ("[[tables]]\noptions = 5", "table 1.options: keys with values"),
    ("port = ", "not TOML: Invalid value"),
]


@pytest.mark.parametrize(("text", "words"), WRONG, ids=[text for text, _ in WRONG])
def test_what_is_wrong_is_named_with_the_file_and_what_is_allowed(
    file: Path, text: str, words: str
) -> None:
    file.write_text(text + "\n", "utf-8")
    with pytest.raises(ConfigError) as error:
        load_config(file)
    assert str(error.value).startswith(f"{file}: ")
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"server.port": -1}, "--port: 0 to 65535, not -1"),
        ({"room.think_time": float("nan")}, "--think-time: 0 to 86400, not nan"),
        ({"tables": [{"stakes": "two"}]}, "--stakes: two amounts, as in 2/4, not 'two'"),
        ({"tables": [{"rules": "casino"}]}, "--rules: no preset 'casino'"),
        ({"tables": [{"buy_in": 0}]}, "--buy-in: 1 to 10000000000 chips, not 0"),
    ],
)
def test_a_wrong_flag_is_named_as_it_is_written(
    file: Path, flags: dict[str, Any], words: str
) -> None:
    file.write_text("[log]\nlevel = 'info'\n", "utf-8")
    with pytest.raises(ConfigError, match=f"^{words}"):
        load_config(file, flags)


def test_a_file_that_is_not_there_or_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--config: there is no file .*omaha8.toml"):
        load_config(tmp_path / "omaha8.toml")
    with pytest.raises(ConfigError, match="--config: .*: Is a directory"):
        load_config(tmp_path)
    (tmp_path / "latin").write_bytes(b"# \xe9")
    with pytest.raises(ConfigError, match="latin: TOML is UTF-8"):
        load_config(tmp_path / "latin")


def test_the_example_has_every_key_with_its_usual_value(file: Path) -> None:
    file.write_text(example(), "utf-8")
    config = load_config(file)
    assert config.server.data == str(file.parent / "omaha8-data")
    assert load_config(file, {"server.data": "omaha8-data"}) == ServerConfig()
    keys = {f"{name}.{key}" for name, kind in SECTIONS.items() for key in kind.__struct_fields__}
    assert set(NOTES) == keys


def test_what_the_example_leaves_out_is_right_as_well(file: Path) -> None:
    # Its examples are comments of one word, an equals sign and a value.
    text = re.sub(r"^# (?=\[\[|\w+ += )", "", example(), flags=re.MULTILINE)
    file.write_text(text, "utf-8")
    config = load_config(file)
    assert config.server.public_url == "https://poker.example.org"
    assert config.metrics.token is not None
    (table,) = config.tables
    assert (table.rules, table.stakes, table.seats) == ("robert", "2/4", 9)
    assert all(f"# {key} = " in TABLES for key in type(table).__struct_fields__)


def test_the_command_prints_the_example_and_checks_a_file(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "--example"]) == 0
    assert capsys.readouterr().out == example()
    file.write_text("[[tables]]\n[[tables]]\nname = 'Two'\n[server]\ndata = '/data'\n", "utf-8")
    assert main(["config", str(file)]) == 0
    said = capsys.readouterr().out
    assert said == f"{file}: in order. Data: /data. Tables at first: Limit 2/4, Two.\n"
    file.write_text("[room]\npaze = 1\n", "utf-8")
    assert main(["config", str(file)]) == 2
    assert "room.paze: no such key; did you mean pace?" in capsys.readouterr().err
    assert main(["config"]) == 2
    assert "--example" in capsys.readouterr().err
