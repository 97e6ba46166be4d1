"""What the emoji of a tile is called: a screen reader says it, so it is the card in English words.

The names of all styles are fixed here, so that no tile is uploaded twice; up to 32 letters, digits
and underscores (design section 6).
"""

import re
from enum import StrEnum
from typing import Final

_CARD: Final = re.compile(r"(10|[7-9JQKA])([SCDH])")
_RANKS: Final = {
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
_SUITS: Final = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}
_GERMAN_RANKS: Final = {**_RANKS, "J": "unter", "Q": "ober"}
_GERMAN_SUITS: Final = {"S": "leaves", "C": "acorns", "D": "bells", "H": "hearts"}
_OTHERS: Final = {"NT": "no_trump", "back": "card_back"}
_OLD: Final = "pref_"  # what tiles were called before: pref_KS


class Style(StrEnum):
    """How the cards of a tile look; its value is what their names end with."""

    USUAL = ""
    FOUR = "four"  # a colour for each suit
    RUSSIAN = "ru"  # В Д К Т
    GERMAN = "german"


def tile_name(tile: str, style: Style = Style.USUAL) -> str:
    """KS: king_of_spades; in other styles king_of_spades_ru, ober_of_leaves.

    A German card is told apart by its words alone, where they are not those of a French one too.
    """
    if style is not Style.GERMAN:
        name = _named(tile, _RANKS, _SUITS)
        return f"{name}_{style}" if style else name
    name = _named(tile, _GERMAN_RANKS, _GERMAN_SUITS)
    return f"{name}_{style}" if name in _FRENCH else name


def tile_of(name: str) -> str | None:
    """The tile of the usual style with that name; None for any other emoji."""
    return _FRENCH.get(name)


def renamed(name: str) -> str | None:
    """What an emoji of before is called now; None for any other."""
    tile = name.removeprefix(_OLD)
    known = name.startswith(_OLD) and tile in _FRENCH.values()
    return tile_name(tile) if known else None


def _named(tile: str, ranks: dict[str, str], suits: dict[str, str]) -> str:
    if found := _CARD.fullmatch(tile):
        return f"{ranks[found[1]]}_of_{suits[found[2]]}"
    return suits.get(tile) or _OTHERS[tile]


_TILES: Final = (
    *(rank + suit for suit in _SUITS for rank in _RANKS),
    *_SUITS,
    *_OTHERS,
)
_FRENCH: Final = {_named(tile, _RANKS, _SUITS): tile for tile in _TILES}
