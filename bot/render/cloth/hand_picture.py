"""One player's hand as a picture, from their chair."""

from bot.engine.cards import Card
from bot.engine.view import SeatView
from bot.model.enums import Cloth
from bot.render.cloth.pieces import SMALL_CARD, cloth_picture, fan, look_of, name_of, write
from bot.render.formatting import PLAY_STAGES, sorted_cards
from bot.render.screen_data import TableData
from bot.render.shapes import Box, Picture, Plate, Shape
from bot.render.words import TableWords


def hand_picture(
    view: SeatView,
    facts: TableData,
    words: TableWords,
    cloth: Cloth,
    alt: str,
    marked: frozenset[Card] = frozenset(),
) -> Picture:
    """Return the picture of a seat's hand; ``marked`` are the cards chosen for the discard."""
    shapes, look = list[Shape](), look_of(words)
    for seat in range(view.rules.players):
        box = Box(20 + 190 * seat, 20, 200 + 190 * seat, 80)
        shapes += [Plate(box), write(box, name_of(facts, seat, words), 22, side=0.5)]
    if view.table is not None:
        cards = view.table.trick if view.stage in PLAY_STAGES else ()
        lead = () if view.table.talon_lead is None else (view.table.talon_lead,)
        shapes += fan(Box(100, 120, 700, 300), (*lead, *cards), look)
        for seat, hand in view.table.open_hands:
            if seat != view.seat:
                shapes += fan(Box(20, 300, 780, 400), sorted_cards(hand), look, SMALL_CARD)
    lower = [card for card in sorted_cards(view.hand) if card not in marked]
    shapes += fan(Box(20, 380, 780, 560), lower, look)
    shapes += fan(Box(20, 350, 780, 530), sorted_cards(marked), look)
    return cloth_picture(560, shapes, cloth, alt)
