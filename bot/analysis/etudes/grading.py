"""Difficulty of a problem, measured on the decisions along the line of best play."""

from collections.abc import Callable
from math import log2
from typing import Final, NamedTuple

from bot.analysis.etudes.course import Course, Line, Standing, replay, standing
from bot.analysis.etudes.etude import Etude, Grade
from bot.analysis.etudes.reply import Player, solution
from bot.engine.cards import Card

Plain = Callable[[Etude, Course], Card]  # the choice of a naive player; any legal card


class Traits(NamedTuple):
    """The traits that make a problem hard."""

    tricks: int
    decisions: int  # turns with a choice, equivalent cards counted once
    only: int  # decisions with a single right card
    bits: float  # improbability of guessing all right cards, in bits
    depth: int  # tricks finished before the last such decision
    plain_holds: bool  # whether the naive player solves it


# bits below which a problem belongs to a grade; a failing naive player adds two
_LIMITS: Final = ((3.5, Grade.EASY), (6.0, Grade.MEDIUM), (8.5, Grade.HARD))
_TRAP: Final = 2.0


def traits(etude: Etude, plain: Plain) -> Traits:
    """Return the traits along the line of ``reply.solution``."""
    line = solution(etude, ()).line
    player = Player(etude)
    decisions, only, bits, depth = 0, 0, 0.0, 0
    for number in range(len(line)):
        course = replay(etude, line[:number])
        if not etude.plays(course.turn):
            continue
        choice = player.choice(course.cards, course.taken(etude.declarer))
        decisions += len(choice.groups) > 1
        bits += log2(len(choice.groups) / len(choice.right))
        if len(choice.right) == 1 < len(choice.groups):
            only, depth = only + 1, len(course.tricks)
    return Traits(etude.all_tricks, decisions, only, bits, depth, plain_holds(etude, plain))


def plain_holds(etude: Etude, plain: Plain) -> bool:
    """True if the naive player keeps the value against best defence."""
    player = Player(etude)
    line: Line = player.go_on(())
    while True:
        course = replay(etude, line)
        if standing(etude, course) is Standing.REACHED:
            return True
        card = plain(etude, course)
        if card not in player.holding(course.cards, course.taken(etude.declarer)):
            return False
        line = player.go_on((*line, card))


def grade_of(found: Traits) -> Grade | None:
    """Return the grade; None if the deal is no problem, with nothing to find before the end."""
    if not found.only or found.decisions < 2:
        return None
    weight = found.bits + (0 if found.plain_holds else _TRAP)
    return next((grade for limit, grade in _LIMITS if weight < limit), Grade.MASTER)
