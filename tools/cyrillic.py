"""``make cyrillic``: the Serbian words in Cyrillic script, from those in Latin.

One language is translated once: whoever corrects ``sr.po`` makes ``sr_Cyrl.po`` again, and a test
compares them.  Left as they are: facts in braces, tiles, what is typed in backticks, the letters on
cards, the names of languages and commands, and German words; a name known to Serbs in their own
spelling is written so.
"""

import re
from pathlib import Path
from typing import Final

from babel.messages.catalog import Message
from babel.messages.pofile import normalize, read_po
from cyrtranslit import to_cyrillic

from bot.render.words import LOCALE_FOLDER

LATIN: Final = LOCALE_FOLDER / "sr.po"
CYRILLIC: Final = LOCALE_FOLDER / "sr_Cyrl.po"

_HEAD: Final = """# Made by `make cyrillic` from sr.po: do not edit.
msgid ""
msgstr ""
"Project-Id-Version: preferans-bot 1\\n"
"Language: sr_Cyrl\\n"
"Plural-Forms: {plural}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""

# Keys whose texts stay whole.
_KEPT: Final = re.compile(r"language\.\w+|rank\.\w+\.short|command\.(?!.*\.help$).*")
# Pieces of a text that stay: facts, tiles, what is typed, and words that are not Serbian.
_PIECES: Final = re.compile(
    r"({\w+}|⟦\w+⟧|`[^`]*`|\b(?:Plauderer|Mord) aufgedeckt\b|\bVorhand\b|\bRückhand\b"
    r"|\bEurope/Belgrade\b|\bsochi\b|\bHome\b|\bEnd\b"
    r"|\*\*(?:View Channel|Send Messages(?: in Threads)?|Create Events|Manage Roles)\*\*"
    r"|\bA(?=, B i C\b)|(?<=\bA, )B(?= i C\b)|(?<=\bA, B i )C\b)"  # players, for a judge
)
# What the rule would get wrong; so would be words in which n and j are two letters (injekcija).
_NAMES: Final = {"Discord": "Дискорд"}
_NAMED: Final = re.compile("|".join(_NAMES))
_WIDTH: Final = 93


def cyrillic(text: str) -> str:
    """A Serbian text in the other script, but for the pieces that stay."""
    pieces = _PIECES.split(text)
    return "".join(one if place % 2 else _letters(one) for place, one in enumerate(pieces))


def _letters(text: str) -> str:
    named = _NAMED.sub(lambda found: _NAMES[found[0]], text)
    return str(to_cyrillic(named, "sr"))


def made_of(latin: Path) -> str:
    """The file for the Cyrillic script, entry by entry in the order of the Latin one."""
    with latin.open("rb") as file:
        catalog = read_po(file, locale="sr")
    plural = f"nplurals={catalog.num_plurals}; plural={catalog.plural_expr};"
    entries = (_entry(message) for message in catalog if message.id)
    return "\n".join((_HEAD.format(plural=plural), *entries))


def _entry(message: Message) -> str:
    names = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    texts = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    texts = texts if _KEPT.fullmatch(names[0]) else tuple(map(cyrillic, texts))
    heads = ["msgid", "msgid_plural"][: len(names)]
    plural = len(names) > 1
    lines = [
        f"{head} {normalize(name, width=_WIDTH)}" for head, name in zip(heads, names, strict=True)
    ]
    for form, text in enumerate(texts):
        head = f"msgstr[{form}]" if plural else "msgstr"
        lines.append(f"{head} {normalize(text, width=_WIDTH)}")
    return "\n".join(lines) + "\n"


def main() -> None:
    CYRILLIC.write_text(made_of(LATIN), encoding="utf-8")


if __name__ == "__main__":
    main()
