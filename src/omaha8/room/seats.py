"""Marks at the seats, and what the table offers one of them, in words (floor 5)."""

from __future__ import annotations

from collections.abc import Sequence

from omaha8.room.shown import ChoiceView, MarkView, OfferView, OwnKillView, OwnView
from omaha8.rules.game import Seat
from omaha8.rules.options import Straddle
from omaha8.table import PublicTable, Table
from omaha8.table.entry import EntryOffer
from omaha8.table.next_hand import NextHand
from omaha8.table.offers import ChopOffer, KillOffer, Offer, StraddleOffer, kill_offers
from omaha8.table.player import Player
from omaha8.table.positions import Standing

Marks = tuple[tuple[MarkView, ...], ...]
"""By chair."""


def marks(table: Table) -> Marks:
    """What is to be said of each chair besides name and chips."""
    public, following = table.public, table.following
    return tuple(
        ()
        if player is None
        else (
            *_missed(public, player),
            *_entry(public, Seat(i), player, following),
            *_next_pot(public, Seat(i), player),
        )
        for i, player in enumerate(public.seats)
    )


def _missed(public: PublicTable, player: Player) -> list[MarkView]:
    big, small = public.rules.missed_markers
    found = []
    if player.debt.missed_big:
        found.append(MarkView("missed_big", big, "Missed the big blind: owes it before the cards"))
    if player.debt.missed_small:
        found.append(
            MarkView("missed_small", small, "Missed the small blind: owes it, dead, to the pot")
        )
    return found


def _entry(
    public: PublicTable, seat: Seat, player: Player, following: NextHand | None
) -> list[MarkView]:
    """How somebody stands who is not dealt in yet."""
    if not player.debt or not player.active or public.places is None or public.in_hand(seat):
        return []
    standing = player.standing(public.coming_rules)
    dealt = following is not None and seat in following.positions.dealt
    if standing in (Standing.POSTING, Standing.POSTING_ANYWHERE):
        when = "in the next hand" if dealt else "as soon as the button has passed"
        return [MarkView("posting", "post", f"Posts to come in, {when}")]
    if dealt:
        return []
    if standing is Standing.WAITING:
        return [MarkView("waiting", "wait", "Waits for the big blind to come in")]
    return [MarkView("owes", "owes", "Has to post what was missed to come in")]


def _next_pot(public: PublicTable, seat: Seat, player: Player) -> list[MarkView]:
    found = []
    owed, asked = public.kill_owed, public.kill_asked
    if owed is not None and owed.seat == seat:
        found.append(
            MarkView("kill", "kill", f"Took all of a pot of {owed.pot}: kills the next one")
        )
    if asked is not None and asked.seat == seat:
        found.append(MarkView("kill", "kill", f"Kills the next pot with {asked.amount}"))
    if seat in public.straddlers:
        found.append(MarkView("straddle", "straddle", "Straddles the next hand"))
    if player.out_at_big_blind:
        found.append(MarkView("out_next", "out next", "Sits out when the big blind comes"))
    return found


def own_view(
    table: Table,
    seat: Seat,
    offered: Sequence[Offer],
    *,
    straddles: bool,
    put_out: str | None = None,
    must_agree: bool = False,
) -> OwnView:
    """What concerns only the player in ``seat``, who wants to straddle whenever he may, or not.

    ``offered`` are the offers of the table to all, ``put_out`` is why the room made him sit out,
    ``must_agree`` that it will if he says nothing.
    """
    public = table.public
    player = public.player(seat)
    sits_out = "now" if player.sitting_out else None
    if player.out_at_big_blind:
        sits_out = "next_big_blind"
    offers = [offer for offer in offered if offer.seat == seat]
    return OwnView(
        offers=tuple(view for offer in offers if (view := _offer(offer)) is not None),
        sits_out=sits_out,
        straddles=None if public.coming_rules.straddle is Straddle.OFF else straddles,
        top_up=player.top_up,
        auto_rebuy=(player.rebuy_below, player.rebuy_to) if player.rebuy_to else None,
        kill=_own_kill(table, seat),
        put_out=put_out if player.sitting_out else None,
        must_agree=must_agree and player.active,
    )


def _own_kill(table: Table, seat: Seat) -> OwnKillView | None:
    following = table.following
    if following is None:
        return None
    offered = (each for each in kill_offers(table.public, following) if each.seat == seat)
    offer = next(offered, None)
    return None if offer is None else OwnKillView(offer.chosen or offer.least, bool(offer.chosen))


def _offer(offer: Offer) -> OfferView | None:
    match offer:
        case EntryOffer():
            return _entry_offer(offer)
        case KillOffer():
            return _kill_offer(offer)
        case ChopOffer():
            return _chop_offer(offer)
        case StraddleOffer():
            # The box to straddle stands whether or not his turn for it has come.
            return None


def _entry_offer(offer: EntryOffer) -> OfferView:
    amount = offer.live + offer.dead
    post = ChoiceView(f"Post {amount}", {"type": "post"}, strong=offer.chosen is None)
    wait = ChoiceView("Wait for the big blind", {"type": "wait"})
    if offer.chosen:
        when = "in the next hand" if offer.now else "when the button has passed"
        return OfferView("entry", f"You post {amount} {when}.", (wait,) if offer.may_wait else ())
    if offer.chosen is False:
        return OfferView("entry", "You wait for the big blind.", (post,))
    choices = (post, wait) if offer.may_wait else (post,)
    return OfferView("entry", f"{_sentence(offer.text)}.", choices)


def _kill_offer(offer: KillOffer) -> OfferView:
    if offer.chosen:
        undo = ChoiceView("No kill", {"type": "kill", "amount": 0})
        return OfferView("kill", f"You kill the next pot with {offer.chosen}.", (undo,))
    amounts = dict.fromkeys((offer.least, offer.most))
    return OfferView(
        "kill",
        f"You may {offer.text}.",
        tuple(ChoiceView(f"Kill with {n}", {"type": "kill", "amount": n}) for n in amounts),
    )


def _chop_offer(offer: ChopOffer) -> OfferView:
    if offer.chosen:
        return OfferView("chop", "You agree to chop; the other blind is asked.", ())
    return OfferView(
        "chop",
        f"{_sentence(offer.text)}, if the other blind agrees.",
        (
            ChoiceView("Chop", {"type": "chop", "agree": True}),
            ChoiceView("Play on", {"type": "chop", "agree": False}),
        ),
    )


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
