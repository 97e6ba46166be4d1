"""Calls that lead from the cards to a known contract, where a text does not have them all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, Card, Hand, Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, legal_actions, stage_of, to_act
from bot.notation.single_deal import BadDeal, SeatAction, SingleDeal, opening

LONGEST_COURSE: Final = 255

Choose = Callable[[Game, Seat], Action | None]
"""Names the next action of the seat to act; None where the text says no more."""


@dataclass(frozen=True, slots=True)
class ImportedDeal:
    """A deal of a text.

    ``wrong_card`` is the number of the first card of the text that cannot be played or laid away,
    counted from 1, and ``wrong_name`` its name; 0 and "" if all can.  The course stops before it.
    """

    deal: SingleDeal
    title: str = ""
    wrong_card: int = 0
    wrong_name: str = ""


def with_calls(bare: SingleDeal, choose: Choose) -> SingleDeal:
    """Return a deal with the actions that ``choose`` names, up to the score or to None.

    Raises BadDeal for an action that is not legal.
    """
    game, course = opening(bare), list[SeatAction]()
    while game.last is None and len(course) < LONGEST_COURSE:
        seat = to_act(game)
        action = None if seat is None or seat < 0 else choose(game, seat)
        if seat is None or action is None:
            break
        if action not in legal_actions(game, seat):
            raise BadDeal("contract_impossible")
        course.append(SeatAction(seat, action))
        game = apply_action(game, seat, action)
    return replace(bare, course=tuple(course))


def with_cards(called: SingleDeal, game: Game, cards: Sequence[Card], title: str) -> ImportedDeal:
    """Return a deal with the cards of a text played from ``game`` on, up to the first wrong one."""
    course = list(called.course)
    for number, card in enumerate(cards, start=1):
        seat = to_act(game)
        action = act.PLAYS[card]
        is_wrong = seat is None or stage_of(game) is not Stage.PLAY or game.last is not None
        if is_wrong or seat is None or action not in legal_actions(game, seat):
            deal = replace(called, course=tuple(course))
            return ImportedDeal(deal, title, number, CARD_NAMES[card])
        course.append(SeatAction(seat, action))
        game = apply_action(game, seat, action)
    return ImportedDeal(replace(called, course=tuple(course)), title)


def first_legal(game: Game, seat: Seat, *actions: Action) -> Action | None:
    """Return the first of the actions that is legal; None if none is."""
    legal = legal_actions(game, seat)
    return next((action for action in actions if action in legal), None)


def discard_of(cards: Hand) -> Action:
    """Return the action that lays two cards away.  Raises BadDeal for another number of cards."""
    pair = tuple(cards)
    if len(pair) != 2:
        raise BadDeal("discard")
    return act.DISCARDS[pair[0], pair[1]]
