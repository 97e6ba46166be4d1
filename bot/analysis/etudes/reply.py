"""The opponents of a problem: best defence, the cost of a card, and the solution.

The functions at the end are jobs for a worker: pure, picklable, one call per card of the player.
The opponents always keep the value of the position.  Of several such cards they choose the one
after which a guessing player would most likely fail before the end, along one line of good play;
of equally tricky ones the lowest.
"""

from fractions import Fraction
from typing import NamedTuple

from bot.analysis.duties import bits, legal_cards, played, turn_of
from bot.analysis.etudes.course import (
    Course,
    Line,
    Standing,
    classes,
    legal,
    replay,
    standing,
)
from bot.analysis.etudes.etude import MISERE, Etude
from bot.analysis.position import Cards
from bot.analysis.solver import Solver
from bot.engine.cards import Card

_AHEAD = 2  # depth in cards of the search for a trap within a line
_TRIES = 3000  # positions searched before the rest counts as undecided


class Answer(NamedTuple):
    """The line after the player's card and all automatic cards that followed."""

    line: Line
    lost: int  # declarer tricks after a mistake, under best play from there; -1: no mistake


class Solution(NamedTuple):
    """A complete line of best play; ``only`` are the indices of cards without alternative."""

    line: Line
    only: tuple[int, ...]
    good: tuple[Card, ...]  # every right card of the player where the shown line begins


class Choice(NamedTuple):
    """The player's decision: groups of equivalent cards, and the groups that keep the value."""

    groups: tuple[tuple[Card, ...], ...]
    right: tuple[tuple[Card, ...], ...]


class Player:
    """Solver for both sides of one problem, with one table for all its positions."""

    def __init__(self, etude: Etude) -> None:
        self.etude = etude
        self.rules = etude.rules
        self.solver = Solver(self.rules)

    def holding(self, cards: Cards, taken: int) -> list[Card]:
        """Return the cards of the hand to play that keep the value for its side."""
        aim = self.etude.tricks - taken
        if turn_of(cards, self.rules) == self.rules.declarer:
            return list(self.solver.holding(cards, aim))
        better = aim - 1 if self.etude.contract == MISERE else aim + 1
        lost = self.solver.holding(cards, better)
        return [card for card in bits(legal_cards(cards, self.rules)) if card not in lost]

    def choice(self, cards: Cards, taken: int) -> Choice:
        """Return the options of the hand to play, with equivalent cards grouped."""
        place, held = turn_of(cards, self.rules), self.holding(cards, taken)
        groups = classes(cards, place, bits(legal_cards(cards, self.rules)))
        whole = tuple(tuple(group) for group in groups)
        return Choice(whole, tuple(group for group in whole if group[0] in held))

    def reply(self, cards: Cards, taken: int) -> Card:
        """Return the trickiest of an opponent's best cards."""
        best = self.choice(cards, taken).right
        if len(best) == 1:
            return best[0][0]
        return min(best, key=lambda group: (self._survival(cards, taken, group[0]), group))[0]

    def plainest(self, cards: Cards, taken: int, choice: Choice) -> Card:
        """Return the player's safest right card, the lowest of equally safe ones."""
        if len(choice.right) == 1:
            return choice.right[0][0]
        return max(choice.right, key=lambda group: self._survival(cards, taken, group[0]))[0]

    def _survival(self, cards: Cards, taken: int, card: Card) -> Fraction:
        return self.chance(*self._after(cards, taken, card))

    def chance(self, cards: Cards, taken: int) -> Fraction:
        """Return a guessing player's chance to keep the value, along one line of good play."""
        chance = Fraction(1)
        while legal_cards(cards, self.rules):
            choice = self.choice(cards, taken)
            if self.etude.plays(turn_of(cards, self.rules)):
                chance *= Fraction(len(choice.right), len(choice.groups))
                card = choice.right[0][0]
            else:
                card = self._trap(cards, taken, choice)
            cards, taken = self._after(cards, taken, card)
        return chance

    def _trap(self, cards: Cards, taken: int, choice: Choice) -> Card:
        """Return the good card of an opponent that makes the player's next choice hardest."""
        if len(choice.right) == 1:
            return choice.right[0][0]
        danger = {group: self._share(cards, taken, group[0], _AHEAD) for group in choice.right}
        return min(choice.right, key=lambda group: (danger[group], group))[0]

    def _share(self, cards: Cards, taken: int, card: Card, ahead: int) -> Fraction:
        """Return the right share of the player's next choice after a card; 1 if none is near."""
        cards, taken = self._after(cards, taken, card)
        if not ahead or not legal_cards(cards, self.rules):
            return Fraction(1)
        choice = self.choice(cards, taken)
        if self.etude.plays(turn_of(cards, self.rules)) and len(choice.groups) > 1:
            return Fraction(len(choice.right), len(choice.groups))
        return min(self._share(cards, taken, group[0], ahead - 1) for group in choice.right)

    def _after(self, cards: Cards, taken: int, card: Card) -> tuple[Cards, int]:
        cards, winner = played(cards, self.rules, card)
        return cards, taken + (winner == self.rules.declarer)

    def go_on(self, line: Line) -> Line:
        """Extend the line up to the player's next decision, or to the end."""
        while True:
            course = replay(self.etude, line)
            if standing(self.etude, course) is Standing.REACHED:
                return line
            card = self._by_itself(course)
            if card is None:
                return line
            line = (*line, card)

    def _by_itself(self, course: Course) -> Card | None:
        """Return the next automatic card: an opponent's, a forced one, or a harmless one."""
        taken = course.taken(self.rules.declarer)
        if not self.etude.plays(course.turn):
            return self.reply(course.cards, taken)
        groups = classes(course.cards, course.turn, legal(self.etude, course))
        if len(groups) == 1 or Safety(self.etude).is_safe(course.cards, taken):
            return groups[0][0]
        return None


