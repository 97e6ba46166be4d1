"""Value of a contract by expected tricks (rules/austrian.md 3.2, 3.4), and safety of a bettel."""

from functools import cache, lru_cache
from math import prod
from typing import Final, NamedTuple

from bot.engine.families.austrian import contracts
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.view import SeatView
from bot.robots import evaluation

# Safety of a bettel, where a player must overtake if possible (rules/austrian.md C-8).
#
# A suit is safe when its cards lie under those of the others: a card that can beat the trick must
# do so, and only a defender who plays later can take the trick away again.


@lru_cache(maxsize=1)
def _catch_table() -> evaluation.HoldingTable:
    """Return, per holding, the probability that it takes a trick."""
    return evaluation.average_over_splits(
        lambda own, first, second: float(_is_caught_by_leads(own, first, second))
    )


@lru_cache(maxsize=1)
def _safety_tables() -> evaluation.DiscardTables:
    return evaluation.with_discards(tuple(-share for share in _catch_table()))


@cache
def _is_caught_by_leads(
    own: evaluation.SuitHolding, before: evaluation.SuitHolding, after: evaluation.SuitHolding
) -> bool:
    """Return True if low leads catch the holder; ``before`` plays just before the holder."""
    if not own:
        return False
    return (bool(before) and _is_caught_second(own, before, after)) or (
        bool(after) and _is_caught_last(own, before, after)
    )


def _is_caught_second(
    own: evaluation.SuitHolding, before: evaluation.SuitHolding, after: evaluation.SuitHolding
) -> bool:
    """Return True if the holder is caught in second place, with ``after`` to play third."""
    lead = evaluation.lowest_rank(before)
    over = own & evaluation.ranks_above(lead)
    if over and not after & evaluation.ranks_above(evaluation.lowest_rank(over)):
        return True
    card = evaluation.lowest_rank(over) if over else own.bit_length() - 1
    third = _lowest_over(after, max(card, lead))
    return _is_caught_by_leads(own ^ 1 << card, before ^ 1 << lead, after & ~third)


def _is_caught_last(
    own: evaluation.SuitHolding, before: evaluation.SuitHolding, after: evaluation.SuitHolding
) -> bool:
    """Return True if the holder is caught playing last."""
    lead = evaluation.lowest_rank(after)
    second = _lowest_over(before, lead)
    best = max(lead, second.bit_length() - 1)
    if own & evaluation.ranks_above(best):
        return True
    return _is_caught_by_leads(own ^ 1 << own.bit_length() - 1, before & ~second, after ^ 1 << lead)


def _lowest_over(hand: evaluation.SuitHolding, best: int) -> evaluation.SuitHolding:
    """Return the lowest card over the best so far, else the lowest, as a bit; 0 if empty."""
    over = hand & evaluation.ranks_above(best) or hand
    return over & -over


def bettel_probability(hand: int) -> float:
    """Return the probability that ten cards take no trick."""
    return prod(1.0 - _catch_table()[own] for own in evaluation.holdings(hand))


@lru_cache(maxsize=64)
def bettel_probabilities(hand: int) -> tuple[float, ...]:
    """Return the same for a sample of talons, after the two safest discards."""
    tables = (_safety_tables(),) * 4
    danger = (
        -evaluation.value_after_discards(tables, hand | 1 << a | 1 << b)
        for a, b in evaluation.talon_sample(hand)
    )
    return tuple(max(0.0, 1.0 - each) for each in danger)


# Value of a contract by expected tricks, in units (rules/austrian.md 3.2, 3.4).
#
# The net of both presets is the same: the amount won or lost, a tenth of it for each trick of a
# defender who joins, and premiums of so many basic stakes from each opponent.

_STAKE: Final = 10
_BOTH: Final = 2 * _STAKE  # a stake from each opponent
_BOOKED: Final = 0.75  # share of the tricks paid in a made contract: some stay home

# measured corrections of the expected tricks
_OPEN_EXPONENT: Final = 2.0  # exponent of the probability of a bettel against open hands
_LEADING: Final = 0.2  # extra tricks with the first lead and a trump
_ALL: Final = 1.5  # extra tricks without a trump, towards all ten
_ALONE: Final = 1.3  # extra tricks against one defender instead of two


class Outlook(NamedTuple):
    """The prospects of ten cards: tricks per strain, no trump last; probability of a bettel."""

    tricks: tuple[float, ...]
    bettel: float


class ContractStakes(NamedTuple):
    """The amount in play, and the options with the order of suits."""

    amount: int
    options: AustrianOptions


def contract_stakes(view: SeatView) -> ContractStakes:
    return ContractStakes(dict(view.marks)["amount"], AustrianOptions.of(view.rules))


def outlook(hand: int) -> Outlook:
    """Return the outlook of a hand as it will be played; the declarer leads."""
    tricks = tuple(evaluation.declarer_tricks(hand, trump) for trump in evaluation.STRAIN_ORDER)
    return Outlook(tricks, bettel_probability(hand))


def outlooks(hand: int) -> tuple[Outlook, ...]:
    """Return the outlooks of ten cards for a sample of talons."""
    return tuple(map(Outlook, evaluation.talon_prospects(hand), bettel_probabilities(hand)))


@lru_cache(maxsize=256)
def _six_tricks_value(tenths: int) -> float:
    """Return the value of a contract of six tricks, in tenths of the amount."""
    value = 0.0
    for tricks in range(11):
        paid = 10 - tricks
        value += evaluation.trick_probability(tricks, tenths) * (
            10 - _BOOKED * paid if tricks >= contracts.TARGET else -10 - paid
        )
    return value


def contract_probability(name: str, seen: Outlook, options: AustrianOptions) -> float:
    """Return the probability of making the contract when both defend."""
    contract = contracts.contract_of(name, 0, options.suit_order)
    if contract.is_misere:
        return seen.bettel**_OPEN_EXPONENT if contracts.may_defend_open(name) else seen.bettel
    if contract.trump < 0:
        return evaluation.probability_of_at_least(10, seen.tricks[-1] + _ALL)
    return evaluation.probability_of_at_least(
        contracts.TARGET, seen.tricks[contract.trump] + _LEADING
    )


def contract_value(name: str, seen: Outlook, prices: ContractStakes) -> float:
    contract = contracts.contract_of(name, 0, prices.options.suit_order)
    premium = _BOTH * contracts.STAKES.get(name, 0)
    likely = contract_probability(name, seen, prices.options)
    if contract.trump < 0:
        return (2 * likely - 1) * (prices.amount + premium)
    expected = evaluation.to_tenths(seen.tricks[contract.trump] + _LEADING)
    return _six_tricks_value(expected) * prices.amount / 10 + (2 * likely - 1) * premium


def value_alone(expected: float) -> float:
    """Return the declarer's value against one defender, in tenths of the amount (V-14)."""
    tenths = evaluation.to_tenths(expected + _LEADING + _ALONE)
    return sum(
        evaluation.trick_probability(tricks, tenths)
        * (tricks if tricks >= contracts.TARGET else tricks - 20)
        for tricks in range(11)
    )


def best_contract(
    names: tuple[str, ...], seen: Outlook, prices: ContractStakes
) -> tuple[float, str]:
    """Return the value and name of the best contract, the cheapest among equals."""
    values = [(contract_value(name, seen, prices), -n, name) for n, name in enumerate(names)]
    value, _, name = max(values)
    return value, name


def ace_bonus(hand: int, prices: ContractStakes) -> int:
    """Return the bonus for four aces in a made contract (A-10, U8)."""
    return _BOTH if prices.options.ace_bonuses and hand & contracts.ACES == contracts.ACES else 0
