"""Replay of a line of cards in a problem."""

from enum import StrEnum
from typing import NamedTuple

from bot.analysis.duties import bits, legal_cards, played, turn_of
from bot.analysis.etudes.etude import Etude
from bot.analysis.position import Cards, Place
from bot.engine.cards import Card

Line = tuple[Card, ...]


class BadLine(ValueError):
    """A card of the line is illegal where it is played."""


class Trick(NamedTuple):
    leader: Place
    cards: tuple[Card, ...]
    winner: Place


class Standing(StrEnum):
    """The state of a line without a mistake."""

    OPEN = "open"
    REACHED = "reached"


class Course(NamedTuple):
    """The state after a line: the cards left, the finished tricks, the place to play."""

    cards: Cards
    tricks: tuple[Trick, ...]
    turn: Place

    @property
    def left(self) -> int:
        """The number of tricks still to be finished, the one in progress included."""
        return max(hand.bit_count() for hand in self.cards.hands)

    def taken(self, place: Place) -> int:
        return sum(trick.winner == place for trick in self.tricks)


def replay(etude: Etude, line: Line) -> Course:
    """Return the course of a line.  Raises BadLine."""
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
    """Return REACHED once the aim cannot be missed any more, judged by counting alone."""
    taken = course.taken(etude.declarer)
    left = course.left
    worst = taken if etude.wants_more else taken + left
    return Standing.REACHED if etude.is_met(worst) or not left else Standing.OPEN


def legal(etude: Etude, course: Course) -> list[Card]:
    """Return the legal cards of the hand to play, lowest first; none at the end."""
    return bits(legal_cards(course.cards, etude.rules)) if course.left else []


def classes(cards: Cards, place: Place, among: list[Card]) -> list[list[Card]]:
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
