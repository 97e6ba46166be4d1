"""A closed deal from the log, and every card of it with the state before it."""

from typing import NamedTuple

from bot.analysis.position import play_of
from bot.engine import actions, cards, notation
from bot.engine.deal import Carry, Deal, DealResult
from bot.engine.game import apply_action, between_deals
from bot.engine.rules import Rules


class DealRecord(NamedTuple):
    """The rules, the carry from the deal before, and the log lines (seat, text) in order.

    The lines begin with the deck, or with the draw before the first one.
    """

    rules: Rules
    carry: Carry
    lines: tuple[tuple[cards.Seat, str], ...]


class RecordedMove(NamedTuple):
    """A chosen card, and the deal just before it."""

    deal: Deal
    card: cards.Card
    line: int  # index of the line in the record


class PlayedDeal(NamedTuple):
    """A deal from its first lead to its score."""

    start: Deal
    moves: tuple[RecordedMove, ...]
    end: Deal  # the last state of the play, before its last log line
    is_agreed: bool  # the last line was no card: the rest was settled by consent
    result: DealResult
    carry_after: Carry


class NoPlay(Exception):
    """The deal was scored without a card; holds the result and the carries around it."""

    def __init__(self, before: Carry, result: DealResult, after: Carry) -> None:
        super().__init__("no card was played")
        self.carry_before, self.result, self.carry_after = before, result, after


def replay_record(record: DealRecord) -> PlayedDeal:
    """Return the play of a recorded deal.

    Raises NoPlay, and BadNotation or IllegalAction where the record does not fit the rules.
    """
    game = between_deals(record.rules, record.carry, 0, None)
    moves: list[RecordedMove] = []
    start, end, before, agreed = None, None, record.carry, False
    for number, (seat, line) in enumerate(record.lines):
        action, deal = notation.parse_action(line), game.deal
        if deal is not None:
            before = deal.carry
            if (play := play_of(deal.phase)) is not None:
                start = start or deal.with_phase(play)  # an offer may come before the first lead
                end, agreed = deal, not isinstance(action, actions.Play)
                if isinstance(action, actions.Play):
                    moves.append(RecordedMove(deal, action.card, number))
        game = apply_action(game, seat, action)
    if game.last is None or (game.deal is not None and game.deal.is_dealt):
        raise ValueError("the record is that of an open deal")
    if start is None or end is None:
        raise NoPlay(before, game.last, game.carry)
    return PlayedDeal(start, tuple(moves), end, agreed, game.last, game.carry)
