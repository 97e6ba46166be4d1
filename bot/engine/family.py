"""What a family of rules provides; the register in families/ lists them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import ClassVar

from bot.engine.actions import Action
from bot.engine.cards import Card, Seat, Strain
from bot.engine.carry import Carry
from bot.engine.deal import Deal, DealResult, Outcome
from bot.engine.ledger import Account, Sheet
from bot.engine.outcomes import Moved
from bot.engine.rules import Options, Rules
from bot.engine.settlement import Step

FirstDealer = Callable[[Rules, tuple[Card, ...]], Seat]


class Ending(StrEnum):
    """What became of a contract."""

    FULFILLED = "fulfilled"
    FAILED = "failed"
    NEITHER = "neither"  # nothing was declared, or the deal did not count


class Family(ABC):
    """One family: its options, its accounts, and the course of a deal.

    ``key`` is the folder name and the word in stored rules; ``endings`` has every word this
    family closes a deal with, and what it means for the contract.  ``answers`` are what a defender
    says to a contract in tricks, and whether he takes part with it.
    """

    key: ClassVar[str]
    options: ClassVar[type[Options]]
    carry: ClassVar[type[Carry]]
    accounts: ClassVar[tuple[Account, ...]]
    endings: ClassVar[Mapping[str, Ending]]
    answers: ClassVar[Mapping[str, bool]]

    @property
    def first_dealer(self) -> FirstDealer | None:
        """Who deals first by the cards drawn, one per seat; None: it is found by lot."""
        return None

    def start(self, rules: Rules) -> Carry:
        """The carry of a game in which nobody has dealt."""
        return self.carry()

    @abstractmethod
    def open(self, rules: Rules, carry: Carry, deck: tuple[int, ...]) -> Deal:
        """The cards dealt from a shuffled deck of 32, and the first phase."""

    @abstractmethod
    def after(self, deal: Deal, outcome: Outcome) -> Deal | DealResult | Carry | Moved:
        """The course of a deal: what follows a finished phase.

        After a ``question`` that is a carry, or what the answer has moved.
        """

    @abstractmethod
    def played_in(self, deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
        """The first lead of a play that both others defend; ``strain`` None: to take no trick.

        ``deal`` has its ten cards in each hand, no contract, no roles and no tricks.
        """

    @abstractmethod
    def next(self, rules: Rules, carry: Carry, result: DealResult) -> Carry:
        """The carry after a scored deal."""

    @abstractmethod
    def over(self, rules: Rules, carry: Carry) -> bool:
        """Whether the game has ended after the last scored deal."""

    def question(self, rules: Rules, carry: Carry) -> Deal | None:
        """What must be answered before cards are dealt: a deal with the pack still together."""
        return None

    @abstractmethod
    def settle(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        """The final balance per seat; sums to zero."""

    def balance(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        """What the sheet is worth to each seat while the game runs; sums to zero.

        It is the settlement, but for what is agreed on games that are not finished.
        """
        return self.settle(rules, sheet)

    @abstractmethod
    def steps(self, rules: Rules, sheet: Sheet, *, is_over: bool) -> tuple[Step, ...]:
        """The way to ``settle`` of a game that is over, or else to ``balance``, step by step."""

    @abstractmethod
    def marks(self, rules: Rules, carry: Carry) -> tuple[tuple[str, int], ...]:
        """Public facts that pass from deal to deal, by name (all-pass streak, refas, ...)."""

    @abstractmethod
    def with_target(self, rules: Rules, target: int) -> Rules:
        """The rules played to a host's target (what it counts is the family's affair)."""

    @abstractmethod
    def target_of(self, rules: Rules) -> int:
        """The number a host would call the target of these rules."""

    @abstractmethod
    def chat_target(self, rules: Rules) -> int:
        """The target of a table in a chat whose host named none: about an hour of play."""

    def minutes(self, rules: Rules) -> int | None:
        """How long a match for so much time lasts; None for every other match."""
        return None

    def until(self, rules: Rules) -> int | None:
        """The minute of the day at which a match to a time of day ends; None for every other."""
        return None

    def unasked(self, deal: Deal) -> Action | None:
        """What the seat to act is not asked for, because it is agreed to be done for it."""
        return None
