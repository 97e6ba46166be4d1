"""Records that explain a choice in numbers, for a robot's move and for a player's hint."""

from enum import StrEnum
from typing import NamedTuple

from bot.engine import actions, cards, view


class ReasonKind(StrEnum):
    """An argument for a choice, counted over the layouts that decided it."""

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
    VOID = "void"  # that seat has shown none of the suit
    RETURNED = "returned"  # the partner has led the suit
    LOST = "lost"  # no legal card takes the trick from an opponent
    # a card among the others
    BEST = "best"  # no other brings more
    DEARER = "dearer"  # another card brings less
    SURE = "sure"  # so many tricks at least, in each
    # bids and announcements
    MAKES = "makes"  # the own contract, in most layouts
    STOPS = "stops"  # the declarer falls short, in most layouts
    STANDS = "stands"  # the declarer makes the contract, in most layouts
    DODGES = "dodges"  # no trick, in most layouts
    CATCHES = "catches"  # a trick for a player who wants none, in most layouts
    ESCAPES = "escapes"  # that player takes none, in most layouts
    TAKES = "takes"  # so many tricks at least for the own seat, in most layouts
    TALON = "talon"  # value when none of the suit lies in the talon
    WHISTED = "whisted"  # value when the others take part, whatever they hold
    PASSED = "passed"  # nobody plays
    LEFT = "left"  # that seat plays
    ACE = "ace"  # the partner holds one
    EMPTY = "empty"  # none of the suit is left in the hand
    NO_MORE = "no_more"  # the other option brings no more


class Reason(NamedTuple):
    """One fact behind a choice; it holds in ``holds_in`` of ``out_of`` layouts."""

    kind: ReasonKind
    holds_in: int = 0
    out_of: int = 0
    seat: cards.Seat = -1
    card: cards.Card = -1
    suit: int = -1
    tricks: int = -1
    value: float = 0.0
    value_otherwise: float = 0.0  # the value where it does not hold
    action: actions.Action | None = None  # None next to a claim or an announcement: to play on


class WeighedAction(NamedTuple):
    """One legal action with its evaluation."""

    action: actions.Action
    value: float  # expected change of the balance by this deal, in the settlement's units
    holds: int  # layouts in which it reaches the aim (make, beat, take none); -1: not counted
    doubt: float = 0.0  # standard error of the value over these layouts; 0: not told


class Advice(NamedTuple):
    """The chosen action and the options it was chosen from, best first."""

    action: actions.Action
    options: tuple[WeighedAction, ...]  # empty when nothing was weighed: forced, or the plain move
    layouts: int  # how many distributions of the unseen cards were examined
    is_exact: bool = False  # every possible distribution was examined, not a sample
    is_shared: bool = False  # the balance is that of both defenders together, else the own
    reasons: tuple[Reason, ...] = ()  # the strongest first


class JudgedCall(NamedTuple):
    """A call of a scored deal, weighed in layouts that its player could imagine.

    Values are expected changes of the balance by the deal, in the settlement's units, each with
    its standard error.  ``given`` is how much more the call that half of the layouts prefer is
    worth in the other half: the best of several means is too high by chance, this is not, and it
    may be below zero.
    """

    view: view.SeatView  # all that the player knew
    action: actions.Action
    layouts: int
    worth: float = 0.0
    doubt: float = 0.0
    other: actions.Action | None = None  # the best other call; None: there is none worth weighing
    other_worth: float = 0.0
    given: float = 0.0
    given_doubt: float = 0.0

    @property
    def is_dear(self) -> bool:
        """True if another call was better by more than two errors."""
        return self.given > 2 * self.given_doubt
