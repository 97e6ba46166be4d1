"""Replay of a line of cards in a problem."""

from enum import StrEnum
from typing import NamedTuple

from bot.analysis.duties import cards_in, legal_cards, play_card, turn_of
from bot.analysis.etudes.etude import Problem
from bot.analysis.position import Cards, Place
from bot.engine.cards import Card

CardLine = tuple[Card, ...]


class BadLine(ValueError):
    """A card of the line is illegal where it is played."""


class ProblemTrick(NamedTuple):
    leader: Place
    cards: tuple[Card, ...]
    winner: Place


class LineStatus(StrEnum):
    """The state of a line without a mistake."""

    OPEN = "open"
    REACHED = "reached"


class ProblemState(NamedTuple):
    """The state after a line: the cards left, the finished tricks, the place to play."""

    cards: Cards
    tricks: tuple[ProblemTrick, ...]
    turn: Place

    @property
    def tricks_left(self) -> int:
        """The number of tricks still to be finished, the one in progress included."""
        return max(hand.bit_count() for hand in self.cards.hands)

    def tricks_of(self, place: Place) -> int:
        return sum(trick.winner == place for trick in self.tricks)


def replay_line(problem: Problem, line: CardLine) -> ProblemState:
    """Return the course of a line.  Raises BadLine."""
    cards, rules, tricks = problem.cards, problem.solver_contract, []
    for card in line:
        if not legal_cards(cards, rules) >> card & 1:
            raise BadLine(line)
        leader, lying = cards.leader, (*cards.trick, card)
        cards, winner = play_card(cards, rules, card)
        if winner >= 0:
            tricks.append(ProblemTrick(leader, lying, winner))
    return ProblemState(cards, tuple(tricks), turn_of(cards, rules))


def line_status(problem: Problem, state: ProblemState) -> LineStatus:
    """Return REACHED once the aim cannot be missed any more, judged by counting alone."""
    taken = state.tricks_of(problem.declarer)
    left = state.tricks_left
    worst = taken if problem.wants_more else taken + left
    return LineStatus.REACHED if problem.is_aim_met(worst) or not left else LineStatus.OPEN


def legal_next_cards(problem: Problem, state: ProblemState) -> list[Card]:
    """Return the legal cards of the hand to play, lowest first; none at the end."""
    return cards_in(legal_cards(state.cards, problem.solver_contract)) if state.tricks_left else []


def group_equivalent(cards: Cards, place: Place, among: list[Card]) -> list[list[Card]]:
    """Group equivalent cards of one hand: no card of another hand lies between them.

    Cards of the trick in progress still tell ranks apart.
    """
    others = sum(1 << card for card in cards.trick)
    for other in range(3):
        others |= cards.hands[other] if other != place else 0
    groups: list[list[Card]] = []
    for card in among:
        last = groups[-1][-1] if groups else -1
        if last >= 0 and last >> 3 == card >> 3 and not others & ((1 << card) - (2 << last)):
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups
