"""Prices of cards where every seat is alone and plays for the fewest tricks of its own."""

from collections.abc import Iterator, Sequence

from bot.analysis.allpass import Rational
from bot.analysis.duties import played
from bot.analysis.position import Cards
from bot.analysis.solver import BudgetSpent
from bot.engine.cards import Card
from bot.robots.expert.tables import Table


def prices(table: Table, cards: tuple[Card, ...], nodes: int) -> Iterator[dict[Card, float]]:
    """Yield the price of every card, layout by layout, until the nodes run out."""
    rational = Rational(table.contract, nodes)
    try:
        for layout in table.layouts:
            yield {card: _price(table, rational, layout, card) for card in cards}
    except BudgetSpent:
        return


def mean(table: Table, found: Sequence[dict[Card, float]], card: Card) -> float:
    """Return the mean price of a card, weighted by the layouts."""
    weights = table.weights[: len(found)]
    value = sum(each[card] * weight for each, weight in zip(found, weights, strict=True))
    return value / (sum(weights) or 1.0)


def _price(table: Table, rational: Rational, layout: Cards, card: Card) -> float:
    after, winner = played(layout, table.contract, card)
    tricks = list(rational.tricks(after))
    if 0 <= winner < 3:
        tricks[winner] += 1
    return price_of(table, tricks)


def price_of(table: Table, tricks: list[int]) -> float:
    """Return the price of these remaining tricks, given by place."""
    return table.prices.of([won + more for won, more in zip(table.won, tricks, strict=True)])
