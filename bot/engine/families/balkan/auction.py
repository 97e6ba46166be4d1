"""The Balkan auction: numbers one by one, the senior's right to hold, games (rules/balkan.md 2.3).

A player may call a game only at their first turn; the first game ends the bidding of numbers.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import AuctionWon, Deal, PassedOut, Phase, PhaseOutcome, PhaseOver, Stage
from bot.engine.families.balkan.contracts import GAME, explicit_games, is_game, value_of
from bot.engine.rules import RuleReason

_NUMBERS: Final = {number: act.Bid(str(number)) for number in range(2, 9)}
_GAMES: Final = {name: act.Bid(name) for name in (GAME, *explicit_games(8))}


class CalledGame(NamedTuple):
    """A game called in the auction; ``name`` is G or the explicit game."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class GamesToCompare(PhaseOutcome):
    """Several players have called games, which must be compared (2.4)."""

    claimed: tuple[CalledGame, ...]


@dataclass(frozen=True, slots=True)
class Auction(Phase):
    """The auction; ``live`` are the seats that may still call, the next one first."""

    stage = Stage.AUCTION

    top: int  # the highest number: 7, or 8 with preferans
    suit_only: bool  # a plain game promises a suit (2.4)
    live: tuple[Seat, ...]
    fresh: tuple[Seat, ...]  # the seats that have not had a turn
    number: int = 1  # the highest number so far, 1 before the first
    holder: Seat = -1
    claimed: tuple[CalledGame, ...] = ()

    def to_act(self, deal: Deal) -> Seat:
        return self.live[0]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        """Return pass, at most one number or the hold, and games at the first turn (2.3)."""
        calls: list[Action] = [act.PASS]
        if self._may_hold(deal):
            calls.append(act.HOLD)
        elif not self.claimed and self.number < self.top:
            calls.append(_NUMBERS[self.number + 1])
        if self.live[0] in self.fresh:
            calls += _games_above(self._best(), self.top)
        return tuple(calls)

    def _may_hold(self, deal: Deal) -> bool:
        """Return True for a player senior to the holder (A1); they may then not raise (A2)."""
        if self.claimed or self.holder < 0:
            return False
        return deal.seats.index(self.live[0]) < deal.seats.index(self.holder)

    def _best(self) -> int:
        return max((value_of(claim.name) for claim in self.claimed), default=0)

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        seat = self.live[0]
        return self._called(seat, action)._or_over(deal.with_call(seat, action))

    def _called(self, seat: Seat, action: Action) -> "Auction":
        live, fresh = self.live[1:], tuple(other for other in self.fresh if other != seat)
        number, holder, claimed = self.number, self.holder, self.claimed
        if action is act.HOLD:
            live, holder = (*live, seat), seat
        elif isinstance(action, act.Bid) and is_game(action.name):
            live = tuple(other for other in live if other in fresh)
            claimed = (*claimed, CalledGame(seat, action.name))
        elif isinstance(action, act.Bid):
            live, number, holder = (*live, seat), int(action.name), seat
        return Auction(self.top, self.suit_only, live, fresh, number, holder, claimed)

    def _or_over(self, deal: Deal) -> Deal | PhaseOver:
        """End the auction if it is won or passed out (2.3)."""
        if not self.live:
            return PhaseOver(deal, self._game_won() if self.claimed else PassedOut())
        if self.live == (self.holder,):
            return PhaseOver(deal, AuctionWon(self.holder, str(self.number)))
        return deal.with_phase(self)

    def _game_won(self) -> PhaseOutcome:
        """Return the outcome of called games.

        A sole call wins, and the highest explicit one if no plain one can beat it (2.4).
        """
        explicit = [claim for claim in self.claimed if claim.name != GAME]
        plain = len(self.claimed) - len(explicit)
        if len(self.claimed) == 1:
            return AuctionWon(*self.claimed[0])
        if explicit and (not plain or self.suit_only):
            return AuctionWon(*explicit[-1])  # each was higher than the one before
        return GamesToCompare(self.claimed)

    def possible_actions(self, deal: Deal) -> tuple[Action, ...]:
        numbers = (bid for number, bid in _NUMBERS.items() if number <= self.top)
        games = (_GAMES[name] for name in (GAME, *explicit_games(self.top)))
        return (act.PASS, *numbers, *games)

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        if action is act.HOLD:
            return RuleReason.NOTHING_TO_HOLD
        if not isinstance(action, act.Bid):
            return RuleReason.WRONG_PHASE
        if action in _GAMES.values():
            return self._why_no_game(action.name)
        if action not in _NUMBERS.values():
            return RuleReason.WRONG_PHASE
        return self._why_no_number(deal, int(action.name))

    def _why_no_game(self, name: str) -> RuleReason:
        if value_of(name) > self.top:
            return RuleReason.CALL_SWITCHED_OFF
        if self.live[0] not in self.fresh:
            return RuleReason.GAME_FIRST_CALL_ONLY
        return RuleReason.BID_TOO_LOW

    def _why_no_number(self, deal: Deal, number: int) -> RuleReason:
        if self.claimed:
            return RuleReason.NUMBERS_ARE_OVER
        if number > self.top:
            return RuleReason.CALL_SWITCHED_OFF
        if number <= self.number:
            return RuleReason.BID_TOO_LOW
        return RuleReason.SENIOR_HOLDS if self._may_hold(deal) else RuleReason.BID_MUST_STEP


