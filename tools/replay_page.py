"""``make replay``: the replay page, one file without any request, from data/replay and the words.

The page shows the deal in the fragment of its address (bot/notation/replay_link.py).  A host puts
it where they like and names the place in ``REPLAY_URL``.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.engine.actions import SimpleAction
from bot.engine.cards import CARD_NAMES, RANKS, Suit
from bot.engine.notation import parse_action
from bot.model.enums import CardFaces
from bot.presets import load_presets
from bot.render.families import table_words, with_table_faces
from bot.render.words import Catalogue, TableWords, Words, load_catalogue

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "data" / "replay"
BUILD: Final = ROOT / "build" / "replay.html"
LARGEST: Final = 150 * 1024  # bytes, so that a phone on a slow line has it at once

PAGE_KEYS: Final = (
    *("title", "dealt", "dealer", "dummy", "player", "tricks", "talon", "discard", "calls"),
    *("laid", "took", "wins", "over", "step", "place", "first", "back", "next", "end"),
    *("language", "keys", "privacy", "nothing", "damaged"),
)
_TILE: Final = re.compile(r"⟦([0-9A-Z]{1,3})⟧")
_LEVELS: Final = tuple(map(str, range(1, 11)))
_STRAINS: Final = ("S", "C", "D", "H", "NT")

Table = dict[str, str]


def main() -> None:
    """Write the page to the file named on the command line, or to build/replay.html."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else BUILD
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(), encoding="utf-8")
    print(f"{target}: {target.stat().st_size} bytes")


def page() -> str:
    """Return the whole page."""
    parts = {
        "style": (SOURCE / "page.css").read_text(encoding="utf-8"),
        "words": json.dumps(all_words(load_catalogue()), ensure_ascii=False, separators=(",", ":")),
        "script": (SOURCE / "page.js").read_text(encoding="utf-8"),
    }
    text = (SOURCE / "page.html").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    return text


def all_words(catalogue: Catalogue) -> dict[str, object]:
    """Return the presets and, by language, the words of the page and of the tables."""
    presets = load_presets()
    about: dict[str, object] = {}
    for name in presets.names():
        rules = presets.rules(name)
        faces = with_table_faces(rules, catalogue.words("en")).faces
        is_german = faces is CardFaces.GERMAN
        about[name] = {"german": is_german}
    languages = {locale: _language(catalogue.words(locale)) for locale in catalogue.locales()}
    return {"presets": about, "languages": languages}


def _language(words: Words) -> dict[str, object]:
    presets = load_presets()
    tables = {
        preset: table_texts(table_words(presets.rules(preset), words)) for preset in presets.names()
    }
    common = _most_common(list(tables.values()))
    return {
        "name": words.say(f"language.{words.locale}"),
        "page": {key: words.book.gettext(f"replay.page.{key}") for key in PAGE_KEYS},
        "presets": {preset: words.say(f"preset.{preset}") for preset in presets.names()},
        "table": common,
        "own": {preset: _differences(table, common) for preset, table in tables.items()},
    }


def _most_common(tables: list[Table]) -> Table:
    keys = {key for table in tables for key in table}
    return {
        key: Counter(table[key] for table in tables if key in table).most_common(1)[0][0]
        for key in sorted(keys)
    }


def _differences(table: Table, common: Table) -> Table:
    return {key: text for key, text in table.items() if common[key] != text}


def table_texts(words: TableWords) -> Table:
    """Return every text of a table: ranks, suits, cards, and actions by their notation."""
    found = {f"rank.{rank}": words.say(f"rank.{rank}.short") for rank in RANKS}
    found |= {f"suit.{suit.letter}": words.say(f"suit.{suit.letter}") for suit in Suit}
    found |= {f"card.{name}": words.tile_in_words(name) for name in CARD_NAMES}
    for text in _action_texts():
        found[f"act.{text}"] = _marked(words, words.action(parse_action(text)))
    for name in _contract_names():
        with suppress(KeyError):  # this family has no such contract
            found[f"contract.{name}"] = _marked(words, words.contract(name))
    frame = words.say("act.claim", tricks="").strip()
    return found | {"act.claim": frame}


def _action_texts() -> Iterator[str]:
    yield from (word.value for word in SimpleAction)
    yield from (f"kontra {level}" for level in range(1, 7))
    yield from (f"offer {tricks}" for tricks in range(11))


def _contract_names() -> Iterator[str]:
    plain = [*_LEVELS, *(level + strain for level in _LEVELS for strain in _STRAINS)]
    special = ["M", "MW", "S", "HE", "6B", "8P", "G"]
    numbered = [f"{n}X" for n in range(1, 9)] + [f"S{n}" for n in range(1, 5)]
    yield from (*plain, *special, *numbered, *(f"G{name}" for name in [*plain, "6B", "8P"]))


def _marked(words: TableWords, text: str) -> str:
    """Return a text whose suits are marked [S]; other tiles in short words."""
    return _TILE.sub(
        lambda found: f"[{found[1]}]" if found[1] in "SCDH" else words.short_tile(found[1]), text
    )


if __name__ == "__main__":
    main()
