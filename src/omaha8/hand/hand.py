"""One hand of Omaha Hi/Lo: actions go in, events come out (floor 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from omaha8.cards import Card
from omaha8.hand.actions import (
    SHOW,
    Action,
    BetTo,
    Call,
    Check,
    Fold,
    Muck,
    RaiseTo,
    Show,
)
from omaha8.hand.dealer import FULL_BOARD, Dealer
from omaha8.hand.events import (
    Bet,
    BoardDealt,
    Called,
    Checked,
    Event,
    Folded,
    HandStarted,
    HoleDealt,
    Mucked,
    Posted,
    PostKind,
    Raised,
    Shown,
    UncalledReturned,
)
from omaha8.hand.legal import IllegalAction, Legal
from omaha8.hand.posts import Post, standard_posts
from omaha8.hand.public import PublicHand
from omaha8.hand.settle import awards, beaten, stacks_of
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules
from omaha8.rules.options import Burn, UncontestedShow
from omaha8.rules.options import Muck as MuckRule


class SetupError(ValueError):
    """A hand cannot begin like this; the message says what is wrong and what is allowed."""


class Hand:
    """A hand from the posts to the last award.

    ``deck`` is the order in which cards are dealt, or a `Dealer` for a hand whose cards are known
    otherwise. ``stacks`` has an entry per seat of the table; ``None`` or 0 is nobody. ``posts`` are
    what the table asks for, in order; without them the blinds stand where they ordinarily do.
    ``rake`` fixes what the house takes, in place of the option (at most all there is). The deck is
    dealt by the rules, so equal arguments and actions give equal events. Raises `SetupError` or
    `CardError`.
    """

    __slots__ = ("_rake", "dealer", "events", "public", "unresolved")

    def __init__(
        self,
        rules: HouseRules,
        game: Game,
        stacks: Sequence[int | None],
        button: int,
        deck: Sequence[Card] | Dealer,
        *,
        posts: Iterable[Post] | None = None,
        final_two: bool = False,
        rake: int | None = None,
    ) -> None:
        _check_setup(game, stacks, button)
        if rake is not None and rake < 0:
            raise SetupError(f"rake: 0 chips or more, not {rake}")
        if posts is None:
            posts = standard_posts(rules, game, stacks, Seat(button))
        posts = tuple(posts)
        _check_posts(posts, stacks)
        start = HandStarted(
            rules=rules,
            game=game,
            button=Seat(button),
            stacks=tuple(Chips(stack) if stack else None for stack in stacks),
            final_two=final_two,
        )
        self.events: list[Event] = [start]
        self.public = PublicHand(start)
        self.unresolved: str | None = None
        self._rake = rake
        seats = self.public.deal_order
        if not isinstance(deck, Dealer):
            burns = rules.burn is Burn.BEFORE_EACH_BOARD_STREET
            deck = Dealer.from_deck(deck, seats, game.hole_cards, burns)
        self.dealer = deck
        for owed in posts:
            self._post(owed)
        for seat in seats:
            self._emit(HoleDealt(seat, game.hole_cards, self.dealer.holes.get(seat)))
        self._advance()

    # what it says

    @property
    def legal(self) -> Legal | None:
        """The choices of whose turn it is; ``None`` when the hand is over."""
        return self.public.legal

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is."""
        return self.public.turn

    @property
    def over(self) -> bool:
        """Every chip has been awarded."""
        return self.public.ended

    @property
    def stacks(self) -> tuple[Chips | None, ...]:
        """Chips behind, by seat; ``None`` where nobody was dealt in."""
        return stacks_of(self.public)

    @property
    def pot(self) -> Chips:
        """Everything put in so far, whoever has won it since."""
        public = self.public
        return Chips(public.pot + public.raked + sum(award.amount for award in public.awards))

    @property
    def board(self) -> tuple[Card, ...]:
        """The board as dealt so far."""
        return tuple(self.public.board)

    def copy(self) -> Hand:
        """The same hand, free to go another way. The dealer's cards are shared."""
        twin = Hand.__new__(Hand)
        twin.events = self.events.copy()
        twin.public = self.public.copy()
        twin.dealer = self.dealer
        twin.unresolved = self.unresolved
        twin._rake = self._rake
        return twin

    # what changes it

    def apply(self, action: Action, seat: Seat | None = None) -> list[Event]:
        """Do ``action`` for whose turn it is, and all that follows from it; the new events.

        ``seat``, where given, must be the one whose turn it is. Raises `IllegalAction`, and then
        nothing has changed.
        """
        legal = self.public.legal
        if legal is None or action not in legal or (seat is not None and seat != legal.seat):
            raise IllegalAction(action, legal, seat)
        if (
            legal.showdown
            and isinstance(action, Show)
            and self.dealer.holes.get(legal.seat) is None
        ):
            raise IllegalAction(action, legal, because=f"seat {legal.seat}'s cards are unknown")
        events = self.events
        before = len(events)
        event = self._event_of(action, legal)
        self.public.evolve(event)
        events.append(event)
        if self.public.betting_closed:
            self._advance()
        return events[before:]

    def show(self, seat: Seat) -> list[Event]:
        """Show a hand when all is over and nothing asks for it; the new events.

        Who mucked at the showdown may, and a winner whom nobody called, if ``uncontested_show``
        allows. Raises `IllegalAction`.
        """
        public, hole = self.public, self.dealer.holes.get(seat)
        won = any(award.seat == seat for award in public.awards)
        wrong = None
        if not public.ended:
            wrong = "the hand is not over"
        elif not 0 <= seat < len(public.in_hand) or not public.in_hand[seat]:
            wrong = f"seat {seat} is not in the hand any more"
        elif seat in public.shown:
            wrong = f"seat {seat} has shown already"
        elif won and public.rules.uncontested_show is UncontestedShow.NEVER:
            wrong = "a hand that nobody called stays down here (uncontested_show: never)"
        if wrong is not None or hole is None:
            raise IllegalAction(SHOW, None, because=wrong or f"seat {seat}'s cards are unknown")
        before = len(self.events)
        self._emit(Shown(seat, hole, voluntary=True))
        return self.events[before:]

    def _emit(self, event: Event) -> None:
        self.public.evolve(event)
        self.events.append(event)

    def _post(self, owed: Post) -> None:
        stack = self.public.stacks[owed.seat]
        live = min(owed.live, stack)
        dead = min(owed.dead, stack - live)
        # An ante asks nothing of others, even a live one.
        price = Chips(0) if owed.kind is PostKind.ANTE else owed.live
        self._emit(
            Posted(owed.seat, owed.kind, Chips(live), Chips(dead), price, live + dead == stack)
        )

    def _event_of(self, action: Action, legal: Legal) -> Event:
        seat = legal.seat
        kind = type(action)
        if kind is Check:
            return Checked(seat)
        if kind is Fold:
            return Folded(seat)
        public = self.public
        bet, stack = public.bets[seat], public.stacks[seat]
        if kind is Call:
            added = legal.to_call
            return Called(seat, added, Chips(bet + added), added == stack)
        if isinstance(action, BetTo | RaiseTo):
            to = action.to
            added = Chips(to - bet)
            full = public.betting.is_full(to)
            return (Bet if kind is BetTo else Raised)(seat, added, to, added == stack, full)
        if kind is Muck:
            return Mucked(seat)
        cards = self.dealer.holes[seat]
        assert cards is not None
        return Shown(seat, cards)

    def _advance(self) -> None:
        """All that happens until somebody is to act or the hand is over."""
        public = self.public
        while public.betting_closed and not public.ended:
            back = public.uncalled()
            if back is not None:
                self._emit(UncalledReturned(*back))
            if public.in_count == 1:
                self._settle()
            elif len(public.board) == FULL_BOARD:
                self._showdown()
                return
            else:
                if public.able_count <= 1 and public.rules.all_in_face_up:
                    self._face_up()
                cards = self.dealer.next_board(len(public.board))
                if cards is None:
                    self.unresolved = f"the board after the {public.street} is unknown"
                    return
                self._emit(BoardDealt(cards, int(self.dealer.burns)))

    def _face_up(self) -> None:
        """RULES, showdown: all-in with no more betting, hands are face up before the run-out."""
        for seat in self.public.contesting:
            cards = self.dealer.holes.get(seat)
            if cards is not None and seat not in self.public.shown:
                self._emit(Shown(seat, cards))

    def _showdown(self) -> None:
        public, holes = self.public, self.dealer.holes
        auto = public.rules.muck is MuckRule.AUTO_REVEAL
        unknown = [seat for seat in public.contesting if holes.get(seat) is None]
        if unknown and (auto or public.rules.muck is MuckRule.SHOW_ALL):
            self.unresolved = f"hole cards unknown: seat {', '.join(map(str, unknown))}"
            return
        pots = public.pots
        while (seat := public.next_to_show()) is not None:
            if public.legal is not None:
                return
            if public.contesting == [seat]:
                break  # everybody else mucked: nobody is left to show to
            cards = holes.get(seat)
            if cards is None:
                self.unresolved = f"hole cards unknown: seat {seat}"
                return
            if auto and public.shown and beaten(public, self.dealer, seat, pots):
                self._emit(Mucked(seat))
            else:
                self._emit(Shown(seat, cards))
        self._settle()

    def _settle(self) -> None:
        for event in awards(self.public, self.dealer, self._rake):
            self._emit(event)


