"""What is computed for a viewer so that no client needs a rule (floor 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from omaha8.cards import CARD_TEXT, Card
from omaha8.evaluation import readout
from omaha8.evaluation.lows import low_mask
from omaha8.hand.legal import Legal
from omaha8.hand.public import PublicHand
from omaha8.room.messages import (
    HalfView,
    LineView,
    PotView,
    ReadoutView,
    SeatInfo,
    ShowdownView,
    TableInfo,
    View,
)
from omaha8.rules.game import Chips, Seat
from omaha8.rules.split import pot_name
from omaha8.table import Table, TableSetup
from omaha8.table.explanation import explain


def table_info(setup: TableSetup, rules: str, think_time: float) -> TableInfo:
    """``rules`` is the name of the preset."""
    return TableInfo(
        seats=setup.seats,
        structure=str(setup.game.structure),
        stakes=setup.stakes,
        game=setup.title,
        rules=rules,
        big_blind=setup.game.big_blind,
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
            stack=table.stack(Seat(seat)),
            bot=who.bot,
            sitting_out=who.sitting_out,
            leaving=who.leaving,
        )
        for seat, who in enumerate(table.public.seats)
    )


def legal_form(legal: Legal) -> dict[str, Any]:
    """The JSON form of the choices, with the choices in words."""
    form: dict[str, Any] = msgspec.to_builtins(legal)
    return {**form, "text": legal.explain()}


def view_for(
    table: Table,
    seat: Seat | None,
    names: Mapping[Seat, str],
    *,
    away: Sequence[Seat] = (),
    acting_ms: int | None = None,
    next_hand_in_ms: int | None = None,
) -> View:
    """The table for somebody who was dealt into its last hand in ``seat``, ``None`` for others.

    ``names`` are those of that hand.
    """
    hand, legal = table.hand, table.legal
    common: dict[str, Any] = {
        "turn": table.turn,
        "legal": legal_form(legal) if legal is not None and legal.seat == seat else None,
        "stacks": tuple(
            None if who is None else table.stack(Seat(i))
            for i, who in enumerate(table.public.seats)
        ),
        "away": tuple(away),
        "acting_ms": acting_ms,
        "next_hand_in_ms": next_hand_in_ms,
    }
    if hand is None:
        nothing = tuple(Chips(0) for _ in table.public.seats)
        return View(
            hand=None,
            pots=(),
            pot=Chips(0),
            bets=nothing,
            in_hand=tuple(False for _ in nothing),
            low_possible=False,
            capped=False,
            readout=None,
            showdown=None,
            **common,
        )
    public = hand.public
    pots = public.pots
    hole = None if seat is None else hand.dealer.holes.get(seat)
    return View(
        hand=table.public.hands,
        pots=tuple(
            PotView(pot_name(i, len(pots)), pot.amount, pot.eligible) for i, pot in enumerate(pots)
        ),
        pot=hand.pot,
        bets=tuple(Chips(0 if public.ended else bet) for bet in public.bets),
        in_hand=tuple(public.in_hand),
        low_possible=low_mask(public.board).bit_count() >= 3,
        capped=not public.ended and public.is_capped(),
        readout=None if hole is None else readout_view(hole, public.board),
        showdown=showdown_view(public, names) if public.ended else None,
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


def texts(cards: Sequence[Card]) -> tuple[str, ...]:
    """``("As", "6d")``."""
    return tuple(CARD_TEXT[card] for card in cards)