class Safety:
    """Search that checks that the aim can no longer be missed, whatever anybody plays."""

    def __init__(self, etude: Etude) -> None:
        self.etude = etude
        self.rules = etude.rules
        self.tries = _TRIES
        self._known: set[tuple[Cards, int]] = set()

    def is_safe(self, cards: Cards, taken: int) -> bool:
        """True if every play reaches the aim; False also if the search takes too long."""
        if (cards, taken) in self._known:
            return True
        self.tries -= 1
        left = max(hand.bit_count() for hand in cards.hands)
        if not left:
            return self.etude.is_met(taken)
        at_best = taken + left if self.etude.wants_more else taken
        at_best = taken + left if self.etude.wants_more else taken
        if self.tries < 0 or not self.etude.is_met(at_best):
            return False
        place = turn_of(cards, self.rules)
        for group in classes(cards, place, bits(legal_cards(cards, self.rules))):
            after, winner = played(cards, self.rules, group[0])
            if not self.is_safe(after, taken + (winner == self.rules.declarer)):
                return False
        self._known.add((cards, taken))
        return True


# -- jobs


def dealt(etude: Etude) -> Line:
    """Return the line before the player's first decision."""
    return Player(etude).go_on(())


def answered(etude: Etude, line: Line, card: Card) -> Answer:
    """Play the player's card; after a mistake the line stops there.  Raises BadLine."""
    player, before = Player(etude), replay(etude, line)
    line = (*line, card)
    course = replay(etude, line)
    taken = before.taken(etude.declarer)
    if card in player.holding(before.cards, taken):
        return Answer(player.go_on(line), -1)
    taken = course.taken(etude.declarer)
    rest = player.solver.solve(course.cards) if course.left else 0
    return Answer(line, taken + rest)


def solution(etude: Etude, line: Line) -> Solution:
    """Return best play of both sides from the end of a flawless line.  Raises BadLine."""
    player, start = Player(etude), line
    only: list[int] = []
    good: Line = ()
    while True:
        course = replay(etude, line)
        if standing(etude, course) is Standing.REACHED:
            return Solution(line, tuple(only), good)
        taken = course.taken(etude.declarer)
        if etude.plays(course.turn):
            choice = player.choice(course.cards, taken)
            if len(choice.right) == 1 < len(choice.groups):
                only.append(len(line))
            if line == start:
                good = tuple(card for group in choice.right for card in group)
            card = player.plainest(course.cards, taken, choice)
        else:
            card = player.reply(course.cards, taken)
        line = (*line, card)
