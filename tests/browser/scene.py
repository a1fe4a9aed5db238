"""A table for the page that is no server: one hand, written as a line, seen by one player.

Playwright answers the page's socket; the hand, the events and the view are the real ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import PathLike
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import msgspec

from omaha8.hand.events import PostKind
from omaha8.hand.notation import play
from omaha8.room.asking import command_of
from omaha8.room.messages import (
    Act,
    ComeBack,
    Error,
    Events,
    Hello,
    Post,
    ServerMessage,
    SitOut,
    Snapshot,
    TopUp,
    Wait,
    Welcome,
)
from omaha8.room.views import legal_form, seat_infos, table_info, view_for
from omaha8.rules.game import Chips, Seat
from omaha8.server.wire import decode, encode
from omaha8.table import Refused, Table, TableSetup, project_event, to_builtins
from omaha8.table import commands as c
from omaha8.table.between_hands import AnyEvent, BlindsAssigned
from omaha8.table.events import Seated
from omaha8.table.positions import Places, Positions

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

    from omaha8.hand.actions import Action
    from omaha8.hand.hand import Hand
    from omaha8.room.messages import ClientMessage, View

STATIC: Final = Path(__file__).parents[2] / "src" / "omaha8" / "server" / "static"
NAMES: Final = ("Ann", "Bob", "Cyd", "Dora", "Emil", "Fritz", "Gwen", "Hal", "Ivy", "Jon")
NEXT_HAND_MS: Final = 60_000


class Scene:
    """A hand as ``viewer`` sees it; ``None`` is the rail. ``actions`` is what the page did.

    A viewer in a chair that the hand leaves empty has just sat down.
    """

    def __init__(self, line: str, viewer: int | None = 0, names: Sequence[str] = NAMES) -> None:
        hand = play(line)
        self.viewer = None if viewer is None else Seat(viewer)
        self.setup, self.table = _table_with(hand, self.viewer, names)
        self.names = {Seat(seat): name for seat, name in enumerate(names)}
        self.actions: list[dict[str, Any]] = []
        self.log: list[AnyEvent] = list(hand.events)
        if self.viewer is not None and self.table.public.seats[self.viewer] is None:
            self.ask(c.Sit(names[self.viewer], self.setup.buy_in, self.viewer))
        self.told = len(self.log)

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None
        return self.table.hand

    def view(self) -> View:
        over = self.hand.over
        next_hand_in_ms = NEXT_HAND_MS if over else None
        rail = self.viewer is None
        return view_for(
            self.table,
            self.viewer,
            self.names,
            chair=self.viewer,
            buys_as=("Guest", self.setup.buy_in) if rail else None,
            next_hand_in_ms=next_hand_in_ms,
        )

    def welcome(self, stream: str) -> Welcome:
        return Welcome(
            stream=stream,
            token="token",
            viewer=self.viewer,
            name="Ann",
            table=table_info(self.setup, "pokerstars", 60),
        )

    def snapshot(self) -> Snapshot:
        self.told = len(self.log)
        return Snapshot(
            seq=self.told - 1,
            viewer=self.viewer,
            seats=seat_infos(self.table),
            names=tuple(
                self.names[Seat(seat)] if seat in self.hand.public.deal_order else None
                for seat in range(len(self.table.public.seats))
            ),
            events=_forms(self.hand.events, self.viewer),
            view=self.view(),
        )

    def news(self, first: int | None = None) -> Events:
        """The events from ``first`` on, or else since the last snapshot or news."""
        first, self.told = self.told if first is None else first, len(self.log)
        return Events(seq=first, events=_forms(self.log[first:], self.viewer), view=self.view())

    def answer(self, message: ClientMessage) -> list[ServerMessage]:
        """What a server would answer to an action, or to a choice about the seat."""
        if isinstance(message, ComeBack | SitOut | Post | Wait | TopUp):
            assert self.viewer is not None
            comes = isinstance(message, ComeBack)
            try:
                self.ask(c.ComeBack(self.viewer) if comes else command_of(message, self.viewer))
            except Refused as refused:
                return [Error(str(refused.code), str(refused))]
            return [self.news()]
        if not isinstance(message, Act):
            return []
        self.actions.append(msgspec.to_builtins(message.action))
        try:
            assert self.viewer is not None
            self.act(message.action, self.viewer)
        except ValueError as error:
            legal = self.hand.legal
            return [Error("illegal", str(error), None if legal is None else legal_form(legal))]
        return [self.news()]

    def act(self, action: Action, seat: Seat | None = None) -> None:
        """An action of ``seat``, or of whose turn it is."""
        at = self.table.turn if seat is None else seat
        assert at is not None
        self.ask(c.Act(at, action))

    def ask(self, command: c.Command) -> None:
        """Something else that happens at the table."""
        self.log += self.table.apply(command)


def _forms(events: Sequence[AnyEvent], viewer: Seat | None) -> tuple[dict[str, Any], ...]:
    return tuple(to_builtins(project_event(event, viewer)) for event in events)


class Stage:
    """A loaded page, and the scene that is played to it now."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.heard: list[dict[str, Any]] = []
        self.sent: list[str] = []
        self.connections = 0
        self._scene: Scene | None = None
        self._socket: WebSocketRoute | None = None
        page.route_web_socket("**/ws", self._connect)

    @property
    def scene(self) -> Scene:
        assert self._scene is not None
        return self._scene

    def show(self, line: str, viewer: int | None = 0, names: Sequence[str] = NAMES) -> Scene:
        """Play another scene, as if it were another table."""
        self._scene = scene = Scene(line, viewer, names)
        if self._socket is None:
            self.page.goto(self.address)
            self.page.wait_for_selector("body.ready")
        else:
            self._greet(Hello())
            self.settle()
        return scene

    def settle(self) -> None:
        """Wait until the page has drawn what it has been told."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done()))")

    def tell(self, message: ServerMessage | dict[str, Any]) -> None:
        """Say something to the page."""
        assert self._socket is not None
        text = json.dumps(message) if isinstance(message, dict) else encode(message)
        self.sent.append(text)
        self._socket.send(text)

    def hang_up(self) -> None:
        """Lose the connection."""
        assert self._socket is not None
        self._socket.close()

    def said(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a type that the page has sent."""
        return [message for message in self.heard if message["type"] == kind]

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        self.connections += 1
        socket.on_message(self._hear)

    def _hear(self, text: str | bytes) -> None:
        message = decode(text)
        self.heard.append(json.loads(text))
        if isinstance(message, Hello):
            self._greet(message)
            return
        for answer in self.scene.answer(message):
            self.tell(answer)

    def _greet(self, hello: Hello) -> None:
        """The tail for who knows the beginning, a snapshot for anybody else."""
        stream = f"scene {id(self.scene)}"
        self.tell(self.scene.welcome(stream))
        if hello.stream == stream and hello.seq is not None:
            self.tell(self.scene.news(hello.seq + 1))
        else:
            self.tell(self.scene.snapshot())


