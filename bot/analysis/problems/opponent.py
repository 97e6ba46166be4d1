"""The opponents of a problem: best defence, the cost of a card, and the solution.

The functions at the end are jobs for a worker: pure, picklable, one call per card of the player.
The opponents always keep the value of the position.  Of several such cards they choose the one
after which a guessing player would most likely fail before the end, along one line of good play;
of equally tricky ones the lowest.
"""

from fractions import Fraction
from typing import NamedTuple

from bot.analysis.position import Cards, cards_in, legal_cards, play_card, turn_of
from bot.analysis.problems.problem import (
    MISERE_LETTER,
    CardLine,
    LineStatus,
    Problem,
    ProblemState,
    group_equivalent,
    legal_next_cards,
    line_status,
    replay_line,
)
from bot.analysis.solver import Solver
from bot.engine.cards import Card

_TRAP_DEPTH = 2  # depth in cards of the search for a trap within a line
_MAX_POSITIONS = 3000  # positions searched before the rest counts as undecided


class ProblemReply(NamedTuple):
    """The line after the player's card and all automatic cards that followed."""

    line: CardLine
    tricks_after_mistake: (
        int  # declarer tricks after a mistake, under best play from there; -1: no mistake
    )


class Solution(NamedTuple):
    """A complete line of best play; ``only_moves`` are the indices of cards without alternative."""

    line: CardLine
    only_moves: tuple[int, ...]
    right_cards: tuple[Card, ...]  # every right card of the player where the shown line begins


class PlayerChoice(NamedTuple):
    """The player's decision: groups of equivalent cards, and the groups that keep the value."""

    groups: tuple[tuple[Card, ...], ...]
    right: tuple[tuple[Card, ...], ...]


class ProblemSolver:
    """Solver for both sides of one problem, with one table for all its positions."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.contract = problem.solver_contract
        self.solver = Solver(self.contract)

    def right_cards(self, cards: Cards, taken: int) -> list[Card]:
        """Return the cards of the hand to play that keep the value for its side."""
        aim = self.problem.tricks - taken
        if turn_of(cards, self.contract) == self.contract.declarer:
            return list(self.solver.holding_cards(cards, aim))
        better = aim - 1 if self.problem.contract == MISERE_LETTER else aim + 1
        lost = self.solver.holding_cards(cards, better)
        return [card for card in cards_in(legal_cards(cards, self.contract)) if card not in lost]

    def choice(self, cards: Cards, taken: int) -> PlayerChoice:
        """Return the options of the hand to play, with equivalent cards grouped."""
        place, held = turn_of(cards, self.contract), self.right_cards(cards, taken)
        groups = group_equivalent(cards, place, cards_in(legal_cards(cards, self.contract)))
        whole = tuple(tuple(group) for group in groups)
        return PlayerChoice(whole, tuple(group for group in whole if group[0] in held))

    def reply(self, cards: Cards, taken: int) -> Card:
        """Return the trickiest of an opponent's best cards."""
        best = self.choice(cards, taken).right
        if len(best) == 1:
            return best[0][0]
        return min(best, key=lambda group: (self._survival(cards, taken, group[0]), group))[0]

    def safest_card(self, cards: Cards, taken: int, choice: PlayerChoice) -> Card:
        """Return the player's safest right card, the lowest of equally safe ones."""
        if len(choice.right) == 1:
            return choice.right[0][0]
        return max(choice.right, key=lambda group: self._survival(cards, taken, group[0]))[0]

    def _survival(self, cards: Cards, taken: int, card: Card) -> Fraction:
        return self.chance(*self._after(cards, taken, card))

    def chance(self, cards: Cards, taken: int) -> Fraction:
        """Return a guessing player's chance to keep the value, along one line of good play."""
        chance = Fraction(1)
        while legal_cards(cards, self.contract):
            choice = self.choice(cards, taken)
            if self.problem.plays(turn_of(cards, self.contract)):
                chance *= Fraction(len(choice.right), len(choice.groups))
                card = choice.right[0][0]
            else:
                card = self._trap(cards, taken, choice)
            cards, taken = self._after(cards, taken, card)
        return chance

    def _trap(self, cards: Cards, taken: int, choice: PlayerChoice) -> Card:
        """Return the good card of an opponent that makes the player's next choice hardest."""
        if len(choice.right) == 1:
            return choice.right[0][0]
        danger = {
            group: self._right_share(cards, taken, group[0], _TRAP_DEPTH) for group in choice.right
        }
        return min(choice.right, key=lambda group: (danger[group], group))[0]

    def _right_share(self, cards: Cards, taken: int, card: Card, ahead: int) -> Fraction:
        """Return the right share of the player's next choice after a card; 1 if none is near."""
        cards, taken = self._after(cards, taken, card)
        if not ahead or not legal_cards(cards, self.contract):
            return Fraction(1)
        choice = self.choice(cards, taken)
        if self.problem.plays(turn_of(cards, self.contract)) and len(choice.groups) > 1:
            return Fraction(len(choice.right), len(choice.groups))
        return min(self._right_share(cards, taken, group[0], ahead - 1) for group in choice.right)

    def _after(self, cards: Cards, taken: int, card: Card) -> tuple[Cards, int]:
        cards, winner = play_card(cards, self.contract, card)
        return cards, taken + (winner == self.contract.declarer)

    def extend_line(self, line: CardLine) -> CardLine:
        """Extend the line up to the player's next decision, or to the end."""
        while True:
            course = replay_line(self.problem, line)
            if line_status(self.problem, course) is LineStatus.REACHED:
                return line
            card = self._automatic_card(course)
            if card is None:
                return line
            line = (*line, card)

    def _automatic_card(self, course: ProblemState) -> Card | None:
        """Return the next automatic card: an opponent's, a forced one, or a harmless one."""
        taken = course.tricks_of(self.contract.declarer)
        if not self.problem.plays(course.turn):
            return self.reply(course.cards, taken)
        groups = group_equivalent(course.cards, course.turn, legal_next_cards(self.problem, course))
        if len(groups) == 1 or SafetyCheck(self.problem).is_safe(course.cards, taken):
            return groups[0][0]
        return None


