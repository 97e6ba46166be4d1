"""The view of a game: everything that one seat, or a spectator, may know.

A seat's view and a spectator's are two types, so that a public message cannot be given a hand, and
a robot always has a seat.  ``View`` is either; comparing its ``seat`` with None tells which.

A view is built from nothing: it contains a field only if that seat may see it.  Hidden cards
cannot change a view (tests/properties deals them anew and compares).
"""

from typing import Generic, NamedTuple, TypeAlias, TypeVar, overload

from bot.engine import actions, families, ledger
from bot.engine.cards import EMPTY, Card, Hand, Seat
from bot.engine.deal import Call, Carry, Contract, Deal, DealResult, Offer, Stage, Trick
from bot.engine.game import Game, stage_of, to_act
from bot.engine.rules import Rules, TricksShown
from bot.model.enums import Posting


class RevealedCards(NamedTuple):
    """The cards of a scored deal."""

    dealt: tuple[Hand, ...]  # by seat; the resting dealer's is empty
    talon: tuple[Card, ...]
    discard: tuple[Card, ...]


class ResultView(NamedTuple):
    """The last scored deal; ``reveal`` is None if the rules keep the cards hidden."""

    number: int
    dealer: Seat
    seats: tuple[Seat, Seat, Seat]
    outcome: str
    contract: Contract | None
    roles: tuple[str, ...]
    won: tuple[int, ...]
    tricks: tuple[Trick, ...]
    postings: tuple[Posting, ...]
    calls: tuple[tuple[Seat, str], ...]
    reveal: RevealedCards | None


class DealView(NamedTuple):
    """The open deal as everyone sees it."""

    number: int
    dealer: Seat
    seats: tuple[Seat, Seat, Seat]
    counts: tuple[int, ...]  # cards in hand, by seat
    talon: tuple[Card, ...]  # the face-up ones
    calls: tuple[Call, ...]
    contract: Contract | None
    roles: tuple[str, ...]
    open_hands: tuple[tuple[Seat, Hand], ...]
    offer: Offer | None
    tricks: tuple[Trick, ...]
    won: tuple[int, ...]
    trick: tuple[Card, ...]
    talon_lead: Card | None  # the talon card that leads the trick in progress
    leader: Seat
    turn: Seat | None  # the hand to play next (in open play not always of the seat to act)

    @property
    def declared_contract(self) -> Contract:
        """The contract of a deal that is known to have one."""
        assert self.contract is not None
        return self.contract

    @property
    def open_offer(self) -> Offer:
        """The offer of a deal that is known to have one."""
        assert self.offer is not None
        return self.offer

    @property
    def high_bid(self) -> tuple[str, Seat] | None:
        """The name of the highest bid and its holder; a senior may hold the bid of another."""
        name, holder = "", -1
        for call in self.calls:
            if isinstance(call.action, actions.Bid):
                name, holder = call.action.name, call.seat
            elif call.action is actions.HOLD:
                holder = call.seat
        return (name, holder) if name else None

    @property
    def player_on_turn(self) -> Seat:
        """The hand to play next in a deal that is known to be in the play of tricks."""
        assert self.turn is not None
        return self.turn


S = TypeVar("S", bound=Seat | None)


class GameView(NamedTuple, Generic[S]):
    """Everything that a seat or a spectator may know; a spectator's ``seat`` is None."""

    rules: Rules
    version: int
    seat: S
    stage: Stage
    to_act: Seat | None  # None when the game is over, TABLE when cards must be dealt
    dealer: Seat  # of the open or the next deal
    carry: Carry  # a carry is public
    sheet: ledger.Sheet
    balance: tuple[int, ...]  # the running balance by seat, or the settlement of an ended game
    marks: tuple[tuple[str, int], ...]
    deals: int  # scored so far
    table: DealView | None  # None between deals, also during a question
    hand: Hand
    from_talon: Hand  # the two cards of ``hand`` from the talon, during the exchange
    discard: tuple[Card, ...]  # the viewer's own
    legal: tuple[actions.Action, ...]
    last: ResultView | None

    @property
    def open_deal(self) -> DealView:
        """The open deal of a game that is known to have one."""
        assert self.table is not None
        return self.table

    @property
    def is_my_turn(self) -> bool:
        return self.seat is not None and self.seat == self.to_act

    @property
    def visible_tricks(self) -> tuple[tuple[int, Trick], ...]:
        """The finished tricks of the open deal that the rules still show, with numbers from 1.

        ``table`` holds them all, because everyone has seen them and may remember them.
        """
        done = () if self.table is None else tuple(enumerate(self.table.tricks, start=1))
        return done[-1:] if self.is_from_memory else done

    @property
    def visible_talon(self) -> tuple[Card, ...]:
        """The face-up talon; if the rules show only the last trick, it disappears after two tricks.

        A thrown talon stays visible to the end of the play (rules/russian.md 2.5 rule 3, 2.9).
        """
        table = self.table
        if table is None or not table.talon:
            return ()
        is_past = self.is_from_memory and len(table.tricks) > 1
        if is_past and actions.THROW not in [call.action for call in table.calls]:
            return ()
        return table.talon

    @property
    def is_from_memory(self) -> bool:
        """True where the table shows the last trick only, and players remember the others."""
        return self.rules.options.tricks_shown is TricksShown.LAST


SeatView: TypeAlias = GameView[Seat]
SpectatorView: TypeAlias = GameView[None]
View: TypeAlias = SeatView | SpectatorView


