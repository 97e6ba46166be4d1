"""What a family of rules provides; the register in families/ lists them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from bot.engine.actions import Action
from bot.engine.cards import Card, Seat, Strain
from bot.engine.deal import Carry, Deal, DealResult, Outcome
from bot.engine.ledger import Account, Sheet
from bot.engine.rules import Options, Rules


class Ending(StrEnum):
    """What became of a contract."""

    FULFILLED = "fulfilled"
    FAILED = "failed"
    NEITHER = "neither"  # nothing was declared, or the deal did not count


class Family(Protocol):
    """One family: its options, its accounts, and the course of a deal.

    ``key`` is the folder name and the word in stored rules.
    """

    @property
    def key(self) -> str: ...

    @property
    def options(self) -> type[Options]: ...

    @property
    def carry(self) -> type[Carry]: ...

    @property
    def accounts(self) -> tuple[Account, ...]: ...

    @property
    def endings(self) -> Mapping[str, Ending]:
        """Every word this family closes a deal with, and what it means for the contract."""

    @property
    def draws_cards(self) -> bool:
        """Whether the first dealer is found by cards drawn, one per seat, and not by lot."""

    def first_dealer(self, rules: Rules, drawn: tuple[Card, ...]) -> Seat:
        """Who deals first by the cards drawn."""

    def start(self, rules: Rules) -> Carry:
        """The carry of a game in which nobody has dealt."""

    def open(self, rules: Rules, carry: Carry, deck: tuple[int, ...]) -> Deal:
        """The cards dealt from a shuffled deck of 32, and the first phase."""

    def after(self, deal: Deal, outcome: Outcome) -> Deal | DealResult:
        """The course of a deal: what follows a finished phase."""

    def played_in(self, deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
        """The first lead of a play that both others defend; ``strain`` None: to take no trick.

        ``deal`` has its ten cards in each hand, no contract, no roles and no tricks.
        """

    def next(self, rules: Rules, carry: Carry, result: DealResult) -> Carry:
        """The carry after a scored deal."""

    def over(self, rules: Rules, carry: Carry) -> bool:
        """Whether the game has ended after the last scored deal."""

    def settle(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        """The final balance per seat; sums to zero."""

    def marks(self, rules: Rules, carry: Carry) -> tuple[tuple[str, int], ...]:
        """Public facts that pass from deal to deal, by name (all-pass streak, refas, ...)."""

    def with_target(self, rules: Rules, target: int) -> Rules:
        """The rules played to a host's target (what it counts is the family's affair)."""

    def target_of(self, rules: Rules) -> int:
        """The number a host would call the target of these rules."""

    def chat_target(self, rules: Rules) -> int:
        """The target of a table in a chat whose host named none: about an hour of play."""

    def minutes(self, rules: Rules) -> int | None:
        """How long a match for time lasts; None for every other match."""

    def unasked(self, deal: Deal) -> Action | None:
        """What the seat to act is not asked for, because it is agreed to be done for it."""
