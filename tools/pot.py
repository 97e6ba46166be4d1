"""``make pot``: the template for translators, with a comment for every text.

A comment has the English text, the golden screen that shows the text first, and an example of every
placeholder.  A text that no golden screen shows is compared with one whose key begins alike.
"""

import gettext
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot.model.values import replace
from bot.render.words import DEFAULT_LOCALE, LOCALE_FOLDER
from tests.golden.screens import GROUPS
from tests.render.walks import CATALOGUE

BUILD: Final = Path(__file__).resolve().parents[1] / "build" / "preferans.pot"

_PLACEHOLDER: Final = re.compile(r"{(\w+)}")

# texts that no screen shows
_UNSEEN: Final = {
    "said.": "Typed by players, never shown: words to understand, separated by spaces",
    "hour.": "Typed by players, never shown: words for a time, separated by spaces",
    "command.": "A command: its name has up to 32 small letters, its help (.help) up to 100",
    "fault.": "A combination of house rules that cannot be played",
    "done.": "A private answer to a button",
}
_HEADER: Final = """\
# Texts for players of PROJECT.
#
# A msgid is a key; the comment above it has the English text.  A placeholder in braces stays as
# it is; its example shows what replaces it.
#"""


@dataclass(slots=True)
class Usage:
    """The first place of a text, and an example of each placeholder."""

    place: str
    examples: dict[str, object] = field(default_factory=dict)


class Recorded(str):
    """A text that reports the values it is formatted with."""

    __slots__ = ("key", "recorder")
    key: str
    recorder: "Recorder"

    def format(self, *args: object, **facts: object) -> str:
        self.recorder.note(self.key, facts)
        return str(self).format(*args, **facts)


class Recorder(gettext.NullTranslations):
    """English that records which texts are used, and with which values."""

    def __init__(self, book: gettext.NullTranslations) -> None:
        super().__init__()
        self.book = book
        self.usages = dict[str, Usage]()
        self._new = dict[str, dict[str, object]]()

    def gettext(self, message: str) -> str:
        return self._recorded(message, self.book.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._recorded(msgid1, self.book.ngettext(msgid1, msgid2, n))

    def _recorded(self, key: str, text: str) -> str:
        if text == key:
            return text
        found = Recorded(text)
        found.key, found.recorder = key, self
        return found

    def note(self, key: str, facts: Mapping[str, object]) -> None:
        self._new.setdefault(key, {}).update(facts)

    def assign(self, place: str) -> None:
        """Assign to a screen all texts used since the screen before it."""
        for key, facts in self._new.items():
            known = self.usages.setdefault(key, Usage(place))
            given = {name: value for name, value in known.examples.items() if value != ""}
            known.examples = dict(facts) | given
        self._new.clear()


def usages() -> dict[str, Usage]:
    """Return the usage of every text that a golden screen shows, by key."""
    words = CATALOGUE.words(DEFAULT_LOCALE)
    recorder = Recorder(words.book)
    for name, group in GROUPS.items():
        for moment, _ in group(replace(words, book=recorder)):
            recorder.assign(f"{name}, {moment}")
    return recorder.usages


def template() -> Catalog:
    """Return the template: all keys of English in their order, without texts."""
    with (LOCALE_FOLDER / f"{DEFAULT_LOCALE}.po").open("rb") as file:
        english = read_po(file, locale=DEFAULT_LOCALE)
    found = Catalog(project="preferans-bot", header_comment=_HEADER, fuzzy=False)
    known = usages()
    for message in english:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found.add(message.id, auto_comments=tuple(comments(key, texts_of(message), known)))
    return found


def comments(key: str, english: Sequence[str], known: Mapping[str, Usage]) -> Iterator[str]:
    """Yield the lines for the translator of one text."""
    yield "English: " + " | ".join(english)
    yield _place(key, known)
    own = known[key].examples if key in known else {}
    names = dict.fromkeys(name for text in english for name in _PLACEHOLDER.findall(text))
    for name in names:
        example = own.get(name, _example(name, known))
        yield f"{{{name}}}: {' / '.join(str(example).splitlines()) or '(empty)'}"


def _place(key: str, known: Mapping[str, Usage]) -> str:
    if key in known:
        return f"Screen: {known[key].place}"
    if told := next((told for start, told in _UNSEEN.items() if key.startswith(start)), ""):
        return told
    start = key.partition(".")[0] + "."
    like = next((one for one in known if one.startswith(start)), "")
    return f"Like {like}: {known[like].place}" if like else "On no golden screen"


def _example(name: str, known: Mapping[str, Usage]) -> object:
    """Return an example from another text with a placeholder of that name."""
    found = (usage.examples[name] for usage in known.values() if name in usage.examples)
    return next(found, "a text or a number")


def texts_of(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def main() -> None:
    BUILD.parent.mkdir(parents=True, exist_ok=True)
    with BUILD.open("wb") as file:
        write_po(file, template(), width=100)
    print(BUILD)


if __name__ == "__main__":
    main()
