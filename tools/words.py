"""``make words``: what every screen of every preset says, a page a language, to be read whole.

A reader who speaks the language looks for what sounds translated.  Each page has the screens by
kind, every sentence once (cards, numbers and names aside) and what a button or a choice says behind
a bracket; at its end, by their keys, the texts that no screen of this walk has said.
"""

import argparse
import gettext
import re
from pathlib import Path

from babel.messages.pofile import read_po

from bot.model.values import replace
from bot.render.screen import MemberPicker, Screen, Select, token
from bot.render.words import LOCALE_FOLDER
from tests.render.pages import pages
from tests.render.walks import CATALOGUE, items, texts

BUILD = Path(__file__).resolve().parents[1] / "build" / "words"
_SAME = re.compile(r"⟦\w+⟧|\d+|<[^>]+>|\*\*|[−+]|\b(?:Ana|Boris|Vera|Teo)\b")


class Listening(gettext.NullTranslations):
    """A book that remembers what it was asked for."""

    def __init__(self, book: gettext.NullTranslations) -> None:
        super().__init__()
        self.book, self.asked = book, set[str]()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return self.book.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add(msgid1)
        return self.book.ngettext(msgid1, msgid2, n)


def screen_texts(screen: Screen) -> list[str]:
    """All that a screen says, a line each."""
    said = [line for body in texts(screen) for line in body.splitlines()]
    heads = [block for block in screen.blocks if isinstance(block, Select | MemberPicker)]
    said += [f"[ {head.placeholder}" for head in heads]
    for item in items(screen):
        more = getattr(item, "description", "")
        face = f"{token(item.tile) if item.tile else ''} {item.label}".strip()
        said.append(f"[ {face}" + (f" — {more}" if more else ""))
    return said


def page_of(locale: str) -> str:
    words = CATALOGUE.words(locale)
    book, known = Listening(words.book), set[str]()
    kinds = dict[str, list[str]]()
    for kind, screen in pages(replace(words, book=book)):
        for line in screen_texts(screen):
            if (same := _SAME.sub("", line).strip()) and same not in known:
                known.add(same)
                kinds.setdefault(kind, []).append(words.without_tiles(line))
    parts = [f"== {kind}\n" + "\n".join(lines) for kind, lines in kinds.items()]
    return "\n\n".join([*parts, "== elsewhere\n" + "\n".join(_unsaid(locale, book.asked))]) + "\n"


def _unsaid(locale: str, asked: set[str]) -> list[str]:
    """The entries nobody asked for; typed words are no sentences."""
    with (LOCALE_FOLDER / f"{locale}.po").open("rb") as file:
        catalog = read_po(file, locale=locale)
    found = []
    for message in catalog:
        key = message.id if isinstance(message.id, str) else message.id[0]
        if key and key not in asked and not key.startswith("said."):
            forms = (message.string,) if isinstance(message.string, str) else message.string or ()
            found.append(f"{key}: {' | '.join(forms)}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("locales", nargs="*", default=CATALOGUE.locales(), help="all, as usual")
    BUILD.mkdir(parents=True, exist_ok=True)
    for locale in parser.parse_args().locales:
        path = BUILD / f"{locale}.txt"
        path.write_text(page_of(locale), encoding="utf-8")
        print(path, flush=True)


if __name__ == "__main__":
    main()
