"""Value of a contract by expected tricks (rules/balkan.md 3.2-3.6).

Values are in points of the side columns; a point of the main column is worth ten of them.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.families.balkan.carry import column
from bot.engine.families.balkan.contracts import (
    BETTEL,
    PREFERANS,
    SANAC,
    all_or_nothing,
    basic_score,
    contract_of,
    is_game,
    value_of,
)
from bot.engine.families.balkan.options import BalkanOptions, PlainTwo
from bot.engine.families.balkan.refas import is_left, is_under_hat
from bot.engine.view import View
from bot.robots import worth
from bot.robots.chances import at_least, chance, tenths_of

POINT: Final = 10
_SIX: Final = 6
_TEAM: Final = 5.0  # tricks booked against a failing declarer
_BOOKED: Final = 0.75  # share of the tricks booked in a made contract: some drop
_THROWING: Final = 1.6  # measured exponent of the probability of a bettel
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


def _bettel(chance: float) -> float:
    """Lower the probability of a bettel: hidden defenders discard blocking cards."""
    return float(chance**_THROWING)


def outlook(hand: int, leads: bool) -> Outlook:
    """Return the outlook of a hand as it will be played."""
    tricks = tuple(worth.tricks(hand, trump) for trump in worth.STRAINS)
    return Outlook(tricks, _bettel(worth.misere_chance(hand, leads)))


def outlooks(hand: int, leads: bool) -> tuple[Outlook, ...]:
    """Return the outlooks of ten cards for a sample of talons."""
    safe = map(_bettel, worth.misere_prospects(hand, leads))
    return tuple(map(Outlook, worth.prospects(hand), safe))


@lru_cache(maxsize=256)
def _six_tricks(tenths: int) -> float:
    """Return the value per unit of a contract of six tricks."""
    value = 0.0
    for tricks in range(11):
        lost = _BOOKED * (10 - tricks)
        result = POINT - lost if tricks >= _SIX else -POINT - _TEAM
        value += chance(tricks, tenths) * result
    return value


def _expected(name: str, seen: Outlook) -> float:
    shift = {SANAC: _SIX_NO_TRUMP, PREFERANS: _ALL_NO_TRUMP}.get(value_of(name), 0.0)
    return seen.tricks[contract_of(name, 0).trump] + shift


def chance_of(name: str, seen: Outlook) -> float:
    """Return the probability of making the contract when both defend."""
    if value_of(name) == BETTEL:
        return seen.bettel
    return at_least(contract_of(name, 0).level, _expected(name, seen))


def contract_value(name: str, seen: Outlook, idle_two: bool = False) -> float:
    """Return the value of a contract; with ``idle_two`` a two scores only when doubled."""
    if all_or_nothing(name):
        likely = chance_of(name, seen)
        return basic_score(name) * (likely * POINT - (1 - likely) * (POINT + _BEATEN))
    unit = _six_tricks(tenths_of(_expected(name, seen)))
    if idle_two and value_of(name) == 2 and not is_game(name):
        unit *= _DOUBLED if unit < 0 else _UNDOUBLED
    return basic_score(name) * unit


def best_contract(
    names: tuple[str, ...], seen: Outlook, idle_two: bool = False
) -> tuple[float, str]:
    """Return the value and name of the best contract, the cheapest among equals."""
    values = [(contract_value(name, seen, idle_two), -n, name) for n, name in enumerate(names)]
    value, _, name = max(values)
    return value, name


def is_two_idle(view: View) -> bool:
    """Return True if an undoubled two scores nothing but a refa for everybody (2.9.3)."""
    options, seat, marks = BalkanOptions.of(view.rules), view.seat, dict(view.marks)
    assert seat is not None
    if options.plain_two in (PlainTwo.NORMAL, PlainTwo.DEFAULT_WIN):
        return False
    if options.plain_two_refa_exempt and marks.get(f"refas_{seat}", 0):
        return False
    totals = [column(view.sheet, each) for each in range(options.players)]
    if options.plain_two is PlainTwo.THROW_IN_REFA:
        return True
    if is_left(options, totals, marks.get("refas_given", 0)):
        return True
    is_of_hats = options.plain_two is PlainTwo.REFA_THEN_HAT_WIN
    return is_of_hats and not is_under_hat(options, totals[seat])
