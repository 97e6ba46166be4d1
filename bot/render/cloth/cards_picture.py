"""Hands and tricks of a deal that is looked at afterwards, as a picture."""

from dataclasses import dataclass

from bot.engine.cards import Card, Hand
from bot.model.enums import Cloth
from bot.render.cloth.pieces import SMALL_CARD, cloth_picture, fan, look_of, write
from bot.render.formatting import sorted_cards
from bot.render.shapes import Box, Picture, Shape
from bot.render.words import Words


@dataclass(frozen=True, slots=True)
class ShownHand:
    """One hand; ``cards`` is None if it is hidden."""

    name: str
    cards: Hand | None
    note: str = ""
    marked: Card | None = None  # the card played, or the best card


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """One trick by places; ``costs`` is the number of tricks each card gave away."""

    cards: tuple[Card | None, ...]
    leader: int  # -1: the talon led
    winner: int  # -1: unfinished
    costs: tuple[int, ...] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class ShownCards:
    """Three ``hands`` in turn from the bottom, the cards beside them, the tricks in order.

    ``trick`` is the trick in progress by places; ``side_cards`` are talon and discard.
    """

    title: str
    hands: tuple[ShownHand, ...]
    trick: ShownTrick | None = None
    side_cards: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    tricks: tuple[ShownTrick, ...] = ()
    legend: str = ""
    is_clockwise: bool = True


def cards_picture(shown: ShownCards, words: Words, cloth: Cloth, alt: str) -> Picture:
    """Return the picture of a deal, as high as its contents."""
    shapes, look = list[Shape](), look_of(words)
    title = Box(20, 8, 780, 48)
    shapes.append(write(title, shown.title, 24, side=0.5))
    top = 60
    for holding in shown.hands:
        row = Box(220, top, 780, top + 92)
        shapes.append(write(Box(20, top, 210, top + 92), holding.name, 22))
        shapes += fan(row, sorted_cards(holding.cards or ()), look, SMALL_CARD)
        top += 100
    for head, cards in shown.side_cards:
        shapes.append(write(Box(20, top, 210, top + 92), head, 22))
        shapes += fan(Box(220, top, 780, top + 92), cards, look, SMALL_CARD)
        top += 100
    return cloth_picture(top, shapes, cloth, alt)
