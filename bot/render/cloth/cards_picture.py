"""A deal that is looked at afterwards, as a picture: hands, cards beside them, every trick.

The next player in turn sits to the left of the player at the bottom, or to the right if the family
plays counterclockwise.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from bot.engine.cards import CARD_NAMES, Card, Hand, suit_of
from bot.model.enums import Cloth
from bot.model.values import Record
from bot.render.cloth import pieces, seating
from bot.render.formatting import group_by_suit, sorted_cards
from bot.render.paper.picture_text import width_of
from bot.render.shapes import (
    Box,
    CardBack,
    CardFace,
    CardLook,
    CardState,
    ClothInk,
    Oval,
    Picture,
    Plate,
    Shape,
    SuitSign,
    rank_text,
)
from bot.render.words import Words


class ShownHand(Record):
    """One hand; ``cards`` is None if it is hidden, and a part of it if not ``is_whole``.

    ``is_next`` tells that it plays now.
    """

    name: str
    cards: Hand | None
    note: str = ""
    is_whole: bool = True
    is_next: bool = False


class ShownTrick(Record):
    """One trick by places; ``costs`` is the number of tricks each card gave away."""

    cards: tuple[Card | None, ...]
    leader: int  # -1: the talon led
    winner: int  # -1: unfinished
    costs: tuple[int, ...] = (0, 0, 0)


class ShownCards(Record):
    """Three ``hands`` in turn from the bottom, the cards beside them, the tricks in order.

    ``side_cards`` are the talon and the discard; ``trick`` is the one in progress, by places, in
    which ``newest`` is the card just played.
    """

    title: str
    hands: tuple[ShownHand, ...]
    side_cards: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    tricks: tuple[ShownTrick, ...] = ()
    legend: str = ""
    trick: ShownTrick | None = None
    newest: Card | None = None
    is_clockwise: bool = True


_HEAD: Final = Box(44, 18, pieces.WIDTH - 44, 62)
_NAME: Final = 32  # height of a name above its cards
_UPPER: Final = 72  # top of the upper hands
_TWO_ROWS: Final = 155
_HAND_WIDTH: Final = pieces.SMALL_CARD[0] + 4 * pieces.SMALL_STEP
_FAN_WIDTH: Final = pieces.SMALL_CARD[0] + 9 * pieces.SMALL_STEP
_LOWER: Final = _UPPER + _NAME + _TWO_ROWS + 24  # a name lies clear of the trick above it
_TRICKS: Final = _LOWER + _NAME + pieces.SMALL_CARD[1] + 14
_ROW, _NUMBER, _HEADS = 35, 29, 30
_BETWEEN: Final = 18  # pixels between the halves of the tricks
_HALF: Final = (pieces.WIDTH - 2 * pieces.EDGE - _BETWEEN) // 2
_BY_PLACE: Final = (0.5, 0.0, 1.0)  # the sides of the hands in turn: bottom, left, right
_SPELLED: Final = re.compile(r"⟦([0-9A-Z]{2,3})⟧")


def cards_picture(shown: ShownCards, words: Words, cloth: Cloth, alt: str) -> Picture:
    """Return the picture of a deal, as high as its contents."""
    shapes: list[Shape] = [
        Oval(Box(180, 86, pieces.WIDTH - 180, _LOWER + 36)),
        *_title(shown, words),
    ]
    sides = _BY_PLACE if shown.is_clockwise else (0.5, 1.0, 0.0)
    for holding, side in zip(shown.hands, sides, strict=True):
        shapes += _hand(holding, side, words)
    shapes += _side_cards(shown, words)
    if shown.trick is not None:
        shapes += _current_trick(shown.trick, shown.newest, sides, words)
    bottom = _TRICKS
    if shown.tricks:
        shapes += _trick_columns(shown, bottom, words)
        bottom += _HEADS + _ROW * ((len(shown.tricks) + 1) // 2) + 8
    if shown.legend:
        box = Box(pieces.EDGE, bottom, pieces.WIDTH - pieces.EDGE, bottom + _HEADS)
        rows = pieces.rows_of(box, shown.legend, pieces.SMALLEST, words)
        box = box._replace(bottom=bottom + rows * _HEADS)
        shapes += pieces.paragraph(box, shown.legend, pieces.SMALLEST, words, ClothInk.SOFT)
        bottom = box.bottom + 2
    return pieces.cloth_picture(bottom + 14, shapes, cloth, alt)


def _title(shown: ShownCards, words: Words) -> Iterator[Shape]:
    if shown.title:
        yield Plate(_HEAD, corner=_HEAD.height // 2)
        inside = _HEAD._replace(left=_HEAD.left + 22, right=_HEAD.right - 22)
        yield from pieces.line(inside, shown.title, 29, words, is_bold=True, side=0.5)


# hands ------------------------------------------------------------------------------------


def _hand(holding: ShownHand, side: float, words: Words) -> Iterator[Shape]:
    """Yield a name and its cards: two rows above, one row below; a hidden hand as backs."""
    is_lower = side == _BY_PLACE[0]
    width = _FAN_WIDTH if is_lower else _HAND_WIDTH
    left = pieces.EDGE + int((pieces.WIDTH - 2 * pieces.EDGE - width) * side)
    top = _LOWER if is_lower else _UPPER
    name = Box(left, top, left + width, top + _NAME)
    yield from _name_line(holding, name)
    below = Box(left, name.bottom, left + width, name.bottom + pieces.SMALL_CARD[1])
    if holding.cards is None:
        for n in range(_CARDS):
            x = left + n * ((width - seating.BACKS[0]) // (_CARDS - 1))
            yield CardBack(Box(x, below.top, x + seating.BACKS[0], below.top + seating.BACKS[1]))
        return
    cards = sorted_cards(holding.cards)
    if not holding.is_whole:
        yield _hidden_rest(below, len(cards), is_lower)
    if is_lower:
        yield from pieces.fan(
            below, cards, pieces.look_of(words), pieces.SMALL_CARD, side=0, step=pieces.SMALL_STEP
        )
    else:
        yield from pieces.rows_of_five(below, cards, pieces.look_of(words))


def _hidden_rest(box: Box, known: int, is_lower: bool) -> CardBack:
    """Return the back that stands for the cards after the known ones."""
    is_second = not is_lower and known >= pieces.IN_A_ROW
    above = pieces.IN_A_ROW if known == pieces.IN_A_ROW else (known + 1) // 2
    n = known - above if is_second else known
    x, y = box.left + n * pieces.SMALL_STEP, box.top + (pieces.SMALL_ROW if is_second else 0)
    return CardBack(Box(x, y, x + pieces.SMALL_CARD[0], y + pieces.SMALL_CARD[1]))


_CARDS: Final = 10


def _name_line(holding: ShownHand, box: Box) -> Iterator[Shape]:
    """Yield the name and its note, which gives way: by its first parts, then in size."""
    note, size = holding.note, pieces.SMALLEST
    free = box.width - min(box.width // 2, width_of(holding.name, pieces.SMALL, True)) - 8
    while " · " in note and width_of(note, size) > free:
        note = note.partition(" · ")[2]
    least = free if width_of(note, _SMALL_NOTE) <= free else box.width * 3 // 5
    room = min(width_of(note, size), least) if note else 0
    ink = ClothInk.GOLD if holding.is_next else ClothInk.TEXT
    name = box._replace(right=box.right - room - (8 if room else 0))
    yield pieces.write(name, holding.name, pieces.SMALL, ink, is_bold=True)
    if room:
        beside = box._replace(left=box.right - room)
        yield pieces.write(beside, note, size, ClothInk.SOFT, side=1.0, smallest=_SMALL_NOTE)


_SMALL_NOTE: Final = 21  # pixels of a letter


def _side_cards(shown: ShownCards, words: Words) -> Iterator[Shape]:
    """Yield talon and discard between the upper hands."""
    count, step = len(shown.side_cards), 38
    width = pieces.SMALL_CARD[0] + step
    left = pieces.WIDTH // 2 - (count * width + 14 * (count - 1)) // 2
    for n, (head, cards) in enumerate(shown.side_cards):
        x = left + n * (width + 14)
        box = Box(x, _UPPER, x + width, _UPPER + _NAME)
        wide = box._replace(left=box.left - 6, right=box.right + 6)
        yield pieces.write(wide, head, pieces.SMALLEST, ClothInk.SOFT, side=0.5, smallest=20)
        row = Box(x, box.bottom, box.right, box.bottom + pieces.SMALL_CARD[1])
        yield from pieces.fan(row, cards, pieces.look_of(words), pieces.SMALL_CARD, step=step)


def _current_trick(
    trick: ShownTrick, newest: Card | None, sides: tuple[float, float, float], words: Words
) -> Iterator[Shape]:
    """Yield the cards of the trick in progress in front of their hands, the newest ringed."""
    look, top = pieces.look_of(words), _UPPER + _NAME + pieces.SMALL_CARD[1] + 8
    for card, side in zip(trick.cards, sides, strict=True):
        if card is not None:
            x = pieces.WIDTH // 2 - pieces.SMALL_CARD[0] // 2 + int((side - 0.5) * 130)
            state = CardState.MARKED if card == newest else CardState.PLAIN
            yield CardFace(
                card, Box(x, top, x + pieces.SMALL_CARD[0], top + pieces.SMALL_CARD[1]), look, state
            )


# tricks -----------------------------------------------------------------------------------


def _trick_columns(shown: ShownCards, top: int, words: Words) -> Iterator[Shape]:
    """Yield the tricks in two halves, each with names over its columns."""
    rows = (len(shown.tricks) + 1) // 2
    for half in range(2):
        left = pieces.EDGE + half * (_HALF + _BETWEEN)
        for place, holding in enumerate(shown.hands):
            box = _cell(left, top, place, _HEADS)
            box = box._replace(right=box.right - 6)
            yield pieces.write(box, holding.name, pieces.SMALLEST, ClothInk.SOFT)
        for n, trick in enumerate(shown.tricks[half * rows :][:rows]):
            number = half * rows + n + 1
            yield from _trick_row(trick, number, left, top + _HEADS + n * _ROW, words)


def _cell(left: int, top: int, place: int, height: int) -> Box:
    across = (_HALF - _NUMBER) // 3
    x = left + _NUMBER + place * across
    return Box(x + 11, top, x + across, top + height)


def _trick_row(
    trick: ShownTrick, number: int, left: int, top: int, words: Words
) -> Iterator[Shape]:
    """Yield a trick: a plate under the winning card, a dot before the lead, costs behind."""
    head = Box(left - 4, top, left + _NUMBER, top + _ROW)
    yield pieces.write(head, str(number), pieces.SMALLEST, ClothInk.SOFT)
    for place, card in enumerate(trick.cards):
        if card is None:
            continue
        box = _cell(left, top, place, _ROW)
        if place == trick.winner:
            yield Plate(Box(box.left - 2, top + 1, box.right, top + _ROW - 1), corner=8)
        if place == trick.leader:
            x, y = box.left - 7, box.middle[1]
            yield Oval(Box(x - 4, y - 4, x + 4, y + 4), ClothInk.GOLD)
        yield from _small_card(box, card, trick.costs[place], pieces.look_of(words))


def _small_card(box: Box, card: Card, cost: int, look: CardLook) -> Iterator[Shape]:
    """Yield one card in a line, such as "♦ 10", and the tricks that it gave away."""
    side = 23
    top = box.middle[1] - side // 2
    left = box.left + 1
    yield SuitSign(suit_of(card).letter, Box(left, top, left + side, top + side), look.faces)
    rank = rank_text(card, look)
    text = box._replace(left=left + side + 2)
    yield pieces.write(text, rank, pieces.SMALL, is_bold=True)
    if cost:
        told = text._replace(left=text.left + width_of(rank, pieces.SMALL, True), right=box.right)
        size = pieces.SMALLEST
        yield pieces.write(
            told, f"−{cost}", size, ClothInk.RED, is_bold=True, side=1.0, smallest=18
        )


# the same in words ------------------------------------------------------------------------


def hand_in_words(hand: Hand | None, words: Words, *, is_whole: bool = True) -> str:
    """Return a hand as text, such as "A♠ K♠ 10♠, 7♥"; "?" stands for hidden cards."""
    suits = [] if hand is None else [cards_in_words(suit, words) for suit in group_by_suit(hand)]
    is_known = hand is not None and is_whole
    return ", ".join([*suits, *(() if is_known else "?")]) or "–"


def cards_in_words(cards: Iterable[Card], words: Words) -> str:
    return " ".join(card_in_words(card, words) for card in cards)


def card_in_words(card: Card, words: Words) -> str:
    return words.short_tile(CARD_NAMES[card])


def spell_out_tiles(text: str, words: Words) -> str:
    """Return a title with all tiles but suits spelled out, since pictures draw suits only."""
    return _SPELLED.sub(lambda found: words.short_tile(found[1]), text)
