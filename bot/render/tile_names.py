"""Maps cards and faces to index tiles, and tiles to emoji names.

A screen reader reads an emoji name aloud, so it is the card in English words; up to 32 letters,
digits and underscores (design section 6).  Inside the bot a tile goes by its code: KS, H, NT, back.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from bot.terms import USUAL_FACES, Faces

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
_ENDS: Final = {Faces.FOUR: "_four", Faces.CYRILLIC: "_ru"}
LETTERS: Final = {
    Faces.CYRILLIC: dict(zip("JQKA", "ВДКТ", strict=True)),
    Faces.GERMAN: dict(zip("JQKA", "UOKA", strict=True)),
}  # the ranks with letters of their own
_OLD: Final = "pref_"  # the prefix of former tile names: pref_KS

CODES: Final = (*(rank + suit for suit in _SUITS for rank in _RANKS), *_SUITS, *_OTHERS)


def drawn_as(code: str, faces: Faces) -> Faces:
    """Return the faces whose drawing is used: identical drawings exist only once."""
    if faces is Faces.CYRILLIC and code != BACK:
        has_own = code == NO_TRUMP or (len(code) > 1 and code[0] in LETTERS[faces])
        return faces if has_own else Faces.FRENCH
    return Faces.FRENCH if code in _OTHERS else faces


@cache
def tile_name(code: str, faces: Faces = USUAL_FACES) -> str:
    """Return an emoji name: king_of_spades (two colours), king_of_spades_four, ober_of_leaves."""
    faces = drawn_as(code, faces)
    is_german = faces is Faces.GERMAN
    ranks, suits = (_GERMAN_RANKS, _GERMAN_SUITS) if is_german else (_RANKS, _SUITS)
    if code in _OTHERS or code in suits:
        name = _OTHERS.get(code) or suits[code]
    else:
        name = f"{ranks[code[:-1]]}_of_{suits[code[-1]]}"
    return name + _ENDS.get(faces, "")


def drawings() -> Iterator[tuple[str, Faces]]:
    """Yield every tile there is, those of the usual faces first."""
    for faces in Faces:
        for code in CODES:
            if drawn_as(code, faces) is faces:
                yield code, faces


NAMES: Final = frozenset(tile_name(code, faces) for code, faces in drawings())


def renamed(name: str) -> str | None:
    """Return the current name of an emoji from before, when all had four colours; else None."""
    code = name.removeprefix(_OLD)
    return tile_name(code, Faces.FOUR) if name.startswith(_OLD) and code in CODES else None
