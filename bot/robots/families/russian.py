"""Strategy of robots under Russian rules (rules/russian.md 2.4-2.6, 4.3).

Values of contracts by expected tricks; answers to a contract; auction, discard and contract, and
what bids and passes tell of a hand.
"""

from functools import lru_cache, partial
from random import Random
from typing import Final

from bot.engine import actions as act
from bot.engine import rules, view
from bot.engine.actions import CONCEDE, DISCARDS, Action, Bid, Declare
from bot.engine.cards import Card
from bot.engine.deal import Contract, Stage, player_seats
from bot.engine.families.russian import contracts, options
from bot.engine.families.russian.contracts import LEVEL, RANK, TRICK_BIDS, VALUE, level_and_trump
from bot.engine.families.russian.defence import ANSWERS
from bot.engine.view import DealView, SeatView
from bot.robots import evaluation
from bot.robots.contract_choice import ContractChoice, ContractOffer, solid_tricks
from bot.robots.evaluation import to_tenths, trick_probability
from bot.robots.families import strategy
from bot.robots.families.strategy import (
    BidThresholds,
    CallNames,
    FamilyStrategy,
    JoinThreshold,
    JoinThresholds,
)

# Values of contracts, in whists: a pool or mountain point is about ten in all three systems.

WHISTS_PER_POINT: Final = 10  # whists


@lru_cache(maxsize=2048)
def _contract_worth(level: int, tenths: int, sure: int = 0) -> float:
    return sum(
        trick_probability(tricks, tenths) * _result(level, max(tricks, sure))
        for tricks in range(11)
    )


def _result(level: int, tricks: int) -> float:
    value, under = VALUE[level], max(0, level - tricks)
    whists = value * (10 - tricks + under)
    return (
        -WHISTS_PER_POINT * value * under - whists if under else WHISTS_PER_POINT * value - whists
    )


def contract_value(name: str, expected: tuple[float, ...], sure: int = 0) -> float:
    """Return the value of a contract; ``expected`` are tricks per strain, no trump last.

    ``sure`` are tricks that are hardly ever lost.
    """
    level, trump = LEVEL_AND_TRUMP[name]
    return _contract_worth(level, to_tenths(expected[trump]), sure)


@lru_cache(maxsize=64)
def choice_of(names: tuple[str, ...]) -> ContractChoice:
    """Return the choice among some contracts, the cheapest among equals."""
    return ContractChoice(map(_offer, sorted(names, key=RANK.__getitem__)))


def _offer(name: str) -> ContractOffer:
    level, trump = LEVEL_AND_TRUMP[name]
    return ContractOffer(name, trump, 0.0, partial(_contract_worth, level))


def best_contract(names: tuple[str, ...], expected: tuple[float, ...]) -> tuple[float, str]:
    """Return the value and name of the best contract, the cheapest among equals."""
    return choice_of(names).best(expected)


LEVEL_AND_TRUMP: Final = {name: level_and_trump(name) for name in TRICK_BIDS}
assert set(LEVEL) == set(LEVEL_AND_TRUMP)


# Answers to a contract; a sole whister opens the hands (2.6).

# tricks needed to whist, by level; few are to be expected from a partner who passed
_THRESHOLDS: Final = {
    6: JoinThreshold(1.9, 1.5, 2.5),
    7: JoinThreshold(1.0, 0.8, 1.0),
    8: JoinThreshold(0.8, 0.9, 0.8),
    9: JoinThreshold(1.9, 2.1, 1.9),
    10: JoinThreshold(1.3, 1.6, 1.3),
}
# the same for a defender who doubts high contracts, which one or two tricks beat
_DOUBTING_THRESHOLDS: Final = _THRESHOLDS | {
    9: JoinThreshold(1.0, 1.2, 1.0),
    10: JoinThreshold(0.8, 1.0, 0.8),
}

JOIN_THRESHOLDS: Final = {
    level: JoinThresholds(needed, _DOUBTING_THRESHOLDS[level])
    for level, needed in _THRESHOLDS.items()
}


def answer(view: view.SeatView) -> act.Action:
    """Return the plain robot's answer, which trusts that a declarer of nine has the tricks."""
    return _answer_with(view, _THRESHOLDS)


