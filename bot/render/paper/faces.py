"""Suits and ranks in a picture, in the card faces of its reader."""

from dataclasses import dataclass
from typing import Final

from bot.engine.cards import CARD_NAMES, Card, Suit
from bot.render.paper.letters import height_of, width_of
from bot.render.paper.shapes import Box, Emblem, Ink, Label, Point
from bot.render.tile_names import LETTERS
from bot.render.words import Words
from bot.terms import USUAL_FACES, Faces

_GLYPHS: Final = {Suit.SPADES: "♠", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥"}
_FOUR: Final = {
    Suit.SPADES: Ink.NEW,
    Suit.CLUBS: Ink.POOL,
    Suit.DIAMONDS: Ink.DIAMOND,
    Suit.HEARTS: Ink.HEART,
}
_TWO: Final = {**_FOUR, Suit.CLUBS: Ink.NEW, Suit.DIAMONDS: Ink.HEART}
_GERMAN: Final = {
    Suit.SPADES: Ink.POOL,
    Suit.CLUBS: Ink.ACORN,
    Suit.DIAMONDS: Ink.MOUNTAIN,
    Suit.HEARTS: Ink.HEART,
}
_INKS: Final = {
    Faces.FOUR: _FOUR,
    Faces.FRENCH: _TWO,
    Faces.CYRILLIC: _TWO,
    Faces.GERMAN: _GERMAN,
}
_SMALLER: Final = 4  # pixels by which an emblem is smaller than text of its size, as a glyph is


@dataclass(frozen=True, slots=True)
class Look:
    """Card faces, and the language that names the ranks if the faces have no letters."""

    faces: Faces
    words: Words

    def sign(self, at: Point, suit: Suit, size: int, *, is_bold: bool = False) -> Label | Emblem:
        """Return a suit sign for text of that size; ``at`` is its left edge and middle height."""
        x, middle = at
        ink = _INKS[self.faces][suit]
        if self.faces is Faces.GERMAN:
            side = size - _SMALLER
            top = middle - side // 2
            return Emblem(suit.letter, Box(x, top, x + side, top + side), ink)
        top = middle - height_of(size) // 2
        return Label(_GLYPHS[suit], (x, top), size, ink, is_bold)

    def across(self, suit: Suit, size: int, *, is_bold: bool = False) -> int:
        """Return the width of a suit sign in pixels."""
        if self.faces is Faces.GERMAN:
            return size - _SMALLER
        return width_of(_GLYPHS[suit], size, is_bold)

    def rank(self, card: Card) -> str:
        code = CARD_NAMES[card][:-1]
        own = LETTERS.get(self.faces, {}).get(code)
        return own or self.words.say(f"rank.{code}.short")


def look_of(words: Words) -> Look:
    """Return the faces and language of a reader."""
    return Look(words.faces or USUAL_FACES, words)
