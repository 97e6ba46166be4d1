"""What a contract is worth at this table, in numbers for the help at the moment of decision."""

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
    """``mountain`` and ``penalty`` are whists of each opponent where there is no mountain."""

    pool: int  # for the contract made
    mountain: int  # per undertrick
    quota: int  # tricks of the defence
    whist: int  # per trick of the defence
    penalty: int  # per trick missing to the quota
    half: int  # whists for a half-whist
    in_whists: bool


def stakes_of(rules: Rules, level: int) -> Stakes:
    """The numbers of a contract of that level (0: misère)."""
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
    """What a charged trick of raspasy writes (3.5, 4.4), as the mountain of ``Stakes``.

    ``cost`` is that of the streak; where the fewest tricks write on the others it is no part of it.
    """
    options = RussianOptions.of(rules)
    return _factor(options) * (1 if fewest_write(rules) else cost)


def fewest_write(rules: Rules) -> bool:
    """Whether in raspasy whoever takes the fewest tricks writes on those of the others (3.5)."""
    return RussianOptions.of(rules).rostov_raspasy is RostovRaspasy.LEAST_TAKES


def _in_whists(options: RussianOptions) -> bool:
    return options.mountain_mode is MountainMode.WHISTS


def _factor(options: RussianOptions) -> int:
    """What one mountain point is written as."""
    whists, mountain = options.rostov_whists_per_point, options.mountain_multiplier
    return whists if _in_whists(options) else mountain