def reasoned_answer(view: view.SeatView) -> act.Action:
    """Return the answer of a defender who doubts high contracts."""
    return _answer_with(view, _DOUBTING_THRESHOLDS)


def _answer_with(view: view.SeatView, tricks: dict[int, JoinThreshold]) -> act.Action:
    table = view.open_deal
    if act.OPEN in view.legal:
        return act.OPEN
    own = evaluation.answer_tricks(int(view.hand), table.declared_contract.trump)
    if own >= tricks[table.declared_contract.level].after_answer(_partner_whists(table)):
        return act.WHIST
    return act.HALF_WHIST if act.HALF_WHIST in view.legal else act.PASS


def _partner_whists(table: view.DealView) -> bool | None:
    """Return True if the other defender whists, False for a pass or half-whist, None before."""
    said = table.calls[-1].action
    return ANSWERS.get(said) if isinstance(said, act.SimpleAction) else None


# Auction, discard and contract; what bids and passes tell of a hand.

MISERE_MADE: Final = 90.0  # whists, as contract values
MISERE_LOST: Final = -250.0
# Exponent of the probability of a misere, whose defenders see each other's cards: those who think
# miss hardly a catch, those who play by habit more than half
_MISERE_EXPONENT: Final = 1.5
_LEAST_BID_VALUE: Final = -6.0  # least value of a bid
_DANGER_WEIGHT: Final = 0.3  # weight of the danger of raspasy while others may still bid
_AVERAGE_TRICKS: Final = 10 / 3  # tricks a seat takes in raspasy


def call(view: SeatView) -> Action:
    """Return the lowest bid if it is worth it, or misere if that is worth more, else pass."""
    table = view.open_deal
    offers: list[tuple[float, Action]] = [(value_of_pass(view, table), act.PASS)]
    step = _lowest_step(view)
    if step is not None:
        offers.append((value_of_bid(int(view.hand), _bid_name(step, table)), step))
    offers += [
        (_value_of_misere(view, table, action), action)
        for action in view.legal
        if isinstance(action, Bid) and action.name not in contracts.LEVEL
    ]
    return max(offers, key=lambda offer: offer[0])[1]


def _lowest_step(view: SeatView) -> Action | None:
    """Return a hold if legal, else the lowest bid of tricks."""
    if act.HOLD in view.legal:
        return act.HOLD
    legal = view.legal
    return next((a for a in legal if isinstance(a, Bid) and a.name in contracts.LEVEL), None)


def _bid_name(step: Action, table: DealView) -> str:
    if isinstance(step, Bid):
        return step.name
    return next(c.action.name for c in reversed(table.calls) if isinstance(c.action, Bid))


@lru_cache(maxsize=256)
def value_of_bid(hand: int, name: str) -> float:
    """Return the value of the best contract from this bid on, averaged over talons."""
    return choice_of(contracts.contracts_from(name)).mean(evaluation.talon_prospects(hand))


def _value_of_misere(view: SeatView, table: DealView, bid: Bid) -> float:
    leads = table.seats[0] == view.seat
    chance = (
        evaluation.misere_probability(int(view.hand), leads)
        if bid.name == contracts.MISERE_BY_HAND
        else evaluation.mean_misere_probability(int(view.hand))
    )
    chance = float(chance**_MISERE_EXPONENT)
    return chance * MISERE_MADE + (1 - chance) * MISERE_LOST


def value_of_pass(view: SeatView, table: DealView) -> float:
    """Return the value of a pass, which risks raspasy; for the last caller raspasy is certain."""
    if options.RussianOptions.of(view.rules).throws_in:
        return _LEAST_BID_VALUE  # nothing is played
    passes = sum(call.action == act.PASS for call in table.calls)
    if passes != len(table.calls):
        return _LEAST_BID_VALUE  # another player has bid
    is_last = passes == len(player_seats(table.seats, table.roles)) - 1
    weight = 1.0 if is_last else _DANGER_WEIGHT
    cost = dict(view.marks).get("cost", 1)
    return _LEAST_BID_VALUE - weight * WHISTS_PER_POINT * cost * (
        evaluation.unwanted_tricks(int(view.hand)) - _AVERAGE_TRICKS
    )


