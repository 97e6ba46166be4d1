"""The registry of families as their screens present them.

- presenter: the interface ``FamilyPresenter``, with the defaults all families share
- FAMILY/__init__: the presenter of a family; its options by subject, with the values offered
- FAMILY/deal_guide: a running deal: its questions, stakes, duties, advice
- FAMILY/sheet: the score sheet as text and as a drawing
"""

from typing import Final

from bot.engine.rules import Rules
from bot.model.enums import DEFAULT_FACES, CardFaces
from bot.model.registers import ImportedOnUse
from bot.render.families import presenter
from bot.render.words import TableWords, Words, words_as_wished, words_at_table

PRESENTERS: Final = ImportedOnUse[presenter.FamilyPresenter](
    {
        "russian": "bot.render.families.russian:RUSSIAN",
        "balkan": "bot.render.families.balkan:BALKAN",
        "austrian": "bot.render.families.austrian:AUSTRIAN",
    }
)


_FACES_OF_LANGUAGE: Final = {"ru": CardFaces.CYRILLIC}  # В Д К Т


def presenter_of(rules: Rules) -> presenter.FamilyPresenter:
    return PRESENTERS.imported.get(rules.family) or PRESENTERS[rules.family]


def table_words(rules: Rules, words: Words) -> TableWords:
    """Return the language with the dialects of a table with these rules."""
    presenter = presenter_of(rules)
    dialects, suits = presenter.dialects(rules), presenter.suits(rules) if presenter.suits else ""
    return words_at_table(words, dialects, suits, presenter.contract_tiles)


def with_table_faces(rules: Rules, words: Words) -> Words:
    """Return ``words`` with the card faces of these rules, unless the reader chose their own.

    Where the rules have the usual faces, the language may have its own letters.
    """
    if words.faces:
        return words
    faces_of = presenter_of(rules).faces
    faces = DEFAULT_FACES if faces_of is None else faces_of(rules)
    if faces is DEFAULT_FACES:
        faces = _FACES_OF_LANGUAGE.get(words.locale, faces)
    return words_as_wished(
        words, spelled=words.spelled, pictures=words.pictures, faces=faces, cloth=words.cloth
    )
