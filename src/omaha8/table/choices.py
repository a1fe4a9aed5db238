"""What players choose before a hand, and what the room decides for the next one (floor 4).

Each function says which events a command makes, or refuses it; it changes nothing.
"""

from __future__ import annotations

from omaha8.rules.game import Seat
from omaha8.rules.house import RulesError
from omaha8.rules.options import ChopBlinds, Kill
from omaha8.rules.options import Straddle as StraddleRule
from omaha8.table import commands as c
from omaha8.table.between_hands import (
    ChopAnswered,
    ConnectionBack,
    ConnectionLost,
    EntryChosen,
    KillAsked,
    MinuteTold,
    RulesChangeAsked,
    SitOutAtBigBlind,
    StraddleAsked,
    TableEvent,
)
from omaha8.table.chairs import player_at
from omaha8.table.entry import may_post, may_wait
from omaha8.table.events import CameBack, SatOut
from omaha8.table.money import check_table, usual_buy_in
from omaha8.table.next_hand import NextHand
from omaha8.table.offers import chop_offers, kill_offers
from omaha8.table.player import Player
from omaha8.table.refusal import Refusal, Refused, seat_words
from omaha8.table.state import PublicTable


def refuse(message: str) -> Refused:
    """A refusal for which programs have no name of its own."""
    return Refused(Refusal.REFUSED, message)


def sit_out(table: PublicTable, command: c.SitOut) -> list[TableEvent]:
    """In the hand that is going on he plays."""
    player, seat = player_at(table, command.seat), command.seat
    if player.sitting_out:
        raise refuse(f"{player.name} is sitting out already; come back at any time.")
    if command.when == "now":
        return [SatOut(seat)]
    if player.out_at_big_blind:
        raise refuse(f"{player.name} sits out at the big blind already; come back or do so now.")
    return [SitOutAtBigBlind(seat)]


def come_back(table: PublicTable, command: c.ComeBack) -> list[TableEvent]:
    """Blinds missed meanwhile are owed."""
    player = player_at(table, command.seat)
    away = player.sitting_out or player.out_at_big_blind
    if not away and command.seat not in table.leavers:
        raise refuse(f"{player.name} is not sitting out.")
    return [CameBack(command.seat)]


def _owing(table: PublicTable, seat: Seat) -> Player:
    player = player_at(table, seat)
    if not player.debt:
        raise refuse(f"{player.name} owes nothing and is dealt in.")
    if player.sitting_out:
        raise refuse(f"{player.name} is sitting out: come back first.")
    if player.stack == 0:
        raise refuse(f"{player.name} has no chips: top up first.")
    if table.places is None:
        raise refuse(f"{player.name} is dealt into the first hand and owes nothing.")
    return player


def choose_post(table: PublicTable, command: c.ChoosePost) -> list[TableEvent]:
    """RULES, new player and missed blinds: it is posted as soon as the seat may be dealt in."""
    player, rules = _owing(table, command.seat), table.coming_rules
    if not may_post(player.debt, rules):
        if player.debt.marked:
            raise refuse(f"Missed blinds are not posted here: wait (missed_bb: {rules.missed_bb}).")
        how = "wait for the big blind" if may_wait(player.debt, rules) else "are dealt in for free"
        raise refuse(f"New players {how} here (new_player: {rules.new_player}).")
    if player.posts:
        raise refuse(f"{player.name} posts already, as soon as the seat allows.")
    return [EntryChosen(command.seat, True)]


def choose_wait(table: PublicTable, command: c.ChooseWait) -> list[TableEvent]:
    """RULES: or wait for the big blind."""
    player, rules = _owing(table, command.seat), table.coming_rules
    if not may_wait(player.debt, rules):
        if player.debt.marked:
            raise refuse(
                f"Waiting makes up for no missed blind here: post or sit out "
                f"(missed_bb: {rules.missed_bb})."
            )
        raise refuse(f"New players are dealt in for free here (new_player: {rules.new_player}).")
    if player.posts is False:
        raise refuse(f"{player.name} waits for the big blind already.")
    return [EntryChosen(command.seat, False)]


def straddle(
    table: PublicTable, command: c.Straddle, following: NextHand | None
) -> list[TableEvent]:
    """RULES, straddle: left of the big blind, before cards."""
    player, seat, rules = player_at(table, command.seat), command.seat, table.coming_rules
    if rules.straddle is StraddleRule.OFF:
        raise refuse("There are no straddles here (straddle: off).")
    _before_cards(table, "Straddle")
    if not command.on:
        if seat not in table.straddlers:
            raise refuse(f"{player.name} does not straddle.")
        return [StraddleAsked(seat, False)]
    if following is None:
        raise refuse("No hand can be dealt yet: straddle when the next big blind is known.")
    if following.killer is not None:
        raise refuse(f"There is no straddle in a kill pot ({seat_words(following.killer)} kills).")
    if following.may_straddle != seat:
        first = following.positions.under_the_gun
        if first is None:
            raise refuse("There is no straddle heads-up.")
        if first != seat:
            raise refuse(
                f"Only the player left of the big blind may straddle: {seat_words(first)}."
            )
        raise refuse(
            f"{player.name} cannot straddle: it takes {2 * following.plain.big_blind} chips, and "
            f"no blinds owed."
        )
    if seat in table.straddlers:
        raise refuse(f"{player.name} straddles already.")
    return [StraddleAsked(seat, True)]


