"""Prices of cards where every seat is alone and plays for the fewest tricks of its own."""

from collections.abc import Iterator, Sequence

from bot.analysis.allpass import AllPassSolver
from bot.analysis.duties import play_card
from bot.analysis.position import Cards
from bot.analysis.solver import BudgetSpent
from bot.engine.cards import Card
from bot.robots.expert.tables import PlayPositions


def price_cards(
    table: PlayPositions, cards: tuple[Card, ...], nodes: int
) -> Iterator[dict[Card, float]]:
    """Yield the price of every card, layout by layout, until the nodes run out."""
    rational = AllPassSolver(table.contract, nodes)
    try:
        for layout in table.layouts:
            yield {card: _card_price(table, rational, layout, card) for card in cards}
    except BudgetSpent:
        return


def mean_price(table: PlayPositions, found: Sequence[dict[Card, float]], card: Card) -> float:
    """Return the mean price of a card, weighted by the layouts."""
    weights = table.weights[: len(found)]
    value = sum(each[card] * weight for each, weight in zip(found, weights, strict=True))
    return value / (sum(weights) or 1.0)


def _card_price(table: PlayPositions, rational: AllPassSolver, layout: Cards, card: Card) -> float:
    after, winner = play_card(layout, table.contract, card)
    tricks = list(rational.tricks(after))
    if 0 <= winner < 3:
        tricks[winner] += 1
    return price_of_tricks(table, tricks)


def price_of_tricks(table: PlayPositions, tricks: list[int]) -> float:
    """Return the price of these remaining tricks, given by place."""
    return table.prices.price([won + more for won, more in zip(table.won, tricks, strict=True)])
