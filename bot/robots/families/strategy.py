"""Interface of a family's strategy; all other code of the robots is common to the families."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from random import Random
from typing import Final, NamedTuple

from bot.engine import actions, deal, families, rules, trick_play, view
from bot.robots import evaluation

# Log-likelihoods of a hand given a call of the auction.
#
# The numbers were measured on calls of the plain robots, in expected tricks of ten cards.

HandLogLikelihood = Callable[[int], float]  # ten cards -> log-likelihood of the call

_FALL_PER_TRICK: Final = 4.0  # fall of the log-likelihood per trick outside the limits
_FALL_PER_CATCH: Final = 14.0  # the same per expected catch after the discard


def at_least_tricks(tricks: float) -> HandLogLikelihood:
    """Return the log-likelihood function for at least ``tricks`` in the best strain."""
    return lambda hand: -_FALL_PER_TRICK * max(0.0, tricks - evaluation.best_strain_tricks(hand))


def at_most_tricks(tricks: float) -> HandLogLikelihood:
    return lambda hand: -_FALL_PER_TRICK * max(0.0, evaluation.best_strain_tricks(hand) - tricks)


def misere_hand(hand: int) -> float:
    return _FALL_PER_CATCH * evaluation.value_after_discards((evaluation.MISERE_SAFETY,) * 4, hand)


def no_information(hand: int) -> float:
    return 0.0


SeatValues = tuple[float, ...]  # by seat
EVERY_STRAIN: Final = tuple(range(len(evaluation.STRAIN_ORDER)))


class CallNames(NamedTuple):
    """The reading of a family's names of bids and contracts."""

    contract: Callable[[rules.Rules, str], deal.Contract]  # with seat 0 as declarer
    is_step: Callable[[str], bool]  # the bid may become any contract above it
    is_fixed: Callable[[str], bool]  # the bid leaves no other contract open
    may_take_none: Callable[[str], bool]  # a winning bid may still become a misere
    is_in_tricks: Callable[[str], bool]  # the bid needs some tricks: not none, not all
    declarer_leads: bool = False  # from any seat
    is_without_talon: Callable[[str], bool] = lambda _: False  # by the facts its beliefs learned
    # places in ``STRAIN_ORDER`` of the strains that a winning bid leaves open
    open_strains: Callable[[rules.Rules, str], tuple[int, ...]] = lambda rules, name: EVERY_STRAIN


class BidThresholds(NamedTuple):
    """Expected tricks without the talon from which plain robots bid, and overbid."""

    first: float
    overbid: float


class JoinThreshold(NamedTuple):
    """Expected tricks of the own hand from which a defender takes part."""

    first: float  # before the other defender answers
    beside_partner: float  # after the other takes part
    alone: float  # after the other declines

    def after_answer(self, takes_part: bool | None) -> float:
        """Return the quota after the other defender's answer (None: not asked yet)."""
        if takes_part is None:
            return self.first
        return self.beside_partner if takes_part else self.alone


class JoinThresholds(NamedTuple):
    """The quotas of plain robots, and of defenders who reckon."""

    plain: JoinThreshold
    reasoned: JoinThreshold


class DefenderPriors(NamedTuple):
    """The prior probability of each kind of defender."""

    plain: float  # answers as plain robots do
    whisting: float  # always takes part
    reasoned: float


_USUAL_PRIORS: Final = DefenderPriors(0.4, 0.3, 0.3)


def all_tricks(view: view.SeatView) -> int:
    return trick_play.TRICKS


def settlement_values(rules: rules.Rules, carry: deal.Carry) -> SeatValues:
    """Return the settlement of a match that stopped here, by seat."""
    return tuple(map(float, families.family_of(rules).settle(rules, carry.sheet)))


def tells_nothing(name: str) -> HandLogLikelihood:
    return no_information


# Probability of no trick by straight leads alone.
#
# Beliefs, first guesses and the options of a search were fitted with it.  Calls of plain robots
# count discards of the defence, too (``evaluation.SuitSafety``).


def straight_lead_safety(caught: evaluation.HoldingTable, hand: int) -> float:
    """Return the probability of no trick; ``caught`` is that of a catch, by holding of a suit."""
    i, j, k, m = evaluation.holdings(hand)
    return (1.0 - caught[i]) * (1.0 - caught[j]) * (1.0 - caught[k]) * (1.0 - caught[m])


def straight_lead_safeties(safety: evaluation.DiscardTables, hand: int) -> tuple[float, ...]:
    """Return about the same for a sample of talons, after the two safest discards."""
    return tuple([max(0.0, 1.0 + each) for each in evaluation.values_with_talon(safety, hand)])


