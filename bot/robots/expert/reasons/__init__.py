"""Reasons for a choice: facts counted in the very layouts and values that decided it.

Nothing is searched or decided here.
"""

from typing import Final

from bot.analysis.advice import Reason

_FEW: Final = 3  # layouts below which a count says nothing
_PART: Final = 10  # divisor of the weighed layouts: the least share


def is_broad(reason: Reason, weighed: int) -> bool:
    """Return True if a reason was counted in enough layouts: "0 of 1" supports nothing.

    A reason without a count is certain.
    """
    return not reason.of or reason.of >= min(weighed, max(_FEW, weighed / _PART))
