"""Which tile shows a card in which faces, and what the emoji of a tile is called.

A screen reader says that name, so it is the card in English words; up to 32 letters, digits and
underscores (design section 6).  Inside the bot a tile goes by its code: KS, H, NT, back.
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
_OLD: Final = "pref_"  # what tiles were called before: pref_KS

CODES: Final = (*(rank + suit for suit in _SUITS for rank in _RANKS), *_SUITS, *_OTHERS)


def drawn_as(code: str, faces: Faces) -> Faces:
    """The faces whose drawing is shown: where two would look alike there is only one."""
    if faces is Faces.CYRILLIC and code != BACK:
        has_own = code == NO_TRUMP or (len(code) > 1 and code[0] in LETTERS[faces])
        return faces if has_own else Faces.FRENCH
    return Faces.FRENCH if code in _OTHERS else faces


@cache
def tile_name(code: str, faces: Faces = USUAL_FACES) -> str:
    """KS: king_of_spades in two colours, king_of_spades_four, king_of_spades_ru; ober_of_leaves."""
    faces = drawn_as(code, faces)
    is_german = faces is Faces.GERMAN
    ranks, suits = (_GERMAN_RANKS, _GERMAN_SUITS) if is_german else (_RANKS, _SUITS)
    if code in _OTHERS or code in suits:
        name = _OTHERS.get(code) or suits[code]
    else:
        name = f"{ranks[code[:-1]]}_of_{suits[code[-1]]}"
    return name + _ENDS.get(faces, "")


def drawings() -> Iterator[tuple[str, Faces]]:
    """Every tile there is, those of the usual faces first."""
    for faces in Faces:
        for code in CODES:
            if drawn_as(code, faces) is faces:
                yield code, faces


NAMES: Final = frozenset(tile_name(code, faces) for code, faces in drawings())


def renamed(name: str) -> str | None:
    """What an emoji of before is called now, when all had four colours; None for any other."""
    code = name.removeprefix(_OLD)
    return tile_name(code, Faces.FOUR) if name.startswith(_OLD) and code in CODES else None