def _table_with(hand: Hand, viewer: Seat | None, names: Sequence[str]) -> tuple[TableSetup, Table]:
    """A table at which ``hand`` is played, by bots but for the viewer."""
    dealt, start = hand.public, hand.public.start
    setup = TableSetup.usual(dealt.rules, dealt.game, len(start.stacks))
    table = setup.open()
    for seat, stack in enumerate(start.stacks):
        if stack is not None:
            at = Seat(seat)
            table.public.evolve(Seated(at, names[seat], Chips(stack), bot=at != viewer))
    blinds = {posted.kind: posted.seat for posted in dealt.posts}
    small, big = blinds[PostKind.SMALL_BLIND], blinds[PostKind.BIG_BLIND]
    positions = Positions(
        places=Places(start.button, small, big),
        small_blind=small,
        dealt=tuple(dealt.deal_order),
        fresh=True,
    )
    table.public.evolve(BlindsAssigned(number=1, positions=positions))
    table.hand, table._live = hand, not hand.over
    table.public.begin(hand.public)
    if hand.over:
        table.public.settle()
    return setup, table


class _Files(SimpleHTTPRequestHandler):
    """The page's files, without a word about every request."""

    protocol_version = "HTTP/1.1"

    def guess_type(self, path: str | PathLike[str]) -> str:
        # Some systems take scripts for text/plain, and then no browser runs them as modules.
        return "text/javascript" if str(path).endswith(".js") else super().guess_type(path)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Says nothing."""


@contextmanager
def pages() -> Iterator[str]:
    """Serves the page's files; the address."""
    handler = partial(_Files, directory=str(STATIC))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()