def _check_setup(game: Game, stacks: Sequence[int | None], button: int) -> None:
    seated = sum(1 for stack in stacks if stack)
    most = (52 - FULL_BOARD - 3) // game.hole_cards
    if any(stack is not None and stack < 0 for stack in stacks):
        raise SetupError(f"stacks: 0 chips or more, not {list(stacks)}")
    if not 2 <= seated <= most:
        raise SetupError(
            f"stacks: 2 to {most} players with chips for {game.hole_cards} hole cards, not {seated}"
        )
    if not 0 <= button < len(stacks):
        raise SetupError(f"button: a seat from 0 to {len(stacks) - 1}, not {button}")


def _check_posts(posts: Sequence[Post], stacks: Sequence[int | None]) -> None:
    for owed in posts:
        if not 0 <= owed.seat < len(stacks) or not stacks[owed.seat]:
            raise SetupError(f"posts: {owed.kind} from seat {owed.seat}, where nobody has chips")
        if owed.live < 0 or owed.dead < 0:
            raise SetupError(f"posts: {owed.kind} of {owed.live} live, {owed.dead} dead: below 0")
    for kind in (PostKind.SMALL_BLIND, PostKind.BIG_BLIND):
        seats = [owed.seat for owed in posts if owed.kind is kind]
        if len(seats) > 1:
            raise SetupError(f"posts: {kind} from seats {', '.join(map(str, seats))}; one posts it")
