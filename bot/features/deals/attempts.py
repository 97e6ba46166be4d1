"""A deal played again: one human against robots, from the first call or from any later action.

An attempt is never part of a match: it is stored as the deal code of its course, in no result.
"""

from collections.abc import Iterator
from typing import NamedTuple

from bot.analysis.postmortem import PostMortem, post_mortem
from bot.engine import actions as act
from bot.engine.cards import Seat
from bot.engine.game import Game, apply_action, to_act
from bot.engine.view import SeatView
from bot.features.solo_play import record_of, view_without_offers
from bot.model.values import Record, replace
from bot.notation.deal_code import read_deal_code
from bot.notation.single_deal import SeatAction, SingleDeal, active_seats, replayed
from bot.presets import Presets
from bot.store.queries.own_deals import OwnDeal


class Attempt(Record):
    """An attempt: ``source`` is what happened, ``deal`` has the course of the attempt so far."""

    own: OwnDeal
    source: SingleDeal
    deal: SingleDeal
    game: Game

    @property
    def is_over(self) -> bool:
        """True if the deal is scored."""
        return self.game.last is not None

    @property
    def is_my_turn(self) -> bool:
        return not self.is_over and to_act(self.game) == self.own.seat

    def after(self, action: act.Action) -> "Attempt":
        """Return the attempt after an action of the seat to act.  Raises IllegalAction."""
        seat = to_act(self.game)
        assert seat is not None
        said = SeatAction(seat, action)
        deal = replace(self.deal, course=(*self.deal.course, said))
        return replace(self, deal=deal, game=apply_action(self.game, seat, action))

    def view(self, seat: Seat) -> SeatView:
        """Return what a seat may know, without claims and offers."""
        return view_without_offers(self.game, seat)


def attempt_of(presets: Presets, own: OwnDeal) -> Attempt:
    """Return the attempt that is stored with a deal.  Raises BadCode."""
    source = read_deal_code(presets, own.code)
    deal = read_deal_code(presets, own.course) if own.course else kept_course(source, own.start)
    return Attempt(own, source, deal, replayed(deal)[-1])


def kept_course(source: SingleDeal, start: int) -> SingleDeal:
    """Return the deal with the first ``start`` actions alone."""
    return replace(source, course=source.course[:start])


def latest_start(source: SingleDeal) -> int:
    """Return the last place to begin at: before the last action, or after it if more follows."""
    is_scored = replayed(source)[-1].last is not None
    return len(source.course) - is_scored


def start_before_card(source: SingleDeal, card: int) -> int:
    """Return the place just before a card, counted from 0.

    The engine plays forced cards of the last trick by itself: such a card means the last place.
    """
    plays = [n for n, said in enumerate(source.course) if isinstance(said.action, act.Play)]
    return plays[card] if card < len(plays) else latest_start(source)


def usual_seat(source: SingleDeal) -> Seat:
    """Return the declarer's seat, or forehand's if there is no contract yet."""
    game = replayed(source)[-1]
    contract = game.last.contract if game.last is not None else None
    if contract is None and game.deal is not None:
        contract = game.deal.contract
    seats = human_seats(source)
    return contract.declarer if contract is not None and contract.declarer in seats else seats[0]


def human_seats(source: SingleDeal) -> tuple[Seat, ...]:
    """Return the seats that hold cards and are no dummy, forehand first."""
    active = active_seats(source.rules, source.dealer)
    return tuple(seat for seat in active if seat != source.rules.dummy)


class Start(NamedTuple):
    """A place to begin at: the action that happened there, and the trick it leads, from 1, or 0."""

    place: int
    said: SeatAction
    trick: int


def notable_starts(source: SingleDeal) -> Iterator[Start]:
    """Yield every call and the first card of each trick."""
    games = replayed(source)
    for place, said in enumerate(source.course):
        deal = games[place].deal
        if not isinstance(said.action, act.Play):
            yield Start(place, said, 0)
        elif deal is not None and not deal.trick:
            yield Start(place, said, len(deal.tricks) + 1)


# The comparison with what happened and with best play: a job for a worker.


class Comparison(NamedTuple):
    """The post-mortems of an attempt and of what happened; None for a source without a score."""

    attempt: PostMortem
    source: PostMortem | None


def compare_with_source(attempt: SingleDeal, source: SingleDeal) -> Comparison:
    """Return the post-mortems of a finished attempt and of what happened."""
    is_scored = replayed(source)[-1].last is not None
    happened = post_mortem(record_of(source)) if is_scored else None
    return Comparison(post_mortem(record_of(attempt)), happened)