@cache
def _low_lead_wins() -> evaluation.HoldingTable:
    """Return, by holding, the probability that its lowest card takes the trick it is led to."""

    def wins(own: int, first: int, second: int) -> float:
        lower = evaluation.ranks_below(evaluation.lowest_rank(own))
        return float(not any(hand and not hand & lower for hand in (first, second)))

    return evaluation.average_over_splits(wins)


def _lead_safety(hand: int) -> float:
    table = _low_lead_wins()
    return 1.0 - min(table[own] for own in evaluation.holdings(hand) if own)


def _safety_of_ten(hand: int, leads: bool) -> float:
    safety = straight_lead_safety(evaluation.CATCH_PROBABILITY, hand)
    return safety * (_lead_safety(hand) if leads else 1.0)


_HOPELESS: Final = 2.0  # expected catches above which no talon is looked at


@lru_cache(maxsize=64)
def _safeties_of_talons(hand: int, leads: bool) -> tuple[float, ...]:
    if sum(evaluation.CATCH_PROBABILITY[own] for own in evaluation.holdings(hand)) > _HOPELESS:
        return (0.0,) * len(evaluation.talon_sample(hand))
    lead = _lead_safety(hand) if leads else 1.0
    safeties = straight_lead_safeties(evaluation.MISERE_SAFETY, hand)
    return tuple([lead * each for each in safeties])


class MisereTables(NamedTuple):
    """Probabilities of no trick by straight leads; the second argument says if the hand leads.

    The defaults are those of hands that may play under a card they could beat.
    """

    of_ten: Callable[[int, bool], float] = _safety_of_ten
    # before the talon is known, for a sample of talons
    of_talons: Callable[[int, bool], tuple[float, ...]] = _safeties_of_talons


_USUAL_MISERES: Final = MisereTables()


def never_open(name: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class FamilyStrategy:
    """The strategy of one family; the defaults suit a family without special rules.

    The numbers are measured on the plain robots of the family.
    """

    choose_call: Callable[
        [view.SeatView, Random], actions.Action | None
    ]  # besides the cards; None: a modest call
    names: CallNames
    bids: BidThresholds
    # answer to a contract by the tricks of its quota, not by results against plain robots
    reasoned_answer: Callable[[view.SeatView], actions.Action]
    join_thresholds: Mapping[int, JoinThresholds]  # by level; a missing level takes the nearest
    defender_priors: DefenderPriors = _USUAL_PRIORS
    # tricks that count: the declarer's in a misere, else the defenders'
    decisive_tricks: Callable[[view.SeatView], int] = all_tricks
    # log-likelihood of ten cards given the last bid of a seat, or a pass over the highest bid ("")
    bid_likelihood: Callable[[str], HandLogLikelihood] = tells_nothing
    pass_likelihood: Callable[[str], HandLogLikelihood] = tells_nothing
    declares_highest: bool = False  # a declarer names the highest level the hand is worth
    match_values: Callable[[rules.Rules, deal.Carry], SeatValues] = (
        settlement_values  # value between deals
    )
    bid_caution: float = 1.0  # standard errors by which the expert's bid must beat the plain one
    opening_caution: float = 1.0  # the same for a bid over the plain robot's pass, before any bid
    war_caution: float = 0.25  # the same for a seat whose bids were overbid twice
    # extra tricks of a declarer against plain robots compared with good players, by level
    trick_overestimate: Mapping[int, float] = field(default_factory=dict)
    auction_effort: int = 1  # factor of layouts and work for a call of the auction
    # expected tricks with the talon below which a bid of tricks is not searched
    weak_hand: float = 0.0
    calls_in_play: bool = False  # the plain robot may say a word instead of playing a card
    call_cost: int = 1  # cost factor of the plain robot's calls
    miseres: MisereTables = _USUAL_MISERES
    # a contract, by its name, whose defenders may show their hands after the first trick
    defended_open: Callable[[str], bool] = never_open

    def takes_none(self, rules: rules.Rules, action: actions.Action) -> bool:
        """Return True for a bid that is already a contract to take no trick."""
        if not isinstance(action, actions.Bid) or not self.names.is_fixed(action.name):
            return False
        return self.names.contract(rules, action.name).is_misere

    def join_threshold(self, level: int) -> JoinThresholds:
        return self.join_thresholds[
            min(max(level, min(self.join_thresholds)), max(self.join_thresholds))
        ]
