"""What a robot that thinks knows about its choice, in numbers: its move, and a player's hint."""

from enum import StrEnum
from typing import NamedTuple

from bot.engine.actions import Action
from bot.engine.cards import Card, Seat


class Why(StrEnum):
    """What speaks for a choice; each was counted in the layouts that decided it."""

    # a card and the trick it goes to
    SAFE = "safe"  # no opponent can take the trick from it
    FALLS = "falls"  # the only one of its suit in an opponent's hand
    DRAWS = "draws"  # the opponents' last trumps fall
    TRUMPLESS = "trumpless"  # the opponents hold no trump
    RUFFS = "ruffs"  # the partner can ruff
    PARTNER = "partner"  # the partner can go over it
    KEEPS = "keeps"  # the trick stays with that seat
    FORCES = "forces"  # the seat must go over it
    UNDER = "under"  # it does not take the trick
    # a card among the others
    BEST = "best"  # no other brings more
    DEARER = "dearer"  # another card brings less
    SURE = "sure"  # so many tricks at least, in each
    # what is said
    MAKES = "makes"  # the own contract, as it is mostly played
    STOPS = "stops"  # the declarer falls short, as it is mostly played
    DODGES = "dodges"  # no trick, as it is mostly played
    CATCHES = "catches"  # a trick for who wants none, as it is mostly played
    TAKES = "takes"  # so many tricks at least for the own seat, as it is mostly played
    TALON = "talon"  # none of the suit lies in the talon: the worth then
    WHISTED = "whisted"  # whatever the others hold, they take part: the worth then
    PASSED = "passed"  # nobody plays
    LEFT = "left"  # that seat plays
    ACE = "ace"  # the partner holds one
    EMPTY = "empty"  # none of the suit is left in the hand
    NO_MORE = "no_more"  # the other option brings no more


class Reason(NamedTuple):
    """One fact behind a choice: it holds in so many of so many layouts."""

    why: Why
    held: int = 0
    of: int = 0
    seat: Seat = -1
    card: Card = -1
    suit: int = -1
    tricks: int = -1
    worth: float = 0.0
    other: float = 0.0  # the worth where it does not hold
    action: Action | None = None  # None beside a word in the play: to play on


class Option(NamedTuple):
    """One legal action as it was weighed."""

    action: Action
    worth: float  # expected change of the balance by this deal, in the settlement's units
    holds: int  # layouts in which it reaches the aim (make, beat, take none); -1: not counted


class Advice(NamedTuple):
    """The choice, and what it was chosen from, the best first."""

    action: Action
    options: tuple[Option, ...]  # empty when nothing was weighed: forced, or the plain move
    layouts: int  # how many distributions of the unseen cards were looked at
    exact: bool = False  # every possible distribution was looked at, not a sample
    shared: bool = False  # the balance is that of both defenders together, else the own
    reasons: tuple[Reason, ...] = ()  # the weightiest first
