"""A configuration with every key, its usual value, and what it means (floor 6)."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any, Final

import msgspec

from omaha8.server.config import SECTIONS
from omaha8.server.limits import Rate

WIDTH: Final = 96

ABOUT: Final = (
    "Everything that a server can be told. Each key has the value that it has without this file;",
    "what begins with # is only an example. Flags of `omaha8 serve` go before what stands here.",
    "Times are in seconds.",
)

SECTION_NOTES: Final = {
    "server": "Where the server listens, and where it keeps things.",
    "room": "Who may do what, and how fast it is played.",
    "limits": "How often anybody may ask: `burst` at once, then one more every `every` seconds; "
    "0 for no limit.",
    "log": "What is written to stderr.",
    "metrics": "Prometheus reads /metrics.",
}

TABLE_NOTE: Final = (
    "Tables that are opened when the data folder is new, each in a section of its own. `rules` is "
    "a preset, `options` what is different from it, as `omaha8 rules` lists it."
)
TABLES: Final = """\
# [[tables]]
# name = "Thursday, limit"
# rules = "robert"           # robert, tda, pokerstars, poker-room, community, card-room, pokernow
# structure = "fl"           # fl, pl, nl, spread or mixed; what the rules allow
# stakes = "2/4"
# seats = 9                  # 2 to 10, with five hole cards to 8, with six to 7
# hole_cards = 4             # 4, 5 or 6
# min_buy_in = 80
# buy_in = 400               # what is brought by who says nothing
# max_buy_in = 800
# bots = 2                   # of the house
# private = false            # true: only by invitation
# think_time = 30.0          # these three: as in [room] if they are not here
# time_bank = 60.0
# spectator_delay = 0.0
# options = { muck = "show_all", kill = "half", kill_trigger = "scoop" }
"""

EXAMPLES: Final[dict[str, str]] = {
    "server.public_url": 'public_url = "https://poker.example.org"',
    "metrics.token": 'token = "put a long random text here"',
}
"""Of keys that have no value unless somebody gives one."""

NOTES: Final[dict[str, str]] = {
    "server.host": "The address to listen on; 0.0.0.0 lets other machines in. Behind a proxy on "
    "this machine leave it.",
    "server.port": "0 takes a free one.",
    "server.data": "The folder of journal and accounts. A relative one counts from this file's "
    "folder.",
    "server.public_url": "What browsers call the server where a proxy stands before it. Then "
    "links begin with it, and pages of other origins are refused, also those by http where it "
    "begins with https.",
    "server.trusted_proxies": "Addresses or networks whose X-Forwarded-For and -Proto are "
    'believed, or "unix" for a socket. Anybody else could claim any address there.',
    "server.connections_each": "Connections that one address may have open; not counted are this "
    "machine and trusted_proxies. 0 for any number.",
    "room.create_tables": 'Who may open tables: "host", "registered" (who has a password) or '
    '"everybody".',
    "room.credit": "How many chips below 0 somebody's balance may go to sit down; or "
    '"unlimited", for play among friends.',
    "room.starting_chips": "Granted to everybody who comes in for the first time.",
    "room.spectator_delay": "How much later those see everything who only watch.",
    "room.pace": "Before each action of a bot; up to 60.",
    "room.think_time": "To act; 0 for as long as one likes.",
    "room.least_think_time": "Who opens or changes a table may not make that less, but for 0.",
    "room.time_bank": "What a player has beyond that, full when he sits down...",
    "room.bank_per_hand": "...and how much of it comes back with every hand.",
    "room.away_time": "To act for who has lost the connection, or let his time run out in this "
    "hand. Then he checks if that is free, else folds.",
    "room.restart_grace": "After a restart nobody's time runs for so long, or until he is back.",
    "room.sit_out_after": "In how many hands in a row somebody may let his time run out before "
    "he is sat out.",
    "room.reveal_time": "For the nonces that choose the deck, before a hand. Who is slower is "
    "named in the record.",
    "room.absence": "How long a lost connection goes unnoticed between hands.",
    "room.keep_seat": "How long somebody without a connection keeps his chair.",
    "room.offer_time": "For who is first on the waiting list to take a chair that is free.",
    "room.first_deal": "Before the first hand, when somebody has sat down.",
    "room.change_notice": "From a change of stakes or rules to the first hand by them. All who are "
    "to play it may want it sooner.",
    "room.entry_time": "For newcomers to post or wait, when the table waits for nobody else.",
    "room.answer_time": "To answer whether to chop the blinds.",
    "room.pause": "After a hand that nobody called.",
    "room.showdown_pause": "After a showdown, to read it...",
    "room.line_pause": "...and for each half of each pot beyond the first.",
    "room.queue": "Messages that wait for a socket before it is cut.",
    "room.most_clients": "Sockets at one table of those who do not sit there.",
    "room.clients_each": (
        "Sockets of one person at a table; of who sits there the oldest makes room for one more."
    ),
    "room.commands": "Messages that wait for a table; the sockets of more are not read meanwhile.",
    "room.chat_per_minute": "Lines and reactions of one person; 0 for a silent room.",
    "room.wishes_per_minute": "How often one person at a table may sit down or change what he "
    "wants there, as sitting out, straddling, refilling his stack; each change is kept for ever. "
    "0 for any number.",
    "room.checkpoint_every": "Hands after which the state of a table is kept whole, so that a "
    "start is quick.",
    "room.answers": "Answers remembered for each person, so that what is asked twice is done once.",
    "room.messages_per_second": "From one socket; more of them wait. 0 for any number.",
    "limits.requests_of_address": "All requests from one address.",
    "limits.requests_of_person": "All requests of one account.",
    "limits.passwords_of_address": "Logging in, registering, recovering.",
    "limits.passwords_of_account": "Wrong passwords for one name, from one address.",
    "limits.accounts_of_address": "New guests and bots.",
    "log.level": '"debug", "info" (also each request), "warning" or "error".',
    "log.format": '"text" for people, "json" for programs: one object a line.',
    "metrics.token": "Sent by the reader as Authorization: Bearer. Without one, /metrics is only "
    "for who calls from the same machine, not through a proxy.",
}


def example() -> str:
    """The text of the file."""
    lines = [f"# {line}" for line in ABOUT]
    for name, kind in SECTIONS.items():
        lines += ["", *_comment(SECTION_NOTES[name]), f"[{name}]"]
        usual = kind()
        # Before those that it has from another.
        for key in sorted(kind.__struct_fields__, key=lambda key: key not in kind.__annotations__):
            lines += _comment(NOTES[f"{name}.{key}"])
            value = getattr(usual, key)
            if value is None:
                lines.append(f"# {EXAMPLES[f'{name}.{key}']}")
            else:
                lines.append(f"{key} = {_toml(value)}")
    return "\n".join([*lines, "", *_comment(TABLE_NOTE), TABLES])


def _comment(text: str) -> Iterator[str]:
    return (f"# {line}" for line in wrap(text, WIDTH - 2))


def _toml(value: Any) -> str:
    if isinstance(value, Rate):
        parts = (f"{name} = {_toml(part)}" for name, part in msgspec.structs.asdict(value).items())
        return f"{{ {', '.join(parts)} }}"
    # Texts, numbers, truth and lists of them are the same in JSON.
    return msgspec.json.encode(value).decode()
