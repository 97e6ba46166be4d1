"""The pot: antes before a deal, and the amount at stake (rules/austrian.md 3.1, T1, U1)."""

from typing import NamedTuple

from bot.engine.carry import Carry
from bot.engine.families.austrian.carry import POT, pot_total
from bot.engine.families.austrian.options import AustrianOptions, ForcedPlay
from bot.engine.families.austrian.whys import Why
from bot.engine.ledger import Posting, Sheet


class Stake(NamedTuple):
    """The stake of a deal; ``pot`` is the pot when the cards are dealt, including ``ante``."""

    pot: int
    amount: int  # A: the amount at stake
    ante: int

    @property
    def trick(self) -> int:
        """The value v of a trick."""
        return self.amount // 10


def stake_of(options: AustrianOptions, sheet: Sheet) -> Stake:
    """Return the stake of the open or the next deal (3.2)."""
    before = pot_total(sheet)
    ante = 10
    if options.pot_is_common:
        ante = 0 if before else options.ante_units * options.players
    pot = before + ante
    return Stake(pot, min(pot, options.max_amount_units), ante)


def antes(options: AustrianOptions, carry: Carry) -> tuple[Posting, ...]:
    """Return the antes: the dealer's always (T1), or all players' into an empty pot (U1, Q9)."""
    if not options.pot_is_common:
        return (Posting(POT, carry.dealer, None, -10, Why.ANTE, 1, 10),)
    if not stake_of(options, carry.sheet).ante:
        return ()
    each = options.ante_units
    return tuple(
        Posting(POT, seat, None, -each, Why.FUND, 1, each) for seat in range(options.players)
    )


def is_joining_forced(options: AustrianOptions, stake: Stake) -> bool:
    """Return True if everybody must join: exactly one basic stake in the pot (V-12)."""
    return options.forced_play is ForcedPlay.ONE_STAKE and stake.pot == 10
