"""What a contract is worth at this table, in numbers for the help at the moment of decision."""

from typing import NamedTuple

from bot.engine.families.russian.contracts import MISERE_VALUE, QUOTA, VALUE
from bot.engine.families.russian.options import (
    MountainMode,
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
    in_whists = options.mountain_mode is MountainMode.WHISTS
    factor = options.rostov_whists_per_point if in_whists else options.mountain_multiplier
    missed = value if options.whist_penalty is WhistPenalty.FULL else value // 2
    checked = level == 10 and options.ten_trick is TenTrick.CHECKED
    return Stakes(
        pool=value,
        mountain=value * factor,
        quota=0 if checked else quota,
        whist=value * options.whist_multiplier,
        penalty=missed * factor,
        half=quota // 2 * value * options.whist_multiplier,
        in_whists=in_whists,
    )
