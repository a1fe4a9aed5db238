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
from omaha8.room.frames import encode
from omaha8.room.messages import (
    Act,
    AutoRebuy,
    ChangeSeat,
    ComeBack,
    Done,
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
from omaha8.room.seats import marks
from omaha8.room.shown import Me
from omaha8.room.views import game_view, legal_form, me_of, seat_infos, table_info, view_of
from omaha8.rules.game import Chips, Seat
from omaha8.server.wire import decode
from omaha8.table import Refused, Table, TableSetup, project_event, to_builtins
from omaha8.table import commands as c
from omaha8.table.between_hands import AnyEvent, BlindsAssigned
from omaha8.table.events import Seated
from omaha8.table.explanation import explain
from omaha8.table.positions import Places, Positions
from tests.browser.http import FakeServer, settle

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

    from omaha8.hand.actions import Action
    from omaha8.hand.hand import Hand
    from omaha8.room.messages import ClientMessage
    from omaha8.room.shown import TableInfo, View

STATIC: Final = Path(__file__).parents[2] / "src" / "omaha8" / "server" / "static"
NAMES: Final = ("Ann", "Bob", "Cyd", "Dora", "Emil", "Fritz", "Gwen", "Hal", "Ivy", "Jon")
NEXT_HAND_MS: Final = 60_000
BALANCE: Final = 5_000
"""What the viewer has beside the table."""


class Scene:
    """A hand as ``viewer`` sees it; ``None`` is the rail. ``actions`` is what the page did.

    A viewer in a chair that the hand leaves empty has just sat down. ``person`` is who the page
    is known as, ``None`` for a stranger; whoever has a seat is known.
    """

    def __init__(
        self,
        line: str,
        viewer: int | None = 0,
        names: Sequence[str] = NAMES,
        person: str | None = None,
    ) -> None:
        hand = play(line)
        self.person = person if viewer is None else names[viewer]
        self.viewer = None if viewer is None else Seat(viewer)
        self.setup, self.table = _table_with(hand, self.viewer, names)
        self.names = {Seat(seat): name for seat, name in enumerate(names)}
        self.actions: list[dict[str, Any]] = []
        self.log: list[AnyEvent] = list(hand.events)
        if self.viewer is not None and self.table.public.seats[self.viewer] is None:
            self.ask(c.Sit(names[self.viewer], self.setup.buy_in, self.viewer))
        self.told = len(self.log)
        self.kept: dict[str, int] = {}
        """For whom on the waiting list a chair is kept, and for how many ms."""
        self.put_out: str | None = None
        """Why the room made the viewer sit out."""
        self.must_agree = False
        """Whether he has to say something to be dealt in."""
        self.changes: dict[str, Any] = {}
        """What is otherwise in the view than at the table."""
        self.info: dict[str, Any] = {}
        """What is otherwise in the table's description."""

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None
        return self.table.hand

    @property
    def turn_id(self) -> int:
        return len(self.log) - 1

    def view(self) -> View:
        view = view_of(
            self.table,
            self.names,
            game_view(self.table),
            marks(self.table),
            tuple(explain(self.hand.public, self.names)),
            turn_id=self.turn_id,
            next_hand_in_ms=NEXT_HAND_MS if self.hand.over else None,
            kept=self.kept,
        )
        return msgspec.structs.replace(view, **self.changes)

    def me(self) -> Me | None:
        """What only the viewer is told."""
        if self.person is None:
            return None
        return me_of(
            self.table,
            self.viewer,
            self.viewer,
            offers=self.table.offers,
            name=self.person,
            usual=self.setup.buy_in,
            put_out=self.put_out,
            must_agree=self.must_agree,
            balance=BALANCE,
            credit=0,
            kept=self.kept,
        )

    def welcome(self, stream: str) -> Welcome:
        return Welcome(
            stream=stream,
            viewer=self.viewer,
            person=None if self.person is None else 1,
            name=self.person,
            role=None if self.person is None else "player",
            table=self.table_info(),
        )

    def table_info(self) -> TableInfo:
        info = table_info(self.setup, "pokerstars", table="k3x9", name="Friday", think_time=60)
        return msgspec.structs.replace(info, **self.info)

    def snapshot(self) -> Snapshot:
        self.told = len(self.log)
        return Snapshot(
            seq=self.told - 1,
            viewer=self.viewer,
            table=self.table_info(),
            seats=seat_infos(self.table),
            names=tuple(
                self.names[Seat(seat)] if seat in self.hand.public.deal_order else None
                for seat in range(len(self.table.public.seats))
            ),
            events=_forms(self.hand.events, self.viewer),
            view=self.view(),
            me=self.me(),
        )

    def news(self, first: int | None = None) -> Events:
        """The events from ``first`` on, or else since the last snapshot or news."""
        first, self.told = self.told if first is None else first, len(self.log)
        events = _forms(self.log[first:], self.viewer)
        return Events(seq=first, events=events, view=self.view(), me=self.me())

    def answer(self, message: ClientMessage) -> list[ServerMessage]:
        """What a server would answer to an action, or to a choice about the seat."""
        first = len(self.log)
        if isinstance(message, ComeBack | SitOut | Post | Wait | TopUp | AutoRebuy | ChangeSeat):
            assert self.viewer is not None
            try:
                self.ask(_command(message, self.viewer))
            except Refused as refused:
                return [Error(str(refused.code), str(refused), id=message.id)]
            return [Done(message.id or "", first), self.news()]
        if not isinstance(message, Act):
            return []
        if (message.hand, message.turn) != (self.view().hand, self.turn_id):
            hand = self.table.public.hands
            words = "That turn is over."
            return [Error("stale", words, id=message.id, hand=hand, turn=self.turn_id)]
        self.actions.append(msgspec.to_builtins(message.action))
        try:
            assert self.viewer is not None
            self.act(message.action, self.viewer)
        except ValueError as error:
            legal = self.hand.legal
            form = None if legal is None else legal_form(legal)
            return [Error("illegal", str(error), form, message.id)]
        return [Done(message.id, first), self.news()]

    def act(self, action: Action, seat: Seat | None = None) -> None:
        """An action of ``seat``, or of whose turn it is."""
        at = self.table.turn if seat is None else seat
        assert at is not None
        self.ask(c.Act(at, action))

    def ask(self, command: c.Command) -> None:
        """Something else that happens at the table."""
        self.log += self.table.apply(command)


def _command(message: ClientMessage, seat: Seat) -> c.Command:
    match message:
        case ComeBack():
            return c.ComeBack(seat)
        case TopUp(amount=amount):
            return c.TopUp(seat, Chips(amount))
    return command_of(message, seat)


def _forms(events: Sequence[AnyEvent], viewer: Seat | None) -> tuple[dict[str, Any], ...]:
    return tuple(to_builtins(project_event(event, viewer)) for event in events)


class Stage:
    """A loaded page, and the scene that is played to it now."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.server = FakeServer(page)
        self._heard: list[dict[str, Any]] = []
        self.sent: list[str] = []
        self.connections = 0
        self.silent = False
        """Whether nothing that the page says is answered."""
        self._scene: Scene | None = None
        self._socket: WebSocketRoute | None = None
        page.route_web_socket("**/ws", self._connect)

    @property
    def scene(self) -> Scene:
        assert self._scene is not None
        return self._scene

    def show(
        self,
        line: str,
        viewer: int | None = 0,
        names: Sequence[str] = NAMES,
        person: str | None = None,
    ) -> Scene:
        """Play another scene, as if it were another table."""
        self._scene = scene = Scene(line, viewer, names, person)
        self.server.person = scene.person
        if self._socket is None:
            self.page.goto(f"{self.address}table.html?id=k3x9")
            self.page.wait_for_selector("body.ready")
        else:
            self._greet(Hello())
        self.settle()
        return scene

    def settle(self) -> None:
        """Wait until the page has drawn what it has been told, and what it has asked for."""
        settle(self.page)

    def stop_time(self) -> None:
        """Its time stands still but for `wait`, so that a busy machine is no slower."""
        self.page.clock.install(time=0)
        self.page.clock.pause_at(1000)

    def wait(self, ms: int) -> None:
        """Let the page's time go on that was stopped."""
        self.page.clock.run_for(ms)
        self.settle()

    def tell(self, message: ServerMessage | dict[str, Any]) -> None:
        """Say something to the page, and wait until it is drawn."""
        self._send(message)
        self.settle()

    def _send(self, message: ServerMessage | dict[str, Any]) -> None:
        assert self._socket is not None
        text = json.dumps(message) if isinstance(message, dict) else encode(message).decode()
        self.sent.append(text)
        self._socket.send(text)

    @property
    def heard(self) -> list[dict[str, Any]]:
        """The messages that the page has sent."""
        self.settle()
        return self._heard

    def hang_up(self, code: int | None = None) -> None:
        """Lose the connection, or close it with a code that says why."""
        assert self._socket is not None
        self._socket.close(code=code)

    def said(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a type that the page has sent, without their names."""
        return [
            {name: value for name, value in message.items() if name != "id"}
            for message in self.heard
            if message["type"] == kind
        ]

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        self.connections += 1
        socket.on_message(self._hear)

    def _hear(self, text: str | bytes) -> None:
        message = decode(text)
        self._heard.append(json.loads(text))
        if self.silent:
            return
        if isinstance(message, Hello):
            self._greet(message)
            return
        for answer in self.scene.answer(message):
            self._send(answer)

    def _greet(self, hello: Hello) -> None:
        """The tail for who knows the beginning, a snapshot for anybody else."""
        if self.server.person is not None and self.scene.person is None:
            # Who has come in since the scene began.
            self.scene.person = self.server.person
        stream = f"scene {id(self.scene)}"
        self._send(self.scene.welcome(stream))
        if hello.stream == stream and hello.seq is not None:
            self._send(self.scene.news(hello.seq + 1))
        else:
            self._send(self.scene.snapshot())


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
