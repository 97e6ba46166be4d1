"""Reasons for a choice: facts counted in the very layouts and values that decided it.

Nothing is searched or decided here.
"""

from typing import Final

from bot.analysis.advice import Reason

_LEAST_LAYOUTS: Final = 3  # layouts below which a count says nothing
_SHARE_DIVISOR: Final = 10  # divisor of the weighed layouts: the least share


def is_broad(reason: Reason, weighed: int) -> bool:
    """Return True if a reason was counted in enough layouts: "0 of 1" supports nothing.

    A reason without a count is certain.
    """
    return not reason.out_of or reason.out_of >= min(
        weighed, max(_LEAST_LAYOUTS, weighed / _SHARE_DIVISOR)
    )
