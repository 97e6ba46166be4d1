"""The state of one deal, its phases and outcomes, the carry between deals, and the result."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Final, NamedTuple

from pydantic import ConfigDict, Field

from bot.engine.actions import Action
from bot.engine.cards import EMPTY, FULL, Card, Hand, Seat
from bot.engine.ledger import BLANK_SHEET, Sheet
from bot.engine.rules import RuleReason, Rules
from bot.model.enums import Posting

# State carried from deal to deal, all of it public.


@dataclass(frozen=True, slots=True)
class Carry:
    """State carried from deal to deal; a family adds its own fields."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    number: int = 0  # deals scored so far
    dealer: Seat = -1  # the next dealer; -1 until the draw
    sheet: Sheet = BLANK_SHEET
    time_up: bool = False
    drawn: tuple[Card, ...] = ()  # the cards drawn for dealer, until the first deal is scored
    # the defenders' last answers, the newest last, packed because many tables wait in memory
    answers: Annotated[str, Field(pattern="^([0-9a-f]{11})*$")] = ""


# Roles of the seats in a deal, as far as the families share them.


class Role(StrEnum):
    """The roles that code outside the families tests for.

    A family adds words of its own (whister, host, caller, ...), which are only displayed.
    """

    NONE = ""  # not decided yet
    RESTING = "resting"  # the dealer of four
    DUMMY = "dummy"  # the third hand of two, which has no player
    DECLARER = "declarer"
    DEFENDER = "defender"
    PASSER = "passer"  # leaves the tricks against the declarer to the other defender
    DROPPED = "dropped"  # has laid their cards down
    ALONE = "alone"  # every player for themselves


def player_seats(seats: Sequence[Seat], roles: Sequence[str]) -> tuple[Seat, ...]:
    """Return the active seats with a player of their own, in their order (no dummy)."""
    return tuple(seat for seat in seats if roles[seat] != Role.DUMMY)


# The state of one deal, the interface of its phases, and the result of a finished deal.
#
# A Deal is an immutable value. A phase answers which seat is to act, which actions are legal and
# what follows each; at its end it returns Over with an outcome, and the family begins the next
# one.


class Stage(StrEnum):
    """The stage of a game, as screens show it."""

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


QUESTION_STAGES: Final = frozenset({Stage.ASKING, Stage.PAYING, Stage.FUNDING, Stage.ROUND})
"""Stages of questions between two deals, when no card is dealt."""


class Call(NamedTuple):
    """A public action of a seat: a bid, a declaration, an answer."""

    seat: Seat
    action: Action


class Contract(NamedTuple):
    """The declarer's undertaking: ``level`` tricks (0 for misère) and a trump or none."""

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


class PhaseOutcome:
    """Base class of a phase's decision; each kind is a frozen dataclass here or in a family."""

    __slots__ = ()


class Phase:
    """A step of a deal: a frozen value holding only its own small state.

    Each kind defines its stage, the seat to act, the legal actions and what follows.  It is no
    ABC: the engine calls isinstance at every card, and with ABCMeta that costs more than the card.
    """

    __slots__ = ()

    stage: ClassVar[Stage]
    # the action taken when the time runs out; None: the plain robot answers
    timeout_action: ClassVar[Action | None] = None

    @property
    def trick_play(self) -> "Phase | None":
        """The trick play in progress, or the one that this phase interrupts."""
        return None

    @property
    def sealed_names(self) -> tuple[str, ...] | None:
        """The contracts named in secret so far; None in a phase without secret calls."""
        return None

    @abstractmethod
    def to_act(self, deal: "Deal") -> Seat:
        """Return the one seat to act."""

    @abstractmethod
    def legal(self, deal: "Deal") -> tuple[Action, ...]:
        """Return every legal action of that seat: complete, never empty, in a fixed order."""

    def out_of_turn_actions(self, deal: "Deal", seat: Seat) -> tuple[Action, ...]:
        """Return a seat's out-of-turn actions (claims between two tricks), usually none."""
        return ()

    def allows(self, deal: "Deal", seat: Seat, action: Action) -> bool:
        """Return True if ``seat`` is to act and ``action`` is legal."""
        return self.to_act(deal) == seat and action in self.legal(deal)

    @abstractmethod
    def apply(self, deal: "Deal", action: Action) -> "Deal | PhaseOver":
        """Return the state after a legal action."""

    def possible_actions(self, deal: "Deal") -> tuple[Action, ...]:
        """Return all actions that can ever occur in such a phase, the legal ones included."""
        return self.legal(deal)

    def why_not(self, deal: "Deal", action: Action) -> RuleReason:
        """Return the reason why an action of the seat to act is illegal."""
        return RuleReason.WRONG_PHASE


class OutOfTurnPhase(Phase):
    """A phase with out-of-turn actions: ``apply_out_of_turn`` applies every action of
    ``out_of_turn_actions``.

    It also applies the legal actions of the seat to act, except plays of cards.
    """

    __slots__ = ()

    @abstractmethod
    def apply_out_of_turn(self, deal: "Deal", seat: Seat, action: Action) -> "Deal | PhaseOver":
        """Return the state after one of a seat's ``out_of_turn_actions``, or a legal action that is
        no play.
        """


class PhaseOver(NamedTuple):
    """The end of a phase: the deal and the phase's outcome."""

    deal: "Deal"
    outcome: PhaseOutcome


