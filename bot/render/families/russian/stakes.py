"""A running Russian deal: contract values, raspasy entries, advice for each decision."""

from typing import NamedTuple

from bot.engine.families.russian.contracts import MISERE_VALUE, QUOTA, VALUE
from bot.engine.families.russian.options import (
    MountainMode,
    RostovRaspasy,
    RussianOptions,
    TenTrick,
    WhistPenalty,
)
from bot.engine.rules import Rules


class Stakes(NamedTuple):
    """The numbers of a contract.

    ``mountain`` and ``penalty`` are whists of each opponent where there is no mountain.
    """

    pool: int  # for the contract made
    mountain: int  # per undertrick
    quota: int  # tricks of the defence
    whist: int  # per trick of the defence
    penalty: int  # per trick missing to the quota
    half: int  # whists for a half-whist
    in_whists: bool


def stakes_of(rules: Rules, level: int) -> Stakes:
    """Return the numbers of a contract of that level (0: misère)."""
    options = RussianOptions.of(rules)
    value, quota = VALUE.get(level, MISERE_VALUE), QUOTA.get(level, 0)
    factor = _factor(options)
    missed = value if options.whist_penalty is WhistPenalty.FULL else value // 2
    checked = level == 10 and options.ten_trick is TenTrick.CHECKED
    return Stakes(
        pool=value,
        mountain=value * factor,
        quota=0 if checked else quota,
        whist=value * options.whist_multiplier,
        penalty=missed * factor,
        half=quota // 2 * value * options.whist_multiplier,
        in_whists=_in_whists(options),
    )


def trick_price(rules: Rules, cost: int) -> int:
    """Return the price of a charged raspasy trick (3.5, 4.4), in the unit of ``Stakes.mountain``.

    ``cost`` is that of the streak; it does not apply where the fewest tricks write on the others.
    """
    options = RussianOptions.of(rules)
    return _factor(options) * (1 if fewest_write(rules) else cost)


def fewest_write(rules: Rules) -> bool:
    """True if in raspasy the player with the fewest tricks writes on those of the others (3.5)."""
    return RussianOptions.of(rules).rostov_raspasy is RostovRaspasy.LEAST_TAKES


def _in_whists(options: RussianOptions) -> bool:
    return options.mountain_mode is MountainMode.WHISTS


def _factor(options: RussianOptions) -> int:
    """Return the factor of a mountain point on the sheet."""
    whists, mountain = options.rostov_whists_per_point, options.mountain_multiplier
    return whists if _in_whists(options) else mountain
