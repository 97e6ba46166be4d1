"""Hands around a table as a picture, in the card faces of its reader."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.cards import CARD_NAMES, Card, Hand, Suit, suit_of
from bot.model.enums import DEFAULT_FACES, CardFaces
from bot.render.formatting import group_by_suit, sorted_cards
from bot.render.paper.picture_text import cut_to_width, height_of, place_line, width_of
from bot.render.paper.tile_names import RANK_LETTERS
from bot.render.shapes import Area, Box, Emblem, Ink, Label, Picture, Point, Shape
from bot.render.words import Words

# Suits and ranks in a picture, in the card faces of its reader.

_GLYPHS: Final = {Suit.SPADES: "♠", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥"}
_FOUR_COLOURS: Final = {
    Suit.SPADES: Ink.NEW,
    Suit.CLUBS: Ink.POOL,
    Suit.DIAMONDS: Ink.DIAMOND,
    Suit.HEARTS: Ink.HEART,
}
_TWO_COLOURS: Final = {**_FOUR_COLOURS, Suit.CLUBS: Ink.NEW, Suit.DIAMONDS: Ink.HEART}
_GERMAN_COLOURS: Final = {
    Suit.SPADES: Ink.POOL,
    Suit.CLUBS: Ink.ACORN,
    Suit.DIAMONDS: Ink.MOUNTAIN,
    Suit.HEARTS: Ink.HEART,
}
_INKS: Final = {
    CardFaces.FOUR: _FOUR_COLOURS,
    CardFaces.FRENCH: _TWO_COLOURS,
    CardFaces.CYRILLIC: _TWO_COLOURS,
    CardFaces.GERMAN: _GERMAN_COLOURS,
}
_EMBLEM_INSET: Final = (
    4  # pixels by which an emblem is smaller than text of its size, as a glyph is
)


@dataclass(frozen=True, slots=True)
class CardStyle:
    """Card faces, and the language that names the ranks if the faces have no letters."""

    faces: CardFaces
    words: Words

    def suit_sign(
        self, at: Point, suit: Suit, size: int, *, is_bold: bool = False
    ) -> Label | Emblem:
        """Return a suit sign for text of that size; ``at`` is its left edge and middle height."""
        x, middle = at
        ink = _INKS[self.faces][suit]
        if self.faces is CardFaces.GERMAN:
            side = size - _EMBLEM_INSET
            top = middle - side // 2
            return Emblem(suit.letter, Box(x, top, x + side, top + side), ink)
        top = middle - height_of(size) // 2
        return Label(_GLYPHS[suit], (x, top), size, ink, is_bold)

    def sign_width(self, suit: Suit, size: int, *, is_bold: bool = False) -> int:
        """Return the width of a suit sign in pixels."""
        if self.faces is CardFaces.GERMAN:
            return size - _EMBLEM_INSET
        return width_of(_GLYPHS[suit], size, is_bold)

    def rank(self, card: Card) -> str:
        code = CARD_NAMES[card][:-1]
        own = RANK_LETTERS.get(self.faces, {}).get(code)
        return own or self.words.say(f"rank.{code}.short")


def card_style_of(words: Words) -> CardStyle:
    """Return the faces and language of a reader."""
    return CardStyle(words.faces or DEFAULT_FACES, words)


# A diagram of cards around a table: three hands, the talon and discard, tricks in order.
#
# The next player in turn sits to the left of the player at the bottom, or to the right if the
# family plays counterclockwise.

_WIDTH: Final = 600
_EDGE, _GAP, _PAD = 9, 8, 10
_HALF: Final = (_WIDTH - 2 * _EDGE - _GAP) // 2
_NAME, _SUIT_LINE = 34, 36  # heights of a line in pixels
_HAND: Final = _NAME + 4 * _SUIT_LINE + _PAD
_SIZE, _CARD, _SMALL, _TITLE = 28, 26, 20, 24  # text sizes
_SIDE: Final = (_WIDTH - 2 * _EDGE - _HALF) // 2  # beside the hand at the bottom
_ROW, _NUMBER, _HEADS = 36, 22, 26
_RANK: Final = 24  # from a suit sign to its rank, in pixels
_BY_LETTER: Final = {suit.letter: suit for suit in Suit}
_TOKEN: Final = re.compile(r"⟦([SCDH])⟧")
_SPELLED: Final = re.compile(r"⟦([0-9A-Z]{2,3})⟧")


@dataclass(frozen=True, slots=True)
class DiagramHand:
    """One hand; ``cards`` is None if it is hidden, and a part of it if not ``is_whole``."""

    name: str
    cards: Hand | None
    note: str = ""
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class DiagramTrick:
    """One trick by places; ``costs`` is the number of tricks each card gave away."""

    cards: tuple[Card | None, ...]
    leader: int  # -1: the talon led
    winner: int  # -1: unfinished
    costs: tuple[int, ...] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class CardDiagram:
    """Three ``hands`` in turn from the bottom; ``side_cards`` lies left and right of the first."""

    title: str
    hands: tuple[DiagramHand, ...]
    side_cards: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    tricks: tuple[DiagramTrick, ...] = ()
    legend: str = ""
    is_clockwise: bool = True


def diagram_picture(diagram: CardDiagram, alt: str, words: Words) -> Picture:
    """Return the picture of a diagram, as high as its contents."""
    top, look = _EDGE + _NAME, card_style_of(words)
    shapes: list[Shape] = list(
        _title_shapes(Box(_EDGE, _EDGE, _WIDTH - _EDGE, top), diagram.title, look)
    )
    upper, lower = top, top + _HAND + _GAP
    places = (_EDGE + _SIDE, _EDGE, _EDGE + _HALF + _GAP)
    if not diagram.is_clockwise:
        places = (places[0], places[2], places[1])
    for holding, x, y in zip(diagram.hands, places, (lower, upper, upper), strict=True):
        shapes += _hand_shapes(holding, (x, y), look)
    sides = (_EDGE, _WIDTH - _EDGE - _SIDE)
    for (head, cards), x in zip(diagram.side_cards, sides, strict=False):
        shapes += _side_shapes(Box(x, lower, x + _SIDE, lower + _HAND), head, cards, look)
    bottom = lower + _HAND + _GAP
    if diagram.tricks:
        shapes += _trick_columns(diagram, bottom, look)
        bottom += _HEADS + _ROW * ((len(diagram.tricks) + 1) // 2) + _GAP
    if diagram.legend:
        box = Box(_EDGE, bottom, _WIDTH - _EDGE, bottom + _HEADS)
        shapes.append(place_line(box, diagram.legend, _SMALL, Ink.OLD, side=0.5))
        bottom += _HEADS + _GAP
    return Picture(_WIDTH, bottom, tuple(shapes), alt)


def _title_shapes(box: Box, text: str, look: CardStyle) -> Iterator[Shape]:
    """Yield one centred line, with suit signs in the reader's faces."""
    said = list(_title_parts(text))
    size = _TITLE
    while size > 14 and _parts_width(said, size, look) > box.width:
        size -= 1
    x = box.left + max(0, box.width - _parts_width(said, size, look)) // 2
    for part in said:
        if isinstance(part, Suit):
            yield look.suit_sign((x, box.middle[1]), part, size, is_bold=True)
        else:
            part = cut_to_width(part, box.right - x, size, is_bold=True)
            yield Label(part, (x, box.middle[1] - height_of(size) // 2), size, is_bold=True)
        x += _parts_width([part], size, look)


def _title_parts(text: str) -> Iterator[str | Suit]:
    """Yield the words and suits of a text in order."""
    for n, part in enumerate(_TOKEN.split(text)):
        if n % 2:
            yield _BY_LETTER[part]
        elif part:
            yield part


def _parts_width(parts: Sequence[str | Suit], size: int, look: CardStyle) -> int:
    return sum(
        look.sign_width(part, size, is_bold=True)
        if isinstance(part, Suit)
        else width_of(part, size, is_bold=True)
        for part in parts
    )


# hands ------------------------------------------------------------------------------------


def _hand_shapes(holding: DiagramHand, at: Point, look: CardStyle) -> Iterator[Shape]:
    """Yield a name and a line per suit; a hidden hand shows "?" for its ranks."""
    left, top = at
    right = left + _HALF
    yield Area(Box(left, top, right, top + _HAND), corner=8)
    name = Box(left + _PAD, top, right - _PAD, top + _NAME)
    across = min(width_of(holding.note, _SMALL), name.width * 2 // 3) if holding.note else 0
    note = name._replace(left=name.right - across)
    yield place_line(name._replace(right=note.left - _GAP), holding.name, _TITLE, is_bold=True)
    if holding.note:
        yield place_line(note, holding.note, _SMALL, Ink.OLD, side=1.0)
    for suit in Suit:
        top = name.bottom + suit * _SUIT_LINE
        line = Box(left + _PAD, top, right - _PAD, top + _SUIT_LINE)
        yield from _suit_shapes(line, suit, holding, look)


def _suit_shapes(box: Box, suit: Suit, holding: DiagramHand, look: CardStyle) -> Iterator[Shape]:
    """Yield "♠ A K 10", with a dash for a void, and "?" where more may be held."""
    yield look.suit_sign((box.left, box.middle[1]), suit, _SIZE)
    held = [] if holding.cards is None else sorted_cards(holding.cards.of_suit(suit))
    is_known = holding.cards is not None and holding.is_whole
    shown = [*map(look.rank, held), *(() if is_known else "?")]
    ranks = " ".join(shown) or "–"
    ink = Ink.NEW if held else Ink.OLD
    yield place_line(box._replace(left=box.left + _RANK + 10), ranks, _SIZE, ink)


def _card_shapes(box: Box, card: Card, look: CardStyle) -> Iterator[Shape]:
    """Yield one card, such as "♦ 10"."""
    yield look.suit_sign((box.left, box.middle[1]), suit_of(card), _CARD)
    yield place_line(box._replace(left=box.left + _RANK), look.rank(card), _CARD)


def _side_shapes(box: Box, head: str, cards: Sequence[Card], look: CardStyle) -> Iterator[Shape]:
    """Yield the cards beside the hand at the bottom: talon or discard."""
    line = Box(box.left + _PAD, box.top, box.right - _PAD, box.top + _NAME)
    yield place_line(line, head, _SMALL, Ink.OLD)
    for n, card in enumerate(cards):
        top = line.bottom + n * _SUIT_LINE
        yield from _card_shapes(line._replace(top=top, bottom=top + _SUIT_LINE), card, look)


# tricks -----------------------------------------------------------------------------------


def _trick_columns(diagram: CardDiagram, top: int, look: CardStyle) -> Iterator[Shape]:
    """Yield the tricks in two halves, each with names over its columns."""
    rows = (len(diagram.tricks) + 1) // 2
    for half in range(2):
        left = _EDGE + half * (_HALF + _GAP)
        for place, holding in enumerate(diagram.hands):
            box = _cell(left, top, place, _HEADS)
            yield place_line(box._replace(right=box.right - 4), holding.name, _SMALL - 2, Ink.OLD)
        for n, trick in enumerate(diagram.tricks[half * rows :][:rows]):
            number = half * rows + n + 1
            yield from _trick_shapes(trick, number, left, top + _HEADS + n * _ROW, look)


def _cell(left: int, top: int, place: int, height: int) -> Box:
    across = (_HALF - _NUMBER) // 3
    x = left + _NUMBER + place * across
    return Box(x + 11, top, x + across, top + height)


def _trick_shapes(
    trick: DiagramTrick, number: int, left: int, top: int, look: CardStyle
) -> Iterator[Shape]:
    """Yield a trick: a field under the winning card, a dot before the lead, costs behind."""
    yield place_line(Box(left, top, left + _NUMBER, top + _ROW), str(number), _SMALL - 4, Ink.OLD)
    for place, card in enumerate(trick.cards):
        if card is None:
            continue
        box = _cell(left, top, place, _ROW)
        if place == trick.winner:
            yield Area(Box(box.left - 4, top + 1, box.right - 2, top + _ROW - 1), Ink.FIELD, 6)
        if place == trick.leader:
            x, y = box.left - 9, box.middle[1]
            yield Area(Box(x - 3, y - 3, x + 4, y + 4), Ink.OLD, 3)
        yield from _card_shapes(box, card, look)
        if trick.costs[place]:
            yield _cost_label(box, card, trick.costs[place], look)


def _cost_label(cell: Box, card: Card, tricks: int, look: CardStyle) -> Label:
    """Return the cost of a card, fitted into the space behind it."""
    left = cell.left + _RANK + width_of(look.rank(card), _CARD) + 2
    box = cell._replace(left=left, right=cell.right - 3)
    text = f"−{tricks}"
    return place_line(box, text, _SMALL, Ink.MOUNTAIN, is_bold=True, side=1.0, smallest=9)


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