# Discard and contract of the declarer.


def discard(view: SeatView) -> Action:
    """Return the discard that leaves the best ten cards; in misere the ten safest."""
    table = view.open_deal
    hand = int(view.hand)
    if table.declared_contract.is_misere:
        return DISCARDS[evaluation.safest_discard(hand, table.seats[0] == view.seat)]
    names = contracts.contracts_from(table.declared_contract.name)
    return DISCARDS[_best_discard(names, hand)]


@lru_cache(maxsize=64)  # each option of a call asks for the same hands
def _best_discard(names: tuple[str, ...], hand: int) -> tuple[Card, Card]:
    return choice_of(names).best_discard(hand)


def declare(view: SeatView) -> Action:
    """Return the best contract from the bid on, or concede if three undertricks are cheaper."""
    names = tuple(action.name for action in view.legal if isinstance(action, Declare))
    value, name = _best_named(names, int(view.hand))
    level, _ = LEVEL_AND_TRUMP[names[0]]
    if CONCEDE in view.legal and value < -4 * WHISTS_PER_POINT * contracts.VALUE[level]:
        return CONCEDE
    return Declare(name)


def _best_named(names: tuple[str, ...], hand: int) -> tuple[float, str]:
    """Return the value and name of the best contract for ten cards, by their sure tricks too."""
    expected = evaluation.tricks_by_strain(hand)
    sure = [solid_tricks(hand, trump) for trump in evaluation.STRAIN_ORDER]
    if not any(sure):
        return best_contract(names, expected)
    ranked = sorted(names, key=RANK.__getitem__)
    found = [contract_value(name, expected, sure[LEVEL_AND_TRUMP[name][1]]) for name in ranked]
    most = max(found)
    return most, ranked[found.index(most)]


# Log-likelihoods of a hand given a step, a misere or a pass (rules/russian.md 2.4).

_TRICKS_FOR_FIRST_BID: Final = 4.1  # tricks for the lowest bid
_STEP: Final = 0.28  # more tricks for every step


def bid_likelihood(name: str) -> strategy.HandLogLikelihood:
    if name not in contracts.LEVEL:
        return strategy.misere_hand
    return strategy.at_least_tricks(
        _TRICKS_FOR_FIRST_BID + _STEP * contracts.TRICK_BIDS.index(name)
    )


def pass_likelihood(high: str) -> strategy.HandLogLikelihood:
    """Return the log-likelihood of a pass: the next step is too high; none over a misere."""
    if high and high not in contracts.LEVEL:
        return strategy.no_information
    steps = contracts.TRICK_BIDS.index(high) + 1 if high else 0
    return strategy.at_most_tricks(_TRICKS_FOR_FIRST_BID + _STEP * steps)


def choose_call(view: view.SeatView, rng: Random) -> act.Action | None:
    """Return the call besides the cards; None for the most modest legal one."""
    match view.stage:
        case Stage.AUCTION:
            return call(view)
        case Stage.EXCHANGE:
            return discard(view)
        case Stage.DECLARE:
            return declare(view)
        case Stage.DEFENCE:
            return answer(view)
        case _:
            return None


def _contract(rules: rules.Rules, name: str) -> Contract:
    return Contract(name, 0, *level_and_trump(name))


RUSSIAN: Final[FamilyStrategy] = FamilyStrategy(
    choose_call=choose_call,
    names=CallNames(
        contract=_contract,
        is_step=lambda name: name in LEVEL,
        is_fixed=lambda name: name not in LEVEL,
        may_take_none=lambda name: False,
        is_in_tricks=lambda name: name in LEVEL,
    ),
    bids=BidThresholds(first=4.1, overbid=4.6),
    reasoned_answer=reasoned_answer,
    join_thresholds=JOIN_THRESHOLDS,
    bid_likelihood=bid_likelihood,
    pass_likelihood=pass_likelihood,
    declares_highest=True,
    trick_overestimate={6: 0.3, 7: 0.1, 8: 0.1, 9: 0.1},
    weak_hand=5.0,
    bid_caution=2.5,  # the plain robot bids well
    opening_caution=0.0,  # but it opens too seldom
    war_caution=1.0,
)
