"""Why a choice was made: facts counted in the very layouts and values that decided it.

Nothing is thought about again and nothing is decided here.
"""

from typing import Final

from bot.analysis.advice import Reason

_FEW: Final = 3  # layouts, below which a count says nothing
_PART: Final = 10  # of those that were weighed, the least part


def is_broad(reason: Reason, weighed: int) -> bool:
    """Whether a reason was counted in enough of the layouts: "0 of 1" speaks for nothing.

    What is not counted at all is known for certain.
    """
    return not reason.of or reason.of >= min(weighed, max(_FEW, weighed / _PART))