class MatchView(NamedTuple):
    """The part of a view that is the same for everybody, and until the open deal ends."""

    balance: tuple[int, ...]
    marks: tuple[tuple[str, int], ...]
    last: ResultView | None


def match_view(game: Game) -> MatchView:
    """Return the part of a view that is the same for everybody."""
    family = families.family_of(game.rules)
    return MatchView(
        balance=(family.settle if game.ended else family.balance)(game.rules, game.carry.sheet),
        marks=family.marks(game.rules, game.carry),
        last=None if game.last is None else result_view(game.rules, game.last),
    )


@overload
def build_view(game: Game, seat: Seat, match: MatchView | None = None) -> SeatView: ...
@overload
def build_view(game: Game, seat: None, match: MatchView | None = None) -> SpectatorView: ...
def build_view(game: Game, seat: Seat | None, match: MatchView | None = None) -> View:
    """Return the view of a seat, or a spectator's for None.

    ``match`` is the ``match_view`` of a game with the same carry, for many views of one deal.
    """
    public = public_view(game, match_view(game) if match is None else match)
    return public if seat is None else seat_view(game, public, seat)


def public_view(game: Game, match: MatchView) -> SpectatorView:
    """Return a spectator's view; every ``seat_view`` of the game begins with it."""
    deal, carry = game.deal, game.carry
    fields = (  # in the order of the view: with keywords it takes four times as long
        game.rules,
        game.version,
        None,  # seat
        stage_of(game),
        to_act(game),
        carry.dealer,
        carry,
        carry.sheet,
        match.balance,
        match.marks,
        carry.number,  # deals
        _deal_view(deal) if deal is not None and deal.is_dealt else None,
        EMPTY,  # hand
        EMPTY,  # from_talon
        (),  # discard
        (),  # legal
        match.last,
    )
    public: SpectatorView = tuple.__new__(GameView, fields)
    return public


_SEAT, _HAND = GameView._fields.index("seat"), GameView._fields.index("hand")


def seat_view(game: Game, public: SpectatorView, seat: Seat) -> SeatView:
    """Return what ``seat`` may know: the ``public_view`` of the game, and their own cards."""
    deal, shared = game.deal, (*public[:_SEAT], seat, *public[_SEAT + 1 : _HAND])
    if deal is None:
        view: SeatView = tuple.__new__(GameView, (*shared, EMPTY, EMPTY, (), (), public.last))
        return view
    taken, phase = EMPTY, deal.phase
    if public.to_act == seat:
        legal = phase.legal(deal)
        if public.stage is Stage.EXCHANGE:
            taken = _from_talon(deal, seat)
    else:
        legal = phase.out_of_turn_actions(deal, seat)
    is_declarer = deal.contract is not None and deal.contract.declarer == seat
    discard = deal.discard if is_declarer else ()
    own = (deal.hands[seat], taken, discard, legal, public.last)
    seen: SeatView = tuple.__new__(GameView, (*shared, *own))
    return seen


def build_open_view(game: Game) -> SpectatorView:
    """Return a spectator's view of a dealt deal in which every player shows the hand."""
    deal = game.deal
    assert deal is not None
    hands = tuple((seat, deal.hands[seat]) for seat in deal.seats)
    return build_view(game, None)._replace(table=_deal_view(deal)._replace(open_hands=hands))


def _from_talon(deal: Deal, seat: Seat) -> Hand:
    """Return the cards the seat has just picked up, in its exchange.

    Empty in a second exchange, after buying back: the undealt cards of the hand then come from
    both pick-ups.
    """
    if any(call.seat == seat and isinstance(call.action, actions.Declare) for call in deal.calls):
        return EMPTY
    return deal.hands[seat] - deal.dealt[seat]


def _deal_view(deal: Deal) -> DealView:
    shown = deal.open_seats
    fields = (  # in the order of the view: with keywords it takes four times as long
        deal.number,
        deal.dealer,
        deal.seats,
        tuple(map(int.bit_count, deal.hands)),
        deal.talon[: deal.talon_shown],
        deal.calls,
        deal.contract,
        deal.roles,
        tuple([(seat, deal.hands[seat]) for seat in shown]) if shown else (),
        deal.offer,
        deal.tricks,
        deal.won,
        deal.trick,
        deal.lead[0] if deal.lead else None,
        deal.leader,
        deal.turn if deal.turn >= 0 else None,
    )
    view: DealView = tuple.__new__(DealView, fields)
    return view


def known_cards(deal: Deal) -> tuple[int, ...]:
    """Return as bits all cards that each player can locate, those in tricks excepted.

    The last item is what a spectator can locate.
    """
    public = 0
    for card in (*deal.talon[: deal.talon_shown], *deal.lead[:1]):
        public |= 1 << card
    for open_seat in deal.open_seats:
        public |= int(deal.hands[open_seat])
    known = [int(hand) | public for hand in deal.hands[: deal.rules.players]]
    if deal.contract is not None:
        for card in deal.discard:
            known[deal.contract.declarer] |= 1 << card
    return (*known, public)


def result_view(rules: Rules, result: DealResult) -> ResultView:
    """Return a scored deal as everyone sees it."""
    reveal = RevealedCards(tuple(map(Hand, result.dealt)), result.talon, result.discard)
    return ResultView(
        number=result.number,
        dealer=result.dealer,
        seats=result.seats,
        outcome=result.outcome,
        contract=result.contract,
        roles=result.roles,
        won=result.won,
        tricks=result.tricks,
        postings=result.postings,
        calls=result.calls,
        reveal=reveal if rules.options.reveal_after_deal else None,
    )