class Deal(NamedTuple):
    """One deal.  Tuples indexed by seat have an item per player, and last the dummy's of two."""

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
    aside: Hand  # cards in no hand and no trick: the talon, later the discard
    discard: tuple[Card, ...]
    open_seats: tuple[Seat, ...]  # hands face up for everybody
    offer: Offer | None
    # fields that every played card changes come last, so that they are replaced in one slice
    hands: tuple[Hand, ...]  # by seat
    tricks: tuple[Trick, ...]
    won: tuple[int, ...]  # by seat
    trick: tuple[Card, ...]  # the trick in progress, in order of play
    leader: Seat  # the seat that led it
    turn: Seat  # the hand to play next (not always of the seat to act); -1 outside the play
    lead: tuple[Card, ...]  # talon cards that lead this trick and the next
    phase: Phase  # the last field, see ``with_phase``

    @property
    def number(self) -> int:
        return self.carry.number + 1

    @property
    def is_dealt(self) -> bool:
        """False in a question before the deal, when no cards are dealt."""
        return self.aside != FULL

    @property
    def declared_contract(self) -> Contract:
        """The contract of a deal that is known to have one."""
        assert self.contract is not None
        return self.contract

    @property
    def players(self) -> tuple[Seat, ...]:
        """The active seats with a player of their own, forehand first (no dummy)."""
        return tuple(seat for seat in self.seats if seat != self.rules.dummy)

    # changes that occur in every deal bypass ``_replace``, which is several times slower

    def with_call(self, seat: Seat, action: Action) -> "Deal":
        calls = (*self.calls, Call(seat, action))
        deal: Deal = tuple.__new__(Deal, (*self[:_CALLS], calls, *self[_CALLS + 1 :]))
        return deal

    def with_phase(self, phase: Phase) -> "Deal":
        """Return the deal with its next phase."""
        deal: Deal = tuple.__new__(Deal, (*self[:-1], phase))
        return deal

    def with_contract(self, contract: Contract) -> "Deal":
        """Return the deal with a contract, and the declarer's role set."""
        roles = list(self.roles)
        roles[contract.declarer] = Role.DECLARER
        fields = (*self[:_CONTRACT], contract, tuple(roles), *self[_CONTRACT + 2 :])
        deal: Deal = tuple.__new__(Deal, fields)
        return deal

    def with_roles(self, **by_word: tuple[Seat, ...]) -> "Deal":
        """Return the deal with each role given to the seats listed under it."""
        words = list(self.roles)
        for word, seats in by_word.items():
            for seat in seats:
                words[seat] = word
        fields = (*self[: _CONTRACT + 1], tuple(words), *self[_CONTRACT + 2 :])
        deal: Deal = tuple.__new__(Deal, fields)
        return deal

    def next_seat(self, seat: Seat) -> Seat:
        """Return the next active seat."""
        first, second, third = self.seats
        return second if seat == first else third if seat == second else first

    def defenders(self) -> tuple[Seat, Seat]:
        """Return the two opponents of the declarer, in order of answer."""
        first = self.next_seat(self.declared_contract.declarer)
        return first, self.next_seat(first)

    def faults(self) -> tuple[str, ...]:
        """Return the inconsistencies of the cards; empty if each of the 32 lies in one place."""
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
_CONTRACT: Final = Deal._fields.index("contract")  # the roles follow it


@dataclass(frozen=True, slots=True)
class DealResult:
    """A scored deal, kept for the result screen, the history and the audit."""

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


# Outcomes of the shared phases, and the change made by an answer after a deal.
#
# A family adds its own outcomes.


@dataclass(frozen=True, slots=True)
class AuctionWon(PhaseOutcome):
    """A seat has won the auction; ``name`` is the winning bid."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class PassedOut(PhaseOutcome):
    """All players have passed."""


@dataclass(frozen=True, slots=True)
class ExchangeDone(PhaseOutcome):
    """The declarer holds ten cards again; ``thrown`` if they refused the talon."""

    thrown: bool


@dataclass(frozen=True, slots=True)
class ContractDeclared(PhaseOutcome):
    """The declarer has named the contract."""

    name: str


@dataclass(frozen=True, slots=True)
class ContractConceded(PhaseOutcome):
    """The declarer has given up instead of naming a contract."""


@dataclass(frozen=True, slots=True)
class PlayFinished(PhaseOutcome):
    """All tricks are won or agreed."""


class CarryChange(NamedTuple):
    """A new carry after a question, with postings beside those of the last deal.

    The sheet of ``carry`` already contains the ``postings``.
    """

    carry: Carry
    postings: tuple[Posting, ...]


# New deals: the cards are dealt and no action has been taken.


def new_deal(
    rules: Rules,
    carry: Carry,
    seats: tuple[Seat, Seat, Seat],
    dealt: tuple[Hand, ...],
    talon: tuple[Card, ...],
    phase: Phase,
) -> Deal:
    """Return a deal with its cards dealt, at its first phase."""
    return Deal(
        rules=rules,
        carry=carry,
        dealer=carry.dealer,
        seats=seats,
        dealt=dealt,
        talon=talon,
        talon_shown=0,
        calls=(),
        contract=None,
        roles=(Role.NONE,) * len(dealt),
        aside=Hand.of(talon),
        discard=(),
        open_seats=(),
        offer=None,
        hands=dealt,
        tricks=(),
        won=(0,) * len(dealt),
        trick=(),
        leader=seats[0],
        turn=-1,
        lead=(),
        phase=phase,
    )


def undealt_deal(rules: Rules, carry: Carry, seats: tuple[Seat, Seat, Seat], phase: Phase) -> Deal:
    """Return a deal before the cards are dealt, for a phase that asks a question."""
    nothing = (EMPTY,) * rules.players
    return new_deal(rules, carry, seats, nothing, (), phase)._replace(aside=Hand(FULL))
