"""A line of cards played in a problem, and where it has led."""

from enum import StrEnum
from typing import NamedTuple

from bot.analysis.duties import bits, legal_cards, played, turn_of
from bot.analysis.etudes.etude import Etude
from bot.analysis.position import Cards, Place
from bot.engine.cards import Card

Line = tuple[Card, ...]


class BadLine(ValueError):
    """A card of the line may not be played there."""


class Trick(NamedTuple):
    leader: Place
    cards: tuple[Card, ...]
    winner: Place


class Standing(StrEnum):
    """What a line without a mistake has come to."""

    OPEN = "open"
    REACHED = "reached"


class Course(NamedTuple):
    """Where a line has led: the cards left, the tricks turned, who took how many."""

    cards: Cards
    tricks: tuple[Trick, ...]
    turn: Place

    @property
    def left(self) -> int:
        """Tricks still to be turned, the one in progress included."""
        return max(hand.bit_count() for hand in self.cards.hands)

    def taken(self, place: Place) -> int:
        return sum(trick.winner == place for trick in self.tricks)


def replay(etude: Etude, line: Line) -> Course:
    """The course of a line.  Raises BadLine."""
    cards, rules, tricks = etude.cards, etude.rules, []
    for card in line:
        if not legal_cards(cards, rules) >> card & 1:
            raise BadLine(line)
        leader, lying = cards.leader, (*cards.trick, card)
        cards, winner = played(cards, rules, card)
        if winner >= 0:
            tricks.append(Trick(leader, lying, winner))
    return Course(cards, tuple(tricks), turn_of(cards, rules))


def standing(etude: Etude, course: Course) -> Standing:
    """Whether the aim can no longer be missed by counting alone."""
    taken = course.taken(etude.declarer)
    left = course.left
    worst = taken if etude.wants_more else taken + left
    return Standing.REACHED if etude.is_met(worst) or not left else Standing.OPEN


def legal(etude: Etude, course: Course) -> list[Card]:
    """The playable cards of the hand on turn, lowest first; none at the end."""
    return bits(legal_cards(course.cards, etude.rules)) if course.left else []


def classes(cards: Cards, place: Place, among: list[Card]) -> list[list[Card]]:
    """Cards of one hand in groups of equals: no card of anybody else lies between.

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
