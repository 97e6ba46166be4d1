"""The state of one deal, the phases it goes through, and what a finished deal leaves behind.

A Deal is an immutable value.  A phase answers who is to act, what is legal, and what follows;
when it has nothing more to ask it is Over with an outcome, and the family says what comes next.
"""

from abc import abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, NamedTuple

from pydantic import ConfigDict

from bot.engine.actions import Action
from bot.engine.cards import FULL, Card, Hand, Seat
from bot.engine.carry import Carry
from bot.engine.ledger import Posting
from bot.engine.refusal import RuleReason
from bot.engine.roles import Role
from bot.engine.rules import Rules


class Stage(StrEnum):
    """Where a game stands, in words a screen can show."""

    DRAW = "draw"
    BETWEEN = "between"
    AUCTION = "auction"
    EXCHANGE = "exchange"
    DECLARE = "declare"
    AFTER_BUY = "after_buy"
    DEFENCE = "defence"
    NEGOTIATION = "negotiation"
    PLAY = "play"
    CLAIM = "claim"
    ASKING = "asking"
    PAYING = "paying"
    FUNDING = "funding"
    ROUND = "round"
    OVER = "over"


QUESTIONS: Final = frozenset({Stage.ASKING, Stage.PAYING, Stage.FUNDING, Stage.ROUND})
"""What is asked between two deals, when no card is out."""


class Call(NamedTuple):
    """Something said in public."""

    seat: Seat
    action: Action


class Contract(NamedTuple):
    """What the declarer undertakes: ``level`` tricks (0 for misère) and a trump or none."""

    name: str
    declarer: Seat
    level: int
    trump: int  # -1 for none

    @property
    def is_misere(self) -> bool:
        return self.level == 0


