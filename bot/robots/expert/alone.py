"""Everybody for himself: cards by what each leads to when all play for the fewest of their own."""

from bot.analysis.allpass import Rational
from bot.analysis.duties import played
from bot.analysis.position import Cards
from bot.analysis.solver import BudgetSpent
from bot.engine.cards import Card
from bot.robots.expert.tables import Table


def worths(table: Table, cards: tuple[Card, ...], nodes: int) -> tuple[dict[Card, float], int]:
    """The mean price of every card, and in how many of the first layouts it was found."""
    rational = Rational(table.contract, nodes)
    sums, total, looked = dict.fromkeys(cards, 0.0), 0.0, 0
    try:
        for layout, weight in zip(table.layouts, table.weights, strict=True):
            found = {card: _price(table, rational, layout, card) for card in cards}
            for card, price in found.items():
                sums[card] += price * weight
            total += weight
            looked += 1
    except BudgetSpent:
        pass
    return {card: value / (total or 1.0) for card, value in sums.items()}, looked


def _price(table: Table, rational: Rational, layout: Cards, card: Card) -> float:
    after, winner = played(layout, table.contract, card)
    tricks = list(rational.tricks(after))
    if 0 <= winner < 3:
        tricks[winner] += 1
    return price_of(table, tricks)


def price_of(table: Table, tricks: list[int]) -> float:
    """Of so many of the tricks left, by place."""
    return table.prices.of([won + more for won, more in zip(table.won, tricks, strict=True)])