class SafetyCheck:
    """Search that checks that the aim can no longer be missed, whatever anybody plays."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.contract = problem.solver_contract
        self.tries = _MAX_POSITIONS
        self._known: set[tuple[Cards, int]] = set()

    def is_safe(self, cards: Cards, taken: int) -> bool:
        """True if every play reaches the aim; False also if the search takes too long."""
        if (cards, taken) in self._known:
            return True
        self.tries -= 1
        left = max(hand.bit_count() for hand in cards.hands)
        if not left:
            return self.problem.is_aim_met(taken)
        at_best = taken + left if self.problem.wants_more else taken
        at_best = taken + left if self.problem.wants_more else taken
        if self.tries < 0 or not self.problem.is_aim_met(at_best):
            return False
        place = turn_of(cards, self.contract)
        for group in group_equivalent(cards, place, cards_in(legal_cards(cards, self.contract))):
            after, winner = play_card(cards, self.contract, group[0])
            if not self.is_safe(after, taken + (winner == self.contract.declarer)):
                return False
        self._known.add((cards, taken))
        return True


# -- jobs


def opening_line(problem: Problem) -> CardLine:
    """Return the line before the player's first decision."""
    return ProblemSolver(problem).extend_line(problem.opening)


def only_holding_card(problem: Problem) -> Card | None:
    """Return the one card that keeps the value at the first decision; None if several do."""
    player = ProblemSolver(problem)
    course = replay_line(problem, player.extend_line(problem.opening))
    if line_status(problem, course) is LineStatus.REACHED:
        return None
    held = player.right_cards(course.cards, course.tricks_of(problem.declarer))
    return held[0] if len(held) == 1 else None


def answer_card(problem: Problem, line: CardLine, card: Card) -> ProblemReply:
    """Play the player's card; after a mistake the line stops there.  Raises BadLine."""
    player, before = ProblemSolver(problem), replay_line(problem, line)
    line = (*line, card)
    course = replay_line(problem, line)
    taken = before.tricks_of(problem.declarer)
    if card in player.right_cards(before.cards, taken):
        return ProblemReply(player.extend_line(line), -1)
    taken = course.tricks_of(problem.declarer)
    rest = player.solver.solve(course.cards) if course.tricks_left else 0
    return ProblemReply(line, taken + rest)


def solve_problem(problem: Problem, line: CardLine) -> Solution:
    """Return best play of both sides from the end of a flawless line.  Raises BadLine."""
    player, start = ProblemSolver(problem), line
    only: list[int] = []
    good: CardLine = ()
    while True:
        course = replay_line(problem, line)
        if line_status(problem, course) is LineStatus.REACHED:
            return Solution(line, tuple(only), good)
        taken = course.tricks_of(problem.declarer)
        if problem.plays(course.turn):
            choice = player.choice(course.cards, taken)
            if len(choice.right) == 1 < len(choice.groups):
                only.append(len(line))
            if line == start:
                good = tuple(card for group in choice.right for card in group)
            card = player.safest_card(course.cards, taken, choice)
        else:
            card = player.reply(course.cards, taken)
        line = (*line, card)
