"""Maps cards and faces to index tiles, and tiles to emoji names.

A screen reader reads an emoji name aloud, so it is the card in English words; up to 32 letters,
digits and underscores (design section 6).  Inside the bot a tile goes by its code: KS, H, NT, back.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from bot.model.enums import DEFAULT_FACES, CardFaces

NO_TRUMP, BACK = "NT", "back"

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
_GERMAN_SUITS: Final = {"S": "leaves", "C": "acorns", "D": "bells", "H": "hearts_german"}
_OTHERS: Final = {NO_TRUMP: "no_trump", BACK: "card_back"}
_SUFFIXES: Final = {CardFaces.FOUR: "_four", CardFaces.CYRILLIC: "_ru"}
RANK_LETTERS: Final = {
    CardFaces.CYRILLIC: dict(zip("JQKA", "ВДКТ", strict=True)),
    CardFaces.GERMAN: dict(zip("JQKA", "UOKA", strict=True)),
}  # the ranks with letters of their own
_OLD_PREFIX: Final = "pref_"  # the prefix of former tile names: pref_KS

TILE_CODES: Final = (*(rank + suit for suit in _SUITS for rank in _RANKS), *_SUITS, *_OTHERS)


def drawn_faces(code: str, faces: CardFaces) -> CardFaces:
    """Return the faces whose drawing is used: identical drawings exist only once."""
    if faces is CardFaces.CYRILLIC:
        return faces if len(code) > 1 and code[0] in RANK_LETTERS[faces] else CardFaces.FRENCH
    return CardFaces.FRENCH if code in _OTHERS else faces


@cache
def tile_name(code: str, faces: CardFaces = DEFAULT_FACES) -> str:
    """Return an emoji name: king_of_spades (two colours), king_of_spades_four, ober_of_leaves."""
    faces = drawn_faces(code, faces)
    is_german = faces is CardFaces.GERMAN
    ranks, suits = (_GERMAN_RANKS, _GERMAN_SUITS) if is_german else (_RANKS, _SUITS)
    if code in _OTHERS or code in suits:
        name = _OTHERS.get(code) or suits[code]
    else:
        name = f"{ranks[code[:-1]]}_of_{suits[code[-1]]}"
    return name + _SUFFIXES.get(faces, "")


def distinct_tiles() -> Iterator[tuple[str, CardFaces]]:
    """Yield every tile there is, those of the usual faces first."""
    for faces in CardFaces:
        for code in TILE_CODES:
            if drawn_faces(code, faces) is faces:
                yield code, faces


TILE_NAMES: Final = frozenset(tile_name(code, faces) for code, faces in distinct_tiles())


def current_tile_name(name: str) -> str | None:
    """Return the current name of an emoji from before, when all had four colours; else None."""
    code = name.removeprefix(_OLD_PREFIX)
    return (
        tile_name(code, CardFaces.FOUR)
        if name.startswith(_OLD_PREFIX) and code in TILE_CODES
        else None
    )
