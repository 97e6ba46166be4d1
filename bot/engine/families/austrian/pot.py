"""The pot: what goes in before a deal and what is played for (rules/austrian.md 3.1, T1, U1)."""

from typing import NamedTuple

from bot.engine.carry import Carry
from bot.engine.families.austrian.carry import POT, pot_of
from bot.engine.families.austrian.options import AustrianOptions, ForcedPlay
from bot.engine.families.austrian.whys import Why
from bot.engine.ledger import Posting, Sheet


class Stake(NamedTuple):
    """``pot`` is what lies in it when the cards are dealt, ``ante`` what of it came just now."""

    pot: int
    amount: int  # A: what is played for
    ante: int

    @property
    def trick(self) -> int:
        """v: what a trick is worth."""
        return self.amount // 10


def stake_of(options: AustrianOptions, sheet: Sheet) -> Stake:
    """The pot of the open or the next deal (3.2)."""
    before = pot_of(sheet)
    ante = 10
    if options.pot_is_common:
        ante = 0 if before else options.ante_units * options.players
    pot = before + ante
    return Stake(pot, min(pot, options.max_amount_units), ante)


def antes(options: AustrianOptions, carry: Carry) -> tuple[Posting, ...]:
    """T1: the dealer, always; U1: everybody, into an empty pot (Q9)."""
    if not options.pot_is_common:
        return (Posting(POT, carry.dealer, None, -10, Why.ANTE, 1, 10),)
    if not stake_of(options, carry.sheet).ante:
        return ()
    each = options.ante_units
    return tuple(
        Posting(POT, seat, None, -each, Why.FUND, 1, each) for seat in range(options.players)
    )


def is_forced(options: AustrianOptions, stake: Stake) -> bool:
    """V-12: exactly one basic stake in the pot, and everybody must join."""
    return options.forced_play is ForcedPlay.ONE_STAKE and stake.pot == 10
