"""Deals of random walks, each by itself."""

from collections.abc import Iterator

from bot.engine.actions import Deck
from bot.engine.deal import DealResult
from bot.engine.game import Game
from bot.engine.notation import format_action
from bot.engine.rules import Rules
from bot.notation.single_deal import SingleDeal, deal_of_match
from tests.properties.walking import walk


def recorded(rules: Rules, seed: int, deals: int) -> Iterator[tuple[SingleDeal, DealResult]]:
    """Yield every scored deal of a random match, with what the match made of it."""
    start: Game | None = None
    deck, lines = tuple[int, ...](), list[tuple[int, str]]()
    for step in walk(rules, seed, deals):
        if isinstance(step.action, Deck):
            start, deck, lines = step.before, step.action.cards, []
        elif step.seat >= 0 and start is not None:
            lines.append((step.seat, format_action(step.action)))
            after = step.after.last
            if after is not None and after is not start.last:
                yield deal_of_match(rules, start.carry, deck, lines), after
                start = None
