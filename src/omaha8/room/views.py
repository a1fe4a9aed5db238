"""What is computed for a viewer so that no client needs a rule (floor 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from omaha8.cards import CARD_TEXT, Card
from omaha8.evaluation import evaluate, readout
from omaha8.evaluation.lows import low_mask
from omaha8.hand.dealer import FULL_BOARD
from omaha8.hand.legal import Legal
from omaha8.hand.public import PublicHand
from omaha8.room.messages import (
    BuyInView,
    GameView,
    HalfView,
    HandView,
    LineView,
    PotView,
    ReadoutView,
    SeatInfo,
    ShowdownView,
    TableInfo,
    View,
)
from omaha8.room.seats import marks, own_view
from omaha8.rules.game import Chips, Seat
from omaha8.rules.split import Half, pot_name
from omaha8.table import Table, TableSetup
from omaha8.table.between_hands import Chopped
from omaha8.table.explanation import explain
from omaha8.table.setup import short_title, title


def table_info(setup: TableSetup, rules: str, think_time: float) -> TableInfo:
    """``rules`` is the name of the preset."""
    return TableInfo(
        seats=setup.seats,
        structure=str(setup.structure),
        stakes=setup.stakes,
        game=setup.title,
        rules=rules,
        big_blind=max(game.big_blind for game in setup.games),
        min_buy_in=setup.min_buy_in,
        max_buy_in=setup.max_buy_in,
        buy_in=setup.buy_in,
        think_ms=round(think_time * 1000) if think_time else None,
    )


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
            dealt=seat in table.public.dealt,
        )
        for seat, who in enumerate(table.public.seats)
    )


def legal_form(legal: Legal) -> dict[str, Any]:
    """The JSON form of the choices, with the choices in words."""
    form: dict[str, Any] = msgspec.to_builtins(legal)
    return {**form, "text": legal.explain()}


def game_view(table: Table) -> GameView:
    """The game of the hand in progress, or else of the next one."""
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
    return GameView(str(game.structure), title(game, rules), label, note)


def _switch(switch: str) -> str:
    """``orbit`` or ``hands:8`` in words."""
    unit, _, count = switch.partition(":")
    if unit == "orbit":
        return "an orbit each"
    return f"{count} {unit} each"


def _buy_in(table: Table, name: str, usual: int) -> BuyInView:
    least, most = table.public.buy_in(name)
    return BuyInView(least, most, Chips(max(usual, least)))


def view_for(
    table: Table,
    seat: Seat | None,
    names: Mapping[Seat, str],
    *,
    chair: Seat | None = None,
    buys_as: tuple[str, int] | None = None,
    straddles: bool = False,
    chopped: Chopped | None = None,
    away: Sequence[Seat] = (),
    acting_ms: int | None = None,
    next_hand_in_ms: int | None = None,
) -> View:
    """The table for somebody who was dealt into its last hand in ``seat``, ``None`` for others.

    ``names`` are those of that hand. ``chair`` is where he sits now; for who has none ``buys_as``
    is his name and the usual buy-in.
    """
    hand, legal, public = table.hand, table.legal, table.public
    common: dict[str, Any] = {
        "hand": public.hands or None,
        "game": game_view(table),
        "marks": marks(table),
        "own": None if chair is None else own_view(table, chair, straddles=straddles),
        "buy_in": None if buys_as is None else _buy_in(table, *buys_as),
        "turn": table.turn,
        "legal": legal_form(legal) if legal is not None and legal.seat == seat else None,
        "stacks": tuple(
            None if who is None else public.stack(Seat(i)) for i, who in enumerate(public.seats)
        ),
        "away": tuple(away),
        "acting_ms": acting_ms,
        "next_hand_in_ms": next_hand_in_ms,
    }
    if hand is None:
        nothing = tuple(Chips(0) for _ in public.seats)
        return View(
            pots=(),
            pot=Chips(0),
            bets=nothing,
            in_hand=tuple(False for _ in nothing),
            low_possible=False,
            capped=False,
            readout=None,
            showdown=None if chopped is None else (chopped_view(chopped, names),),
            hands=(),
            **common,
        )
    dealt = hand.public
    pots = dealt.pots
    hole = None if seat is None else hand.dealer.holes.get(seat)
    return View(
        pots=tuple(
            PotView(pot_name(i, len(pots)), pot.amount, pot.eligible) for i, pot in enumerate(pots)
        ),
        pot=hand.pot,
        bets=tuple(Chips(0 if dealt.ended else bet) for bet in dealt.bets),
        in_hand=tuple(dealt.in_hand),
        low_possible=low_mask(dealt.board).bit_count() >= 3,
        capped=not dealt.ended and dealt.is_capped(),
        readout=None if hole is None else readout_view(hole, dealt.board),
        showdown=showdown_view(dealt, names) if dealt.ended else None,
        hands=hand_views(dealt, seat, hole),
        **common,
    )


def readout_view(hole: Sequence[Card], board: Sequence[Card]) -> ReadoutView:
    """A hand in two lines."""
    said = readout(hole, board)
    return ReadoutView(
        LineView(said.high_line, texts(said.high.hole_cards), texts(said.high.cards)),
        LineView(said.low_line, texts(said.low.hole_cards), texts(said.low.cards)),
        said.counterfeited,
    )


def hand_views(
    public: PublicHand, seat: Seat | None, hole: Sequence[Card] | None
) -> tuple[HandView, ...]:
    """The hands that were shown on a full board, in the order of the seats.

    ``seat`` is the viewer's, ``hole`` his own cards: who was in to the end is told what he had,
    also where he mucked it and nobody else may know.
    """
    if len(public.board) != FULL_BOARD:
        return ()
    known: dict[Seat, Sequence[Card]] = dict(public.shown)
    called = public.ended and public.in_count > 1
    if seat is not None and hole is not None and called and public.in_hand[seat]:
        known[seat] = hole
    return tuple(_hand_view(at, known[at], public.board) for at in sorted(known))


def _hand_view(seat: Seat, hole: Sequence[Card], board: Sequence[Card]) -> HandView:
    made = evaluate(hole, board)
    low = None if made.low is None else f"{made.low.dashes} low"
    return HandView(seat, made.high.name, low)


def showdown_view(public: PublicHand, names: Mapping[Seat, str]) -> tuple[ShowdownView, ...]:
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
                )
                for line in pot.lines
            ),
        )
        for pot in explain(public, names)
    )


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
