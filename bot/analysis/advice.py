"""What a robot that thinks knows about its choice, in numbers: its move, and a player's hint."""

from typing import NamedTuple

from bot.engine.actions import Action


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
