"""Value of a contract by expected tricks (rules/balkan.md 3.2-3.6).

Values are in points of the side columns; a point of the main column is worth ten of them.
"""

from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from bot.engine import deal, rules, view
from bot.engine.families.balkan import contracts, scoring
from bot.engine.families.balkan.options import BalkanOptions, PlainTwo
from bot.robots import evaluation
from bot.robots.families.strategy import SeatValues

SIDE_POINTS: Final = 10
_SIX: Final = 6
_TEAM: Final = 5.0  # tricks booked against a failing declarer
_BOOKED: Final = 0.75  # share of the tricks booked in a made contract: some drop
_BETTEL_EXPONENT: Final = 1.6  # measured exponent of the probability of a bettel
# extra tricks: the defence leads, and hidden hands find the weak suit less often than assumed;
# without a trump six tricks at a given expectation are more of a gamble
_SIX_NO_TRUMP: Final = 0.8
_ALL_NO_TRUMP: Final = 1.65
_UNDOUBLED: Final = 0.3  # share of the value of a two that scores only when doubled
_DOUBLED: Final = 2.0  # factor of its losses
_BEATEN: Final = 2 * 5.0  # two shares of a bettel or preferans


class Outlook(NamedTuple):
    """The prospects of ten cards: tricks per strain, no trump last; probability of a bettel."""

    tricks: tuple[float, ...]
    bettel: float


def _bettel_probability(chance: float) -> float:
    """Lower the probability of a bettel: hidden defenders discard blocking cards."""
    return float(chance**_BETTEL_EXPONENT)


def outlook(hand: int, leads: bool) -> Outlook:
    """Return the outlook of a hand as it will be played."""
    tricks = tuple(evaluation.declarer_tricks(hand, trump) for trump in evaluation.STRAIN_ORDER)
    return Outlook(tricks, _bettel_probability(evaluation.misere_probability(hand, leads)))


def outlooks(hand: int, leads: bool) -> tuple[Outlook, ...]:
    """Return the outlooks of ten cards for a sample of talons."""
    safe = map(_bettel_probability, evaluation.misere_probabilities(hand, leads))
    return tuple(map(Outlook, evaluation.talon_prospects(hand), safe))


@lru_cache(maxsize=256)
def _six_tricks_value(tenths: int) -> float:
    """Return the value per unit of a contract of six tricks."""
    value = 0.0
    for tricks in range(11):
        lost = _BOOKED * (10 - tricks)
        result = SIDE_POINTS - lost if tricks >= _SIX else -SIDE_POINTS - _TEAM
        value += evaluation.trick_probability(tricks, tenths) * result
    return value


def _expected_tricks(name: str, seen: Outlook) -> float:
    shift = {contracts.SANAC: _SIX_NO_TRUMP, contracts.PREFERANS: _ALL_NO_TRUMP}.get(
        contracts.value_of(name), 0.0
    )
    return seen.tricks[contracts.contract_of(name, 0).trump] + shift


def contract_probability(name: str, seen: Outlook) -> float:
    """Return the probability of making the contract when both defend."""
    if contracts.value_of(name) == contracts.BETTEL:
        return seen.bettel
    return evaluation.probability_of_at_least(
        contracts.contract_of(name, 0).level, _expected_tricks(name, seen)
    )


def contract_value(name: str, seen: Outlook, idle_two: bool = False) -> float:
    """Return the value of a contract; with ``idle_two`` a two scores only when doubled."""
    if contracts.is_all_or_nothing(name):
        likely = contract_probability(name, seen)
        return contracts.basic_score(name) * (
            likely * SIDE_POINTS - (1 - likely) * (SIDE_POINTS + _BEATEN)
        )
    unit = _six_tricks_value(evaluation.to_tenths(_expected_tricks(name, seen)))
    if idle_two and contracts.value_of(name) == 2 and not contracts.is_game(name):
        unit *= _DOUBLED if unit < 0 else _UNDOUBLED
    return contracts.basic_score(name) * unit


def best_contract(
    names: tuple[str, ...], seen: Outlook, idle_two: bool = False
) -> tuple[float, str]:
    """Return the value and name of the best contract, the cheapest among equals."""
    values = [(contract_value(name, seen, idle_two), -n, name) for n, name in enumerate(names)]
    value, _, name = max(values)
    return value, name


def is_two_idle(view: view.SeatView) -> bool:
    """Return True if an undoubled two scores nothing but a refa for everybody (2.9.3)."""
    options, seat, marks = BalkanOptions.of(view.rules), view.seat, dict(view.marks)
    if options.plain_two in (PlainTwo.NORMAL, PlainTwo.DEFAULT_WIN):
        return False
    if options.plain_two_refa_exempt and marks.get(f"refas_{seat}", 0):
        return False
    totals = [scoring.main_total(view.sheet, each) for each in range(options.players)]
    if options.plain_two is PlainTwo.THROW_IN_REFA:
        return True
    if scoring.is_refa_left(options, totals, marks.get("refas_given", 0)):
        return True
    is_of_hats = options.plain_two is PlainTwo.REFA_THEN_HAT_WIN
    return is_of_hats and not scoring.is_under_hat(options, totals[seat])


# Value of a match situation between two deals (rules/balkan.md 3.7, 3.9).
#
# The settlement does not see the value of an open refa: the next own contract counts double, at
# the cost of the other two players, and these may have refas themselves. A refa lapses with the
# last deal, so its value depends on the own contracts still to come.
#
# Measured in matches that plain robots continued twice, with and without one more refa for a seat,
# 40 times for each row (serbian):
#
# still owed the first brings the second estimate of this module 95 21 +- 19 56 +- 12 30, 28 45 18
# +- 15 20 +- 11 26, 18 15 2 +- 10 6 +- 3 15, 4

_MAIN_COLUMN_FACTOR: Final = 10  # side-column points per main-column point
_REFA_VALUE: Final = 30.0  # value of doubling an own contract, in side-column points
_POINTS_PER_OWN_CONTRACT: Final = (
    22.0  # main points of all seats per own contract: from 90, four contracts
)


def match_values(rules: rules.Rules, carry: deal.Carry) -> SeatValues:
    """Return the value by seat, as if all seats paid off the remaining debt alike, unrounded."""
    sheet, seats = carry.sheet, range(3)
    main = scoring.main_totals(sheet)
    mean = sum(main) / 3
    doubled = [
        _REFA_VALUE * expected_refa_uses(refas, scoring.remaining_debt(sheet))
        for refas in scoring.balkan_carry(carry).refas
    ]
    return tuple(
        sum(
            sheet.total(scoring.SIDE, own, other) - sheet.total(scoring.SIDE, other, own)
            for other in seats
        )
        + _MAIN_COLUMN_FACTOR * (main[own] - mean)
        + 1.5 * (doubled[own] - sum(doubled) / 3)
        for own in seats
    )


def expected_refa_uses(refas: int, owed: int) -> float:
    """Return the expected number of open refas that own contracts will use up.

    ``owed`` is the debt of all seats.  Own contracts are modelled as independent (Poisson) events.
    """
    expected = max(0, owed) / _POINTS_PER_OWN_CONTRACT
    likely = exp(-expected)  # probability of exactly this many contracts
    at_least, used = 1.0, 0.0
    for number in range(refas):
        at_least -= likely
        likely *= expected / (number + 1)
        used += at_least
    return used