def _before_cards(table: PublicTable, what: str) -> None:
    if table.playing:
        raise Refused(Refusal.IN_HAND, f"{what} before the cards: wait for this hand to end.")


def kill_pot(
    table: PublicTable, command: c.KillPot, following: NextHand | None
) -> list[TableEvent]:
    """RULES, optional kill: an overblind before cards, by one player. A hand that is going on does
    not keep him from saying so; what it leaves him is looked at when the next one is dealt.
    """
    player, seat, amount = player_at(table, command.seat), command.seat, command.amount
    rules, asked = table.coming_rules, table.kill_asked
    if rules.kill is not Kill.OPTIONAL:
        raise refuse(f"Nobody kills a pot by choice here (kill: {rules.kill}).")
    if amount == 0:
        if asked is None or asked.seat != seat:
            raise refuse(f"{player.name} does not kill the next pot.")
        return [KillAsked(seat, amount)]
    if following is None:
        raise refuse("No hand can be dealt yet: there is no pot to kill.")
    if asked is not None and asked.seat != seat:
        raise refuse(f"{seat_words(asked.seat).capitalize()} kills the next pot already.")
    offer = next((o for o in kill_offers(table, following) if o.seat == seat), None)
    if offer is None:
        raise refuse(
            f"{player.name} cannot kill the next pot: it must be limit, he dealt in, and have "
            f"{2 * following.plain.big_blind} chips."
        )
    if not offer.least <= amount <= offer.most:
        raise refuse(f"An overblind is {offer.amounts} chips (you asked for {amount}).")
    return [KillAsked(seat, amount)]


def agree_chop(table: PublicTable, command: c.AgreeChop) -> list[TableEvent]:
    """RULES, chop: both blinds must agree."""
    player, seat = player_at(table, command.seat), command.seat
    if table.rules.chop_blinds is ChopBlinds.OFF:
        raise refuse("Blinds are not chopped here (chop_blinds: off).")
    offer = next((o for o in chop_offers(table) if o.seat == seat), None)
    if offer is None:
        raise refuse(
            "The two blinds may chop when all others have folded, nobody has raised and only the "
            "blinds are in the pot."
        )
    if offer.chosen:
        raise refuse(f"{player.name} agrees already: the other blind is asked.")
    return [ChopAnswered(seat, command.agree)]


def change_rules(table: PublicTable, command: c.ChangeRules) -> list[TableEvent]:
    """RULES of a table are fixed while a hand is going on; a change waits for the next one."""
    coming = table.next_rules or table
    rules = coming.rules if command.rules is None else command.rules
    least, most = coming.min_buy_in, coming.max_buy_in
    games = coming.games
    if command.games is not None and command.games != games:
        games = command.games
        if games:
            least, most = usual_buy_in(games)
    if command.min_buy_in is not None:
        least = command.min_buy_in
    if command.max_buy_in is not None:
        most = command.max_buy_in
    try:
        check_table(rules, games, len(table.seats), least, most)
    except RulesError as error:
        raise refuse(str(error)) from None
    return [
        RulesChangeAsked(rules=rules, games=games, min_buy_in=least, max_buy_in=most, by=command.by)
    ]


def tell_minute(table: PublicTable, command: c.TellMinute) -> list[TableEvent]:
    """Minutes only go on."""
    if command.minute < table.minute:
        raise refuse(f"It was minute {table.minute} already (you said {command.minute}).")
    return [MinuteTold(command.minute)] if command.minute > table.minute else []


def disconnect(table: PublicTable, command: c.Disconnect) -> list[TableEvent]:
    """He keeps chair and hand; the room decides how long (`TimeOut`, `SitOut`)."""
    player = player_at(table, command.seat)
    if not player.connected:
        raise refuse(f"{player.name}'s connection is lost already.")
    return [ConnectionLost(command.seat)]


def reconnect(table: PublicTable, command: c.Reconnect) -> list[TableEvent]:
    """He goes on where he was."""
    player = player_at(table, command.seat)
    if player.connected:
        raise refuse(f"{player.name} is connected.")
    return [ConnectionBack(command.seat)]
