"""A position of the solver: the cards in play, and the aims of the two sides.

Players are *places*: 0 is forehand, 1 and 2 follow clockwise (the order of ``Deal.seats``).
"""

from enum import StrEnum
from typing import NamedTuple

from bot.engine.cards import Card
from bot.engine.tricks import FollowRule

Place = int
HandMasks = tuple[int, int, int]  # three sets of cards as bits, by place


class Aim(StrEnum):
    """The declarer's aim; the other two want the opposite."""

    MOST = "most"
    LEAST = "least"
    OWN = "own"  # no declarer: everybody wants the fewest (all-pass)


class SolverContract(NamedTuple):
    """The contract of a play.  A seat that is ``out`` holds no cards and is passed over."""

    declarer: Place  # -1 where everybody is alone
    trump: int  # a suit or -1
    aim: Aim
    following: FollowRule = FollowRule.SUIT
    out: Place = -1
    bound: Place = -1  # answers a declarer's lead with the lowest winner (austrian.md C-9)
    dummy: Place = -1  # always plays its lowest card, and has no aim (russian.md 2.11)


class Cards(NamedTuple):
    """Hands, trick, and leader.  The cards of the trick in progress have left the hands."""

    hands: HandMasks
    leader: Place  # the leader of the trick in progress
    trick: tuple[Card, ...] = ()
    talon: tuple[Card, ...] = ()  # talon cards that lead this trick and the next (all-pass)
    talon_plays: bool = False  # a leading talon card takes part, for a fourth player
    talon_winner_leads: bool = False  # after the last talon trick; else forehand leads


class Position(NamedTuple):
    cards: Cards
    contract: SolverContract
