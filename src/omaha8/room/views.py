"""What is computed for a viewer so that no client needs a rule (floor 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from omaha8.cards import CARD_TEXT, Card
from omaha8.evaluation import evaluate, readout
from omaha8.evaluation.lows import low_mask
from omaha8.hand.dealer import FULL_BOARD
from omaha8.hand.legal import Legal
from omaha8.hand.public import PublicHand
from omaha8.room.coming import coming_changes
from omaha8.room.seats import Marks, own_view
from omaha8.room.shown import (
    BuyInView,
    ChangeView,
    GameView,
    HalfView,
    HandView,
    KeptChairView,
    LineView,
    Me,
    PlaceView,
    PotView,
    ReadoutView,
    SeatInfo,
    ShowdownView,
    TableInfo,
    View,
    WinningView,
)
from omaha8.rules.game import Chips, Seat
from omaha8.rules.pots import Pot
from omaha8.rules.split import Half, pot_name
from omaha8.table import Table, TableSetup
from omaha8.table.between_hands import Chopped
from omaha8.table.explanation import PotExplained, Winning
from omaha8.table.offers import Offer
from omaha8.table.setup import short_title, title

encode: Final = msgspec.json.Encoder().encode
NO_CHIPS: Final = Chips(0)


def table_info(
    setup: TableSetup,
    rules: str,
    *,
    table: str = "",
    name: str = "",
    think_time: float = 0.0,
    time_bank: float = 0.0,
    private: bool = False,
    spectator_delay: float = 0.0,
) -> TableInfo:
    """``rules`` is the name of the preset; times are in seconds."""
    return TableInfo(
        id=table,
        name=name,
        seats=setup.seats,
        structure=str(setup.structure),
        stakes=setup.stakes,
        game=setup.title,
        rules=rules,
        big_blind=max(game.big_blind for game in setup.games),
        min_buy_in=setup.min_buy_in,
        max_buy_in=setup.max_buy_in,
        buy_in=setup.buy_in,
        think_ms=milliseconds(think_time) or None,
        time_bank_ms=milliseconds(time_bank),
        private=private,
        spectator_delay_ms=milliseconds(spectator_delay),
    )


def milliseconds(seconds: float) -> int:
    """As times are told."""
    return round(seconds * 1000)


def seat_infos(table: Table) -> tuple[SeatInfo | None, ...]:
    """Every chair."""
    return tuple(
        None
        if who is None
        else SeatInfo(
            seat=Seat(seat),
            name=who.name,
            stack=table.public.stack(Seat(seat)),
            bot=who.bot,
            sitting_out=who.sitting_out,
            leaving=seat in table.public.leavers,
            cleared=seat in table.public.cleared,
            dealt=seat in table.public.dealt,
        )
        for seat, who in enumerate(table.public.seats)
    )


def legal_form(legal: Legal) -> dict[str, Any]:
    """The JSON form of the choices, with the choices in words."""
    form: dict[str, Any] = msgspec.to_builtins(legal)
    return {**form, "text": legal.explain()}


def legal_json(legal: Legal) -> bytes:
    """The same as bytes."""
    return b'%b,"text":%b}' % (encode(legal)[:-1], encode(legal.explain()))


def game_view(table: Table) -> GameView:
    """The game of the hand in progress, or else of the next one, which is said of it."""
    public, following = table.public, table.following
    if public.hand is not None and public.playing:
        rules, game, plain = public.hand.rules, public.hand.game, public.game
    elif following is not None:
        rules, game, plain = following.rules, following.game, following.plain
    else:
        rules, game, plain = public.rules, public.game, public.game
    label = note = None
    if game != plain:
        label = "kill pot"
        note = f"Kill pot: {title(game, rules)} instead of {short_title(plain, rules)}"
    elif len(public.games) > 1:
        turns = ", ".join(short_title(each, rules) for each in public.games)
        label = "mixed"
        note = f"Mixed: {turns}, {_switch(rules.mixed_switch)}"
    if public.hand is not None and not public.playing and public.hand.game != game:
        # The last hand is still to be seen, and was played at something else.
        label = "next: kill pot" if label == "kill pot" else "next hand"
        note = note or "The next hand is played at this"
    return GameView(str(game.structure), title(game, rules), label, note)


def _switch(switch: str) -> str:
    """``orbit`` or ``hands:8`` in words."""
    unit, _, count = switch.partition(":")
    if unit == "orbit":
        return "an orbit each"
    return f"{count} {unit} each"


def _buy_in(table: Table, name: str, usual: int, minute: int | None) -> BuyInView:
    least, most = table.public.buy_in(name, minute)
    return BuyInView(least, most, Chips(max(usual, least)))


def view_of(
    table: Table,
    names: Mapping[Seat, str],
    game: GameView,
    marked: Marks,
    explained: tuple[PotExplained, ...] = (),
    *,
    turn_id: int = 0,
    chopped: Chopped | None = None,
    away: Sequence[Seat] = (),
    acting_ms: int | None = None,
    bank_ms: int | None = None,
    next_hand_in_ms: int | None = None,
    paused: str | None = None,
    closing: bool = False,
    kept: Mapping[str, int] | None = None,
    times: tuple[ChangeView, ...] = (),
) -> View:
    """The table as everybody sees it. ``names`` are those of the last hand; ``game``, ``marked``
    and ``explained`` are what `game_view`, `marks` and `explain` say of it. ``kept``: for whom on
    the waiting list a chair is kept, and for how many ms yet. ``times``: what changes of those.
    """
    hand, public = table.hand, table.public
    if hand is None:
        seats = len(public.seats)
        pots: tuple[PotView, ...] = ()
        pot, bets, in_hand = NO_CHIPS, (NO_CHIPS,) * seats, (False,) * seats
        low_possible = capped = False
        showdown: tuple[ShowdownView, ...] | None = None
        if chopped is not None:
            showdown = (chopped_view(chopped, names),)
        hands: tuple[HandView, ...] = ()
    else:
        dealt = hand.public
        pots, pot, in_hand = pot_views(dealt.pots), hand.pot, tuple(dealt.in_hand)
        low_possible = low_mask(dealt.board).bit_count() >= 3
        hands = hand_views(dealt)
        if dealt.ended:
            bets, capped = (NO_CHIPS,) * len(dealt.bets), False
            showdown = showdown_view(explained)
        else:
            bets, capped = tuple(dealt.bets), dealt.is_capped()  # type: ignore[arg-type]
            showdown = None
    return View(
        hand=public.hands or None,
        game=game,
        marks=marked,
        turn=table.turn,
        turn_id=turn_id,
        pots=pots,
        pot=pot,
        stacks=public.stacks,
        bets=bets,
        in_hand=in_hand,
        low_possible=low_possible,
        capped=capped,
        showdown=showdown,
        hands=hands,
        away=tuple(away),
        acting_ms=acting_ms,
        bank_ms=bank_ms,
        next_hand_in_ms=next_hand_in_ms,
        paused=paused,
        closing=closing,
        waiting=public.waiting,
        kept=tuple(KeptChairView(name, ms) for name, ms in (kept or {}).items()),
        coming=(*coming_changes(public), *times),
    )


def pot_views(pots: Sequence[Pot]) -> tuple[PotView, ...]:
    """The pots by name."""
    count = len(pots)
    return tuple(
        [PotView(pot_name(i, count), pot.amount, pot.eligible) for i, pot in enumerate(pots)]
    )


def me_of(
    table: Table,
    dealt: Seat | None,
    chair: Seat | None,
    *,
    offers: Sequence[Offer],
    name: str,
    usual: int,
    minute: int | None = None,
    straddles: bool = False,
    put_out: str | None = None,
    must_agree: bool = False,
    balance: int = 0,
    credit: int | None = None,
    choices: bool = True,
    kept: Mapping[str, int] | None = None,
) -> Me:
    """What only one person is told: dealt into the last hand in seat ``dealt``, sitting in
    ``chair`` now. ``offers`` are those of the table to all, ``usual`` is the usual buy-in, and
    ``minute`` what the table's clock shows (``None``: as far as the table knows); ``kept`` as in
    `view_of`. Without ``choices`` what he may do, if it is his turn, is left out.
    """
    hand, legal = table.hand, table.legal if choices else None
    hole = None if hand is None or dealt is None else hand.dealer.holes.get(dealt)
    return Me(
        seat=chair,
        own=None
        if chair is None
        else own_view(
            table, chair, offers, straddles=straddles, put_out=put_out, must_agree=must_agree
        ),
        buy_in=_buy_in(table, name, usual, minute) if chair is None else None,
        legal=legal_form(legal) if legal is not None and legal.seat == dealt else None,
        readout=None
        if hole is None or hand is None
        else readout_view(hole, tuple(hand.public.board)),
        hand=None if hand is None else own_hand(hand.public, dealt, hole),
        listed=_place(table.public.waiting, name, kept or {}),
        balance=balance,
        credit=credit,
    )


def _place(waiting: Sequence[str], name: str, kept: Mapping[str, int]) -> PlaceView | None:
    if name not in waiting:
        return None
    return PlaceView(waiting.index(name) + 1, len(waiting), kept.get(name))


@lru_cache(maxsize=1024)
def readout_view(hole: tuple[Card, ...], board: tuple[Card, ...]) -> ReadoutView:
    """A hand in two lines."""
    said = readout(hole, board)
    return ReadoutView(
        LineView(said.high_line, texts(said.high.hole_cards), texts(said.high.cards)),
        LineView(said.low_line, texts(said.low.hole_cards), texts(said.low.cards)),
        said.counterfeited,
    )


def hand_views(public: PublicHand) -> tuple[HandView, ...]:
    """The hands that were shown on a full board, in the order of the seats."""
    return shown_views(public.shown, tuple(public.board))


def shown_views(
    shown: Mapping[Seat, tuple[Card, ...]], board: tuple[Card, ...]
) -> tuple[HandView, ...]:
    """The same of what was shown by seat, on that board."""
    if len(board) != FULL_BOARD:
        return ()
    return tuple(_hand_view(at, shown[at], board) for at in sorted(shown))


def own_hand(
    public: PublicHand, seat: Seat | None, hole: tuple[Card, ...] | None
) -> HandView | None:
    """What somebody had who was in to the end, also where he mucked it and nobody else may know."""
    if seat is None or hole is None or len(public.board) != FULL_BOARD:
        return None
    called = public.ended and public.in_count > 1
    return _hand_view(seat, hole, tuple(public.board)) if called and public.in_hand[seat] else None


@lru_cache(maxsize=256)
def _hand_view(seat: Seat, hole: tuple[Card, ...], board: tuple[Card, ...]) -> HandView:
    made = evaluate(hole, board)
    low = None if made.low is None else f"{made.low.dashes} low"
    return HandView(seat, made.high.name, low)


@lru_cache(maxsize=64)
def showdown_view(explained: tuple[PotExplained, ...]) -> tuple[ShowdownView, ...]:
    """Who won what and why."""
    return tuple(
        ShowdownView(
            pot.pot,
            pot.amount,
            pot.text,
            tuple(
                HalfView(
                    str(line.half),
                    line.amount,
                    line.text,
                    line.seats,
                    texts(line.cards),
                    texts(line.hole),
                    texts(line.low_cards),
                    tuple(_winning_view(each) for each in line.winning),
                )
                for line in pot.lines
            ),
        )
        for pot in explained
    )


def _winning_view(winning: Winning) -> WinningView:
    cards, hole, low = (texts(c) for c in (winning.cards, winning.hole, winning.low_cards))
    return WinningView(winning.seat, cards, hole, low)


def chopped_view(chopped: Chopped, names: Mapping[Seat, str]) -> ShowdownView:
    """Which blinds were taken back."""
    lines = tuple(
        HalfView(
            str(Half.WHOLE),
            amount,
            f"{names[seat]} takes {amount} back",
            (seat,),
            (),
            (),
        )
        for seat, amount in zip(chopped.seats, chopped.amounts, strict=True)
    )
    total = Chips(sum(chopped.amounts))
    words = ". ".join(line.text for line in lines)
    return ShowdownView("chopped blinds", total, f"Chopped blinds {total} - {words}.", lines)


def texts(cards: Sequence[Card]) -> tuple[str, ...]:
    """``("As", "6d")``."""
    return tuple(CARD_TEXT[card] for card in cards)
