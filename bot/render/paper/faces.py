"""Suits and ranks in a picture, in the card faces of its reader."""

from dataclasses import dataclass
from typing import Final

from bot.engine.cards import CARD_NAMES, Card, Suit
from bot.render.paper.letters import height_of, width_of
from bot.render.paper.shapes import Box, Emblem, Ink, Label, Point
from bot.render.tile_names import RANK_LETTERS
from bot.render.words import Words
from bot.terms import DEFAULT_FACES, CardFaces

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
