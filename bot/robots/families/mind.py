"""Interface of a family's strategy; all other code of the robots is common to the families."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from bot.engine.actions import Action
from bot.engine.carry import Carry
from bot.engine.deal import Contract
from bot.engine.families import family_of
from bot.engine.play import TRICKS
from bot.engine.rules import Rules
from bot.engine.view import View
from bot.robots.promise import Promise, nothing

Standing = tuple[float, ...]  # by seat


class Names(NamedTuple):
    """The reading of a family's names of bids and contracts."""

    contract: Callable[[Rules, str], Contract]  # with seat 0 as declarer
    is_step: Callable[[str], bool]  # the bid may become any contract above it
    is_fixed: Callable[[str], bool]  # the bid leaves no other contract open
    may_take_none: Callable[[str], bool]  # a winning bid may still become a misere
    is_in_tricks: Callable[[str], bool]  # the bid needs some tricks: not none, not all
    declarer_leads: bool = False  # from any seat


class Bids(NamedTuple):
    """Expected tricks without the talon from which plain robots bid, and overbid."""

    first: float
    over: float


class Quota(NamedTuple):
    """Expected tricks of the own hand from which a defender takes part."""

    first: float  # before the other defender answers
    beside: float  # after the other takes part
    alone: float  # after the other declines

    def after(self, takes_part: bool | None) -> float:
        """Return the quota after the other defender's answer (None: not asked yet)."""
        if takes_part is None:
            return self.first
        return self.beside if takes_part else self.alone


class Quotas(NamedTuple):
    """The quotas of plain robots, and of defenders who reckon."""

    plain: Quota
    reasoned: Quota


class Others(NamedTuple):
    """The prior probability of each kind of defender."""

    plain: float  # answers as plain robots do
    whisting: float  # always takes part
    reasoned: float


_USUAL: Final = Others(0.4, 0.3, 0.3)


def all_tricks(view: View) -> int:
    return TRICKS


def settled(rules: Rules, carry: Carry) -> Standing:
    """Return the settlement of a match that stopped here, by seat."""
    return tuple(map(float, family_of(rules).settle(rules, carry.sheet)))


def silent(name: str) -> Promise:
    return nothing


@dataclass(frozen=True, slots=True)
class Mind:
    """The strategy of one family; the defaults suit a family without special rules.

    The numbers are measured on the plain robots of the family.
    """

    call: Callable[[View, Random], Action | None]  # besides the cards; None: a modest call
    names: Names
    bids: Bids
    # answer to a contract by the tricks of its quota, not by results against plain robots
    reasoned: Callable[[View], Action]
    quotas: Mapping[int, Quotas]  # by level; a missing level takes the nearest
    others: Others = _USUAL
    # tricks that count: the declarer's in a misere, else the defenders'
    most_tricks: Callable[[View], int] = all_tricks
    # log-likelihood of ten cards given the last bid of a seat, or a pass over the highest bid ("")
    bid_tells: Callable[[str], Promise] = silent
    pass_tells: Callable[[str], Promise] = silent
    names_highest: bool = False  # a declarer names the highest level the hand is worth
    standing: Callable[[Rules, Carry], Standing] = settled  # value between deals
    caution: float = 1.0  # standard errors by which the expert's bid must beat the plain one
    # extra tricks of a declarer against plain robots compared with good players, by level
    too_easy: Mapping[int, float] = field(default_factory=dict)
    patience: int = 1  # factor of layouts and work for a call of the auction
    labour: int = 1  # cost factor of the plain robot's calls

    def quota(self, level: int) -> Quotas:
        return self.quotas[min(max(level, min(self.quotas)), max(self.quotas))]
