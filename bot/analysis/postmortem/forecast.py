"""Final tricks of each seat under best play, and the points they bring."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from bot.analysis import all_pass_solver, solver
from bot.analysis.position import Aim, Position, play_of, position_of
from bot.analysis.postmortem.record import DealRecord, NoPlay, replay_record
from bot.analysis.solver import solve_many
from bot.engine import deal, families
from bot.engine.actions import PLAYS, Play
from bot.engine.cards import Card, Seat, Strain
from bot.engine.deal import Carry, Deal
from bot.engine.families import family_of
from bot.engine.game import score_deal
from bot.engine.rules import Rules
from bot.engine.trick_play import TRICKS

# Points of each seat for hypothetical tricks of a deal.
#
# The engine scores the deal again with other tricks and the same auction; the points of a seat are
# its balance right after the deal minus its balance right before it.

SeatPoints = tuple[int, ...]  # by seat, in units of the settlement
SeatTricks = tuple[int, ...]  # by seat


class PointScale:
    """Points of a deal as a function of the final tricks of each seat."""

    def __init__(self, end: Deal, made: SeatTricks, points: SeatPoints) -> None:
        self._deal = end
        self._known: dict[SeatTricks, SeatPoints] = {made: points}

    def points(self, tricks: SeatTricks) -> SeatPoints:
        if tricks not in self._known:
            result = score_deal(self._deal._replace(won=tricks, tricks=(), trick=(), offer=None))
            deal = self._deal
            after = family_of(deal.rules).next_carry(deal.rules, deal.carry, result)
            self._known[tricks] = points_earned(deal.rules, deal.carry, after)
        return self._known[tricks]


def points_earned(rules: Rules, before: Carry, after: Carry) -> SeatPoints:
    """Return the change of each seat's balance by a deal."""
    family = family_of(rules)
    old, new = family.balance(rules, before.sheet), family.balance(rules, after.sheet)
    return tuple(b - a for a, b in zip(old, new, strict=True))


def share_tricks(defence: int, taken: Sequence[int], out: Seat = -1) -> tuple[int, int]:
    """Return each defender's share of ``defence`` tricks, given the tricks actually ``taken``.

    Extra tricks go to the defender with fewer, missing ones come from the defender with more, the
    first where both are equal.  ``out`` is the index of a defender who takes no part, or -1.
    """
    if out >= 0:
        return (0, defence) if out == 0 else (defence, 0)
    first, second = taken
    while first + second < defence:
        first, second = (first + 1, second) if first <= second else (first, second + 1)
    while first + second > defence:
        first, second = (first - 1, second) if first >= second else (first, second - 1)
    return first, second


# Forecast of each seat's final tricks when everybody continues with best play.


class ForecastOption(NamedTuple):
    """A legal card and the forecast after it."""

    card: Card
    tricks: SeatTricks


class Forecast(Protocol):
    """Forecasts for the states of one deal in its play."""

    def final_tricks(self, deal: Deal) -> SeatTricks:
        """Return the tricks of each seat at the end."""

    def options(self, deal: Deal) -> tuple[ForecastOption, ...]:
        """Return the legal cards of the hand to play, by card."""

    def loss(self, seat: Seat, before: SeatTricks, after: SeatTricks) -> int:
        """Return the counting tricks that the side of a seat loses between two forecasts."""

    def counting_tricks(self, tricks: SeatTricks) -> SeatTricks:
        """Return the counting tricks of each seat: none after the trick that ends the play."""

    def counting_won(self, won: Sequence[int]) -> SeatTricks:
        """Return the counting tricks of those that were actually won."""


def forecast_of(start: Deal, won: Sequence[int]) -> Forecast:
    """Return a forecast; ``start`` is the deal at its first lead, ``won`` the actual tricks."""
    if start.contract is None:
        return AllPassForecast(start)
    return TwoSidedForecast(start, won)