class Trick(NamedTuple):
    """A finished trick; ``talon`` is the talon card that led it, if one did."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    talon: Card | None


class Offer(NamedTuple):
    """A proposed split of the remaining tricks, one number per active seat, forehand first."""

    seat: Seat
    tricks: tuple[int, int, int]


class Outcome:
    """What a phase decided; each kind is a frozen dataclass of the kit or of a family."""

    __slots__ = ()


class Phase:
    """A step of a deal: a frozen value holding only its own small state.

    Every kind says its stage, who is asked, what he may do and what follows.  No ABC: at every
    card the engine asks which kind a phase is, and that question would cost more than the card.
    """

    __slots__ = ()

    stage: ClassVar[Stage]
    # what it means when nothing is said in time; None: the plain robot answers
    silence: ClassVar[Action | None] = None

    @property
    def play(self) -> "Phase | None":
        """The play that goes on here, or behind a question that interrupts it."""
        return None

    @property
    def sealed(self) -> tuple[str, ...] | None:
        """The names written down so far and seen by nobody; None where all is said aloud."""
        return None

    @abstractmethod
    def to_act(self, deal: "Deal") -> Seat:
        """The one seat that is asked."""

    @abstractmethod
    def legal(self, deal: "Deal") -> tuple[Action, ...]:
        """Everything that seat may do: complete, never empty, in a fixed order."""

    def offers(self, deal: "Deal", seat: Seat) -> tuple[Action, ...]:
        """What a seat may do out of turn (claims between two tricks), usually nothing."""
        return ()

    def allows(self, deal: "Deal", seat: Seat, action: Action) -> bool:
        """Whether it is the seat that is asked, and the action among the legal ones."""
        return self.to_act(deal) == seat and action in self.legal(deal)

    @abstractmethod
    def apply(self, deal: "Deal", action: Action) -> "Deal | Over":
        """The state after a legal action."""

    def thinkable(self, deal: "Deal") -> tuple[Action, ...]:
        """What is said in such a phase at one moment or another; the legal actions among it."""
        return self.legal(deal)

    def why_not(self, deal: "Deal", action: Action) -> RuleReason:
        """Why an action of the seat to act is not legal."""
        return RuleReason.WRONG_PHASE


class OutOfTurn(Phase):
    """A phase in which a seat may speak unasked: ``spoken`` takes every action of ``offers``.

    It takes those of the seat that is asked as well, cards excepted.
    """

    __slots__ = ()

    @abstractmethod
    def spoken(self, deal: "Deal", seat: Seat, action: Action) -> "Deal | Over":
        """The state after one of the ``offers`` of a seat, or a legal action that is no card."""


class Over(NamedTuple):
    """A phase is done."""

    deal: "Deal"
    outcome: Outcome


class Deal(NamedTuple):
    """One deal.  Tuples indexed by seat have a place per player, and last the dummy's of two."""

    rules: Rules
    carry: Carry
    dealer: Seat
    seats: tuple[Seat, Seat, Seat]  # the active seats, forehand first
    dealt: tuple[Hand, ...]  # by seat, as dealt
    talon: tuple[Card, ...]  # as dealt, in order
    talon_shown: int  # how many talon cards lie face up
    calls: tuple[Call, ...]
    contract: Contract | None
    roles: tuple[str, ...]  # by seat: a Role, or a word of the family
    aside: Hand  # cards in nobody's hand and no trick: the talon, later the discard
    discard: tuple[Card, ...]
    open_seats: tuple[Seat, ...]  # hands face up for everybody
    offer: Offer | None
    # what every card played changes, last
    hands: tuple[Hand, ...]  # by seat
    tricks: tuple[Trick, ...]
    won: tuple[int, ...]  # by seat
    trick: tuple[Card, ...]  # the trick in progress, in order of play
    leader: Seat  # who led it
    turn: Seat  # whose card is awaited (not always the seat that is asked); -1 outside the play
    lead: tuple[Card, ...]  # talon cards that lead this trick and the next
    phase: Phase  # the last field, see ``at``

    @property
    def number(self) -> int:
        return self.carry.number + 1

    @property
    def is_dealt(self) -> bool:
        """False in a question before the deal, when the pack lies together."""
        return self.aside != FULL

    @property
    def declared(self) -> Contract:
        """The contract, where there must be one."""
        assert self.contract is not None
        return self.contract

    @property
    def players(self) -> tuple[Seat, ...]:
        """The active seats that somebody plays for himself, forehand first."""
        return tuple(seat for seat in self.seats if seat != self.rules.dummy)

    # what is in every deal is built without the detour of ``_replace``

    def said(self, seat: Seat, action: Action) -> "Deal":
        calls = (*self.calls, Call(seat, action))
        deal: Deal = tuple.__new__(Deal, (*self[:_CALLS], calls, *self[_CALLS + 1 :]))
        return deal

    def at(self, phase: Phase) -> "Deal":
        """The deal with its next question."""
        deal: Deal = tuple.__new__(Deal, (*self[:-1], phase))
        return deal

    def under(self, contract: Contract) -> "Deal":
        """The deal with a contract on the table, and its declarer so called."""
        roles = list(self.roles)
        roles[contract.declarer] = Role.DECLARER
        fields = (*self[:_CONTRACT], contract, tuple(roles), *self[_CONTRACT + 2 :])
        deal: Deal = tuple.__new__(Deal, fields)
        return deal

    def with_roles(self, **by_word: tuple[Seat, ...]) -> "Deal":
        """The deal with each word given to the seats listed under it."""
        words = list(self.roles)
        for word, seats in by_word.items():
            for seat in seats:
                words[seat] = word
        fields = (*self[: _CONTRACT + 1], tuple(words), *self[_CONTRACT + 2 :])
        deal: Deal = tuple.__new__(Deal, fields)
        return deal

    def after(self, seat: Seat) -> Seat:
        """The next active seat."""
        first, second, third = self.seats
        return second if seat == first else third if seat == second else first

    def defenders(self) -> tuple[Seat, Seat]:
        """The two opponents of the declarer, in order of answer."""
        first = self.after(self.declared.declarer)
        return first, self.after(first)

    def faults(self) -> tuple[str, ...]:
        """Everything wrong with the cards; empty when each of the 32 lies in one place."""
        played = Hand.of(card for trick in self.tricks for card in trick.cards)
        places = (*self.hands, self.aside, played, Hand.of(self.trick))
        found = []
        if sum(map(len, places)) != 32:
            found.append("not 32 cards")
        if any(a & b for n, a in enumerate(places) for b in places[:n]):
            found.append("a card in two places")
        together = 0
        for place in places:
            together |= int(place)
        if together != FULL:
            found.append("a card is missing")
        return tuple(found)


_CALLS: Final = Deal._fields.index("calls")
_CONTRACT: Final = Deal._fields.index("contract")  # the roles stand behind it


@dataclass(frozen=True, slots=True)
class DealResult:
    """A scored deal, kept for the card at its end, the history and the audit."""

    __pydantic_config__ = ConfigDict(hide_input_in_errors=True)  # an error must name no card

    number: int
    dealer: Seat
    seats: tuple[Seat, Seat, Seat]
    outcome: str  # the family's word: made, remise, ...
    contract: Contract | None
    roles: tuple[str, ...]
    dealt: tuple[int, ...]
    talon: tuple[Card, ...]
    discard: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    won: tuple[int, ...]
    postings: tuple[Posting, ...]
    calls: tuple[tuple[Seat, str], ...]
