"""A closed deal from the log, and every card of it with the state before it."""

from typing import NamedTuple

from bot.analysis.reading import play_of
from bot.engine.actions import Play
from bot.engine.cards import Card, Seat
from bot.engine.carry import Carry
from bot.engine.deal import Deal, DealResult
from bot.engine.game import apply, between
from bot.engine.notation import parse
from bot.engine.rules import Rules


class Record(NamedTuple):
    """The rules, the carry from the deal before, and the log lines (seat, text) in order.

    The lines begin with the deck, or with the draw before the first one.
    """

    rules: Rules
    carry: Carry
    lines: tuple[tuple[Seat, str], ...]


class Move(NamedTuple):
    """A chosen card, and the deal just before it."""

    deal: Deal
    card: Card
    line: int  # index of the line in the record


class Course(NamedTuple):
    """A deal from its first lead to its score."""

    start: Deal
    moves: tuple[Move, ...]
    end: Deal  # the last state of the play, before its last log line
    agreed: bool  # the last line was no card: the rest was settled by consent
    result: DealResult
    after: Carry


class NoPlay(Exception):
    """The deal was scored without a card; holds the result and the carries around it."""

    def __init__(self, before: Carry, result: DealResult, after: Carry) -> None:
        super().__init__("no card was played")
        self.before, self.result, self.after = before, result, after


def course_of(record: Record) -> Course:
    """Return the play of a recorded deal.

    Raises NoPlay, and BadNotation or IllegalAction where the record does not fit the rules.
    """
    game = between(record.rules, record.carry, 0, None)
    moves: list[Move] = []
    start, end, before, agreed = None, None, record.carry, False
    for number, (seat, line) in enumerate(record.lines):
        action, deal = parse(line), game.deal
        if deal is not None:
            before = deal.carry
            if (play := play_of(deal.phase)) is not None:
                start = start or deal.at(play)  # an offer may come before the first lead
                end, agreed = deal, not isinstance(action, Play)
                if isinstance(action, Play):
                    moves.append(Move(deal, action.card, number))
        game = apply(game, seat, action)
    if game.last is None or (game.deal is not None and game.deal.is_dealt):
        raise ValueError("the record is that of an open deal")
    if start is None or end is None:
        raise NoPlay(before, game.last, game.carry)
    return Course(start, tuple(moves), end, agreed, game.last, game.carry)
