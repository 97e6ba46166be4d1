"""The register of families as they are told: one line each."""

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
    """The language as it is spoken at a table with these rules."""
    manner = manner_of(rules)
    dialects, suits = manner.dialects(rules), manner.suits(rules)
    reader = (words.locale, words.book, words.spelled, words.pictures, words.faces)
    return TableWords(*reader, dialects, suits, manner.tiles)


def facing(rules: Rules, words: Words) -> Words:
    """With cards that look as at a table with these rules, where nobody has chosen otherwise."""
    return words if words.faces else replace(words, faces=manner_of(rules).faces(rules))