@lru_cache(maxsize=64)  # simulated auctions ask so often
def _games_above(best: int, top: int) -> tuple[Action, ...]:
    """Return the games: above an explicit one only higher explicit ones (2.3, A5)."""
    higher = [name for name in explicit_games(top) if value_of(name) > best]
    names = higher if best else [GAME, *higher]
    return tuple(_GAMES[name] for name in names)


# Comparison of several games: the plain ones are shown one by one (rules/balkan.md 2.4).
#
# No state holds a game before its caller shows it: callers not asked yet have only announced that
# they have one, and a silent caller never reveals it.


@dataclass(frozen=True, slots=True)
class GameComparison(Phase):
    """``pending`` are the callers of plain games, seniors first; each is asked once (A6)."""

    stage = Stage.AUCTION

    pending: tuple[Seat, ...]
    names: tuple[str, ...]  # the possible contracts of a plain game, lowest first
    best: str = ""  # the best game known so far
    owner: Seat = -1

    def to_act(self, deal: Deal) -> Seat:
        return self.pending[0]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        """Return every game that beats the best one, or silence (A39)."""
        shown = tuple(act.Declare(name) for name in self.names if self._beats(deal, name))
        return (*shown, act.SILENT) if self.best else shown

    def _beats(self, deal: Deal, name: str) -> bool:
        """Return True for a higher game, or an equal one of the senior."""
        best = value_of(self.best)
        if value_of(name) == best:
            return deal.seats.index(self.pending[0]) < deal.seats.index(self.owner)
        return value_of(name) > best

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        seat, phase = self.pending[0], replace(self, pending=self.pending[1:])
        deal = deal.with_call(seat, action)
        if isinstance(action, act.Declare):
            phase = replace(phase, best=action.name, owner=seat)
        if phase.pending:
            return deal.with_phase(phase)
        return PhaseOver(deal, AuctionWon(phase.owner, phase.best))

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        if isinstance(action, act.Declare) and action.name in self.names:
            return RuleReason.BID_TOO_LOW
        return RuleReason.WRONG_PHASE


def begin_comparison(claimed: tuple[CalledGame, ...], names: tuple[str, ...]) -> GameComparison:
    """Return the first question; the last explicit game counts as the best one (2.4)."""
    pending = tuple(claim.seat for claim in claimed if claim.name == GAME)
    explicit = [claim for claim in claimed if claim.name != GAME]
    if not explicit:
        return GameComparison(pending, names)
    return GameComparison(pending, names, explicit[-1].name, explicit[-1].seat)
