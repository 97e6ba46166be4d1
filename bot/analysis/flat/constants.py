"""Constants of ``bot.analysis.keys`` and ``suit_facts``, repeated as constants for C."""

from typing import Final

from mypy_extensions import i64

CODE_COUNT: Final[i64] = 9841
CODE_BITS: Final[i64] = 14
CODE_MASK: Final[i64] = 16383
TRUMP_SLOT: Final[i64] = 3
LEAD_SHIFT: Final[i64] = 56
DECLARER_LEADS: Final[i64] = 1 << 56
CANNOT_LEAD: Final[i64] = 1 << 20
SECOND_VOID: Final[i64] = 1
THIRD_VOID: Final[i64] = 2
LEADER_VOID: Final[i64] = 4
DIRTY: Final[i64] = 1
EXIT: Final[i64] = 8
