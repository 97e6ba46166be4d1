"""How a family is thought about; everything else is the same for all robots."""

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
    """How a family's names of bids and contracts are read."""

    contract: Callable[[Rules, str], Contract]  # of seat 0
    is_step: Callable[[str], bool]  # whether a bid may become any contract above it
    is_fixed: Callable[[str], bool]  # whether a bid of that name leaves no other contract open
    may_take_none: Callable[[str], bool]  # whether a bid that won may still become a misère
    is_in_tricks: Callable[[str], bool]  # whether a bid promises some tricks: not none, not all
    declarer_leads: bool = False  # whoever he is


class Bids(NamedTuple):
    """Tricks expected without the talon from which plain robots bid, and bid over another."""

    first: float
    over: float


class Quota(NamedTuple):
    """Own tricks, as worth.py counts them, from which a defender takes part."""

    first: float  # before the other one has spoken
    beside: float  # who takes part, too
    alone: float

    def after(self, takes_part: bool | None) -> float:
        """After the other one's answer, None where he was not asked yet."""
        if takes_part is None:
            return self.first
        return self.beside if takes_part else self.alone


class Quotas(NamedTuple):
    """Of those who answer as plain robots do, and of those who reckon."""

    plain: Quota
    reasoned: Quota


class Others(NamedTuple):
    """How likely each kind of defender is, before a table has shown anything."""

    plain: float  # as plain robots
    whisting: float  # takes part whatever he holds
    reasoned: float


_USUAL: Final = Others(0.4, 0.3, 0.3)


def all_tricks(view: View) -> int:
    return TRICKS


def settled(rules: Rules, carry: Carry) -> Standing:
    """What the settlement of a match that stopped here would give."""
    return tuple(map(float, family_of(rules).settle(rules, carry.sheet)))


def silent(name: str) -> Promise:
    return nothing


@dataclass(frozen=True, slots=True)
class Mind:
    """What robots know of one family; what has a default holds of a family with nothing special.

    The numbers are measured on what the plain robots of the family do.
    """

    call: Callable[[View, Random], Action | None]  # outside the cards; None: a modest one
    names: Names
    bids: Bids
    # an answer to a contract by what its quota takes, not by what did well against plain robots
    reasoned: Callable[[View], Action]
    quotas: Mapping[int, Quotas]  # by level; what is missing is as the nearest
    others: Others = _USUAL
    # tricks that count: the declarer's where he wants none, else the others'
    most_tricks: Callable[[View], int] = all_tricks
    # what a seat's last bid tells of its ten cards, and a pass over the highest bid ("" for none)
    bid_tells: Callable[[str], Promise] = silent
    pass_tells: Callable[[str], Promise] = silent
    names_highest: bool = False  # a declarer goes as high as his hand is worth
    standing: Callable[[Rules, Carry], Standing] = settled  # what a place between deals is worth
    caution: float = 1.0  # how much surer than of other calls the expert must be of a bid
    # tricks a declarer makes more against plain robots than against good players, by the level
    too_easy: Mapping[int, float] = field(default_factory=dict)
    patience: int = 1  # times as many layouts for a word of the auction, and as much work
    labour: int = 1  # what the plain robot's answers cost, beside those of others

    def quota(self, level: int) -> Quotas:
        return self.quotas[min(max(level, min(self.quotas)), max(self.quotas))]
