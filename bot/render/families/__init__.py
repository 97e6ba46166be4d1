"""The registry of families as their screens present them.

- presenter: the interface ``Manner``, with the defaults all families share
- FAMILY/__init__: the presenter of a family
- FAMILY/deal_guide: a running deal: its questions, stakes, duties, advice
- FAMILY/house_rules: the options by subject, and the values offered to a host
- FAMILY/sheet: the score sheet as text and as a drawing
"""

from dataclasses import replace
from typing import Final

from bot.engine.rules import Rules
from bot.render.families.austrian import AUSTRIAN
from bot.render.families.balkan import BALKAN
from bot.render.families.manner import Manner
from bot.render.families.russian import RUSSIAN
from bot.render.words import TableWords, Words

MANNERS: Final[dict[str, Manner]] = {
    "russian": RUSSIAN,
    "balkan": BALKAN,
    "austrian": AUSTRIAN,
}


def manner_of(rules: Rules) -> Manner:
    return MANNERS[rules.family]


def words_at(rules: Rules, words: Words) -> TableWords:
    """Return the language with the dialects of a table with these rules."""
    manner = manner_of(rules)
    dialects, suits = manner.dialects(rules), manner.suits(rules)
    reader = (words.locale, words.book, words.spelled, words.pictures, words.faces)
    return TableWords(*reader, dialects, suits, manner.tiles)


def facing(rules: Rules, words: Words) -> Words:
    """Return ``words`` with the card faces of these rules, unless the reader chose their own."""
    return words if words.faces else replace(words, faces=manner_of(rules).faces(rules))
