"""A pseudo-locale: English with every text longer by two fifths, as translations may be."""

import gettext
import re

from bot.model.values import replace
from bot.render.words import Words

_NO_WORDS = re.compile(r"{\w+}|⟦\w+⟧|`[^`]*`|<[^>]*>|https?:\S+")
_WORD = re.compile(r"[^\W\d_]+")  # matches fractions too, which are no words


def words_in(text: str) -> set[str]:
    """Return the words of a text without its placeholders."""
    found = _WORD.findall(_NO_WORDS.sub(" ", text))
    return {word.casefold() for word in found if word.isalpha()}


class PseudoLocale(gettext.NullTranslations):
    """English with every text longer by two fifths."""

    def __init__(self, book: gettext.NullTranslations) -> None:
        super().__init__()
        self.book = book

    def gettext(self, message: str) -> str:
        return longer(self.book.gettext(message), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return longer(self.book.ngettext(msgid1, msgid2, n), msgid1)


def longer(text: str, key: str) -> str:
    """Lengthen words only: a number, a tile or a card's corner is the same in every language."""
    letters = sum(map(len, words_in(text)))
    if text == key or letters < 4 or key.startswith("column."):
        return text
    return text + "".join("ó " if n % 6 == 5 else "o" for n in range(2 * letters // 5))


def pseudolocalize(words: Words) -> Words:
    return replace(words, book=PseudoLocale(words.book))