class TwoSidedForecast:
    """A declarer against two defenders; their actual tricks decide how they share the rest."""

    def __init__(self, start: Deal, won: Sequence[int]) -> None:
        position, play = position_of(start), play_of(start.phase)
        assert position is not None
        assert play is not None
        self.declarer = start.declared_contract.declarer
        self._most = position.contract.aim is Aim.MOST
        self._solver = solver.Solver(position.contract)
        self._defenders = start.defenders()
        self._play, self._won, self._players = play, won, len(won)

    def final_tricks(self, deal: Deal) -> SeatTricks:
        position = position_of(deal)
        assert position is not None
        return self._all(deal.won[self.declarer] + self._solver.solve(position.cards))

    def options(self, deal: Deal) -> tuple[ForecastOption, ...]:
        position = position_of(deal)
        assert position is not None
        won, values = deal.won[self.declarer], self._solver.move_values(position.cards)
        return tuple(ForecastOption(card, self._all(won + value)) for card, value in values)

    def loss(self, seat: Seat, before: SeatTricks, after: SeatTricks) -> int:
        lost = self._count(before[self.declarer]) - self._count(after[self.declarer])
        return lost if (seat == self.declarer) is self._most else -lost

    def counting_tricks(self, tricks: SeatTricks) -> SeatTricks:
        return self._all(self._count(tricks[self.declarer]))

    def counting_won(self, won: Sequence[int]) -> SeatTricks:
        if self.declarer in self._play.side:
            return self._all(self._count(won[self.declarer]))
        return self._all(self._count(TRICKS - sum(won[seat] for seat in self._defenders)))

    def _count(self, declarer: int) -> int:
        """Return the declarer's counting tricks where a side's limit ends the play."""
        play = self._play
        if not play.side:
            return declarer
        mine = self.declarer in play.side
        return min(declarer, play.limit) if mine else max(declarer, TRICKS - play.limit)

    def _all(self, declarer: int) -> SeatTricks:
        """Return every seat's tricks for a number of declarer tricks."""
        first, second = self._defenders
        taken = (self._won[first], self._won[second])
        out = self._defenders.index(self._play.out) if self._play.out >= 0 else -1
        tricks = [0] * self._players
        tricks[self.declarer] = declarer
        tricks[first], tricks[second] = share_tricks(TRICKS - declarer, taken, out)
        return tuple(tricks)


class AllPassForecast:
    """All-pass: every player wants the fewest tricks; one rational line of many."""

    def __init__(self, start: Deal) -> None:
        position = position_of(start)
        assert position is not None
        self._rational = all_pass_solver.AllPassSolver(position.contract)
        self._players = len(start.won)
        self._dealer = start.dealer
        self._two = start.players if start.rules.dummy >= 0 else ()

    def final_tricks(self, deal: Deal) -> SeatTricks:
        position = position_of(deal)
        assert position is not None
        places = self._rational.tricks(position.cards)
        tricks = list(deal.won)
        for seat, more in zip(deal.seats, places, strict=True):
            tricks[seat] += more
        if self._dealer not in deal.seats:  # the talon's card may take a trick for the dealer
            tricks[self._dealer] = 0
            tricks[self._dealer] = TRICKS - sum(tricks)
        return tuple(tricks)

    def options(self, deal: Deal) -> tuple[ForecastOption, ...]:
        cards = [action.card for action in deal.phase.legal(deal) if isinstance(action, Play)]
        return tuple(ForecastOption(card, self._after(deal, card)) for card in cards)

    def _after(self, deal: Deal, card: Card) -> SeatTricks:
        changed = deal.phase.apply(deal, PLAYS[card])
        return self.final_tricks(changed) if isinstance(changed, Deal) else changed.deal.won

    def loss(self, seat: Seat, before: SeatTricks, after: SeatTricks) -> int:
        """Return the loss; two players beside a dummy compare with each other, as in scoring."""
        others = [other for other in self._two if other != seat]
        return self._ahead(seat, others, after) - self._ahead(seat, others, before)

    def _ahead(self, seat: Seat, others: Sequence[Seat], tricks: SeatTricks) -> int:
        return tricks[seat] - sum(tricks[other] for other in others)

    def counting_tricks(self, tricks: SeatTricks) -> SeatTricks:
        return tricks

    def counting_won(self, won: Sequence[int]) -> SeatTricks:
        return tuple(won)


# Tricks that each player could have made as declarer in every strain.
#
# All three take part; the leader, the rules of following, and the player bound to win low are those
# of the family for such a contract (rules/russian.md 2.7, balkan.md 2.10, austrian.md V-13, V-15).

DECLARER_STRAINS: Final[tuple[Strain | None, ...]] = (*Strain, None)  # None: to take no trick


class DoubleDummyRow(NamedTuple):
    """The tricks of one player as declarer, by ``DECLARER_STRAINS``."""

    seat: Seat
    tricks: tuple[int, ...]


def double_dummy_table(record: DealRecord) -> tuple[DoubleDummyRow, ...]:
    """Return each active player's tricks as declarer; nothing if no card was played.

    Raises BadNotation or IllegalAction where the record does not fit the rules.
    """
    try:
        start = replay_record(record).start
    except NoPlay:
        return ()
    asked = [
        _position(start, seat, strain) for seat in start.players for strain in DECLARER_STRAINS
    ]
    values = solve_many([(position.cards, position.contract) for position in asked])
    width = len(DECLARER_STRAINS)
    return tuple(
        DoubleDummyRow(seat, values[place * width : (place + 1) * width])
        for place, seat in enumerate(start.players)
    )


def _position(start: deal.Deal, seat: Seat, strain: Strain | None) -> Position:
    nothing = (0,) * len(start.won)
    fresh = start._replace(won=nothing, lead=(), roles=(deal.Role.NONE,) * len(nothing))
    position = position_of(families.family_of(start.rules).begin_defended_play(fresh, seat, strain))
    assert position is not None
    return position
