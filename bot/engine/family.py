"""The interface of a rule family; the registry in families/ lists the three of them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar

from bot.engine.actions import Action
from bot.engine.cards import Card, Seat, Strain
from bot.engine.deal import Carry, CarryChange, Deal, DealResult, PhaseOutcome
from bot.engine.ledger import Account, SettlementStep, Sheet
from bot.engine.rules import Options, Rules
from bot.model.enums import Posting

FirstDealer = Callable[[Rules, tuple[Card, ...]], Seat]


class ContractEnding(StrEnum):
    """The fate of a contract."""

    FULFILLED = "fulfilled"
    FAILED = "failed"
    NEITHER = "neither"  # nothing was declared, or the deal did not count


class Family(ABC):
    """One family: its options, its accounts, and the course of a deal.

    ``key`` is the folder name and the word in stored rules; ``endings`` maps each outcome word of
    this family's deal results to the fate of the contract.  ``defence_answers`` maps a defender's
    answers to a contract in tricks to True if they take part with it.
    """

    key: ClassVar[str]
    options: ClassVar[type[Options]]
    carry: ClassVar[type[Carry]]
    accounts: ClassVar[tuple[Account, ...]]
    endings: ClassVar[Mapping[str, ContractEnding]]
    defence_answers: ClassVar[Mapping[str, bool]]

    @property
    def first_dealer(self) -> FirstDealer | None:
        """Finds the first dealer from the cards drawn, one per seat; None: by lot."""
        return None

    def initial_carry(self, rules: Rules) -> Carry:
        """Return the carry of a new game."""
        return self.carry()

    def deal_conditions(self, rules: Rules, carry: Carry) -> tuple[int, ...]:
        """Return what a match has changed for the next deal, as up to seven numbers from 0 on.

        They are what ``carry_under`` needs so that the deal has the same legal actions and the same
        price; all are 0 in the first deal of a match.
        """
        return ()

    def carry_under(self, rules: Rules, dealer: Seat, conditions: tuple[int, ...]) -> Carry:
        """Return a carry before a deal under these conditions; () are those of a first deal.

        Raises ValueError for numbers that ``deal_conditions`` never returns.
        """
        if conditions:
            raise ValueError(conditions)
        return replace(self.initial_carry(rules), dealer=dealer)

    @abstractmethod
    def start_deal(self, rules: Rules, carry: Carry, deck: tuple[int, ...]) -> Deal:
        """Deal the cards of a shuffled deck of 32 and begin the first phase."""

    @abstractmethod
    def after_phase(
        self, deal: Deal, outcome: PhaseOutcome
    ) -> Deal | DealResult | Carry | CarryChange:
        """Return what follows a finished phase: the course of a deal.

        After a ``pending_question`` that is the new carry, or a carry with the postings of the
        answer.
        """

    def scored_cards(self, deal: Deal) -> tuple[int, ...]:
        """Return the cards on which the score of played tricks depends, as hands or numbers.

        It depends beside them on contract, roles, calls, the number of talon cards shown and the
        tricks won, and on the tricks themselves where the deal has any: robots settle simulated
        deals once that agree in those.
        """
        return (*deal.dealt, *deal.talon, *deal.discard)

    @abstractmethod
    def begin_defended_play(self, deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
        """Return ``deal`` at the first lead, ``seat`` as declarer, the other two defending.

        ``strain`` None is the contract to take no trick.  ``deal`` has ten cards in each hand,
        no contract, no roles and no tricks.
        """

    @abstractmethod
    def next_carry(self, rules: Rules, carry: Carry, result: DealResult) -> Carry:
        """Return the carry after a scored deal.

        It depends on the outcome, the contract and the postings, and where cards were played on
        tricks and hands, too: robots reckon it once for all simulated deals that agree in those.
        """

    def ruled_carry(
        self, rules: Rules, carry: Carry, postings: tuple[Posting, ...], *, is_over: bool
    ) -> Carry:
        """Return the carry with what a decision about an earlier deal adds to the sheet.

        Raises IllegalAction where the match could not go on from there; a match that ``is_over``
        takes everything.
        """
        return replace(carry, sheet=carry.sheet.plus(postings))

    @abstractmethod
    def has_ended(self, rules: Rules, carry: Carry) -> bool:
        """Return True if the game has ended after the last scored deal."""

    def pending_question(self, rules: Rules, carry: Carry) -> Deal | None:
        """Return a deal without cards whose phase asks the question before the next deal."""
        return None

    @abstractmethod
    def settle(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        """Return the final balance per seat; sums to zero."""

    def balance(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        """Return the balance per seat while the game runs; sums to zero.

        It is the settlement, without the house rules for abandoned games.
        """
        return self.settle(rules, sheet)

    @abstractmethod
    def settlement_steps(
        self, rules: Rules, sheet: Sheet, *, is_over: bool
    ) -> tuple[SettlementStep, ...]:
        """Return the steps to ``settle`` if the game is over, else those to ``balance``."""

    @abstractmethod
    def marks(self, rules: Rules, carry: Carry) -> tuple[tuple[str, int], ...]:
        """Return the public marks of a carry by name (all-pass streak, refas, ...)."""

    @abstractmethod
    def with_target(self, rules: Rules, target: int) -> Rules:
        """Return the rules with a host's target; each family decides what it counts."""

    def deals_by_themselves(self, rules: Rules, deals: int) -> Rules:
        """Return the rules of a match of so many deals, none of which bears on the next one.

        A family does so as far as it can.  A match that these rules do not end is stopped.
        """
        return rules

    @abstractmethod
    def target_of(self, rules: Rules) -> int:
        """Return the number a host would call the target of these rules."""

    @abstractmethod
    def chat_target(self, rules: Rules) -> int:
        """Return the default target of a table in a chat: about an hour of play."""

    def match_minutes(self, rules: Rules) -> int | None:
        """Return the length of a timed match in minutes; None for every other match."""
        return None

    def end_minute(self, rules: Rules) -> int | None:
        """Return the minute of the day at which the match ends; None if no time of day is set."""
        return None

    def automatic_call(self, deal: Deal) -> Action | None:
        """Return the call that the table makes in an auction, or None to ask the seat to act.

        Outside of auctions every seat is asked.
        """
        return None
