"""Judgement of the calls of a scored deal: their worth to players who saw one hand only.

A call is weighed like a hint for it: from the view of its seat alone, in layouts that fit what the
seat had seen, with the robots' prices.  So neither the cards as they lay nor the end of the deal
can change the judgement.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from bot.analysis.advice import JudgedCall
from bot.analysis.postmortem import DealRecord
from bot.engine.actions import Action, Play
from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, between_deals, legal_actions, stage_of
from bot.engine.notation import parse_action
from bot.engine.view import build_view
from bot.robots.expert.call_choice import weigh_made_call
from bot.robots.expert.option_weighing import OptionTally

_JUDGED: Final = (Stage.AUCTION, Stage.EXCHANGE, Stage.DECLARE, Stage.AFTER_BUY, Stage.DEFENCE)


class _Decision(NamedTuple):
    """A call with a choice, and the game just before it."""

    line: int
    game: Game
    seat: Seat
    action: Action


def open_calls(record: DealRecord) -> tuple[int, ...]:
    """Return the lines of a recorded deal in which somebody had a choice of calls.

    Raises BadNotation or IllegalAction where the record does not fit the rules.
    """
    return tuple(decision.line for decision in _decisions(record))


def judge_call(record: DealRecord, line: int, patient: bool = True) -> JudgedCall:
    """Return the judgement of the call in a line of ``open_calls``.  Raises as ``open_calls``.

    It is the same at every request: chance follows the place of the call, never the cards.
    ``patient``: with the effort of a hint; else of a robot's move, for sums over many calls.
    """
    decision = next(each for each in _decisions(record) if each.line == line)
    view = build_view(decision.game, decision.seat)
    chance = Random(f"call {decision.game.carry.number} {line}")
    return _judgement_of(
        JudgedCall(view, decision.action, 0),
        weigh_made_call(view, chance, decision.action, patient),
    )


def _decisions(record: DealRecord) -> Iterator[_Decision]:
    """Yield every call with a choice of the deal, in order."""
    game = between_deals(record.rules, record.carry, 0, None)
    for number, (seat, text) in enumerate(record.lines):
        action = parse_action(text)
        if isinstance(action, Play):
            return  # what is said after the first lead belongs to the play
        if stage_of(game) in _JUDGED and len(legal_actions(game, seat)) > 1:
            yield _Decision(number, game, seat, action)
        game = apply_action(game, seat, action)


def _judgement_of(call: JudgedCall, tally: OptionTally) -> JudgedCall:
    """Return a call with the numbers of its tally."""
    made, count = call.action, len(tally.weights)
    call = call._replace(layouts=count, worth=tally.mean(made), doubt=tally.doubt(made))
    others = [option for option in tally.live if option is not None and option != made]
    if not others:
        return call
    best = max(others, key=tally.mean)
    given, doubt = given_away(tally, [made, *others])
    return call._replace(other=best, other_worth=tally.mean(best), given=given, given_doubt=doubt)


def given_away(tally: OptionTally, options: Sequence[Action]) -> tuple[float, float]:
    """Return what the first option gives away, with the error (see ``JudgedCall``).

    The best of several means is too high by chance, so each half of the layouts names the best
    option for the other half.
    """
    best = [_best_in_half(tally, options, half) for half in range(2)]
    made, weights = options[0], tally.weights
    gaps = [
        tally.values[best[1 - number % 2]][number] - tally.values[made][number]
        for number in range(len(weights))
    ]
    total = sum(weights) or 1.0
    mean = sum(gap * weight for gap, weight in zip(gaps, weights, strict=True)) / total
    spread = sum(((gap - mean) * weight) ** 2 for gap, weight in zip(gaps, weights, strict=True))
    return mean, sqrt(spread) / total


def _best_in_half(tally: OptionTally, options: Sequence[Action], half: int) -> Action:
    """Return the best option in every second layout, the made one where others are no better."""

    def total(option: Action) -> float:
        numbers = range(half, len(tally.weights), 2)
        return sum(tally.values[option][number] * tally.weights[number] for number in numbers)

    return max(options, key=total)
