"""Everybody for himself: cards by what each leads to when all play for the fewest of their own."""

from collections.abc import Iterator, Sequence

from bot.analysis.allpass import Rational
from bot.analysis.duties import played
from bot.analysis.position import Cards
from bot.analysis.solver import BudgetSpent
from bot.engine.cards import Card
from bot.robots.expert.tables import Table


def prices(table: Table, cards: tuple[Card, ...], nodes: int) -> Iterator[dict[Card, float]]:
    """The price of every card in the first layouts, as far as the nodes last."""
    rational = Rational(table.contract, nodes)
    try:
        for layout in table.layouts:
            yield {card: _price(table, rational, layout, card) for card in cards}
    except BudgetSpent:
        return


def mean(table: Table, found: Sequence[dict[Card, float]], card: Card) -> float:
    """Of a card's prices, the likelier layouts counting for more."""
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
    """Of so many of the tricks left, by place."""
    return table.prices.of([won + more for won, more in zip(table.won, tricks, strict=True)])
