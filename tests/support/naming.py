"""Cards and versions of tables that a request names."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from bot.engine.cards import CARD_NAMES, CARDS_BY_NAME, Card
from bot.model.enums import CardFaces
from bot.presets import load_presets
from bot.render.families import table_words
from bot.render.paper.tile_names import tile_name
from bot.render.words import load_catalogue

_STAMP = re.compile(r"pref:[ads]:(\d+):(\d+):")

_LANGUAGES = tuple(load_catalogue().languages.values())
_PRESETS = load_presets()
_RULES = tuple(_PRESETS.rules(name, players=3) for name in _PRESETS.names())
_AT_TABLES = tuple(table_words(rules, words) for rules in _RULES for words in _LANGUAGES)
_SPOKEN = {
    **{
        tile_name(CARD_NAMES[card], faces).replace("_", " "): card
        for card in range(32)
        for faces in CardFaces
    },
    **{
        words.tile_in_words(CARD_NAMES[card]).lower(): card
        for words in (*_LANGUAGES, *_AT_TABLES)
        for card in range(32)
    },
}
# "king of spades" as a tile or a spoken name; lower case, which a search
# covers in a tenth of the time of a case-insensitive one
_TILE = re.compile(rf"(?<!\w)({'|'.join(_SPOKEN)})(?!\w)")
_NAME = re.compile(r"(?<![\w])(10|[789JQKA])([SCDH])(?!\w)")
_CALL = re.compile(r"\b(bid|declare) \w+")
# the cards drawn for dealer in any language, before any deal: they reveal no hand
_DRAWN = "|".join(re.escape(words.say("lobby.drawn", cards="")) for words in _LANGUAGES)
_DRAW = re.compile(rf"^(?:{_DRAWN}).*$", re.MULTILINE)
_RANKS = {words.say(f"rank.{rank}.short"): rank for words in _LANGUAGES for rank in "JQKA"}
# 7♠ may be a contract; a picture card or an ace is a card
_GLYPH = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, _RANKS))})([♠♣♦♥])")
# the help page on typed moves
_SAID = (words.say("help.command.hand").rpartition(": ")[2] for words in _LANGUAGES)
_EXAMPLE = re.compile("|".join(map(re.escape, _SAID)))
_LETTERS = dict(zip("♠♣♦♥", "SCDH", strict=True))


def cards_in(body: Any) -> set[Card]:
    """Return every card named in any text of a request."""
    return {card for text in texts_in(body) for card in _cards(text)}


def texts_in(node: Any) -> list[str]:
    """Return every text at any depth of a JSON body, in order."""
    found = list[str]()
    _gather(node, found)
    return found


def _gather(node: Any, found: list[str]) -> None:
    if isinstance(node, str):
        found.append(node)
    elif isinstance(node, dict):
        for child in node.values():
            _gather(child, found)
    elif isinstance(node, (list, tuple)):
        for child in node:
            _gather(child, found)


@lru_cache(1 << 14)  # most bodies repeat an earlier one
def _cards(text: str) -> tuple[Card, ...]:
    return tuple(_named(text))


def _named(text: str) -> Iterator[Card]:
    text = _EXAMPLE.sub("", _DRAW.sub("", text))
    for found in _TILE.finditer(text.replace("_", " ").lower()):
        yield _SPOKEN[found[1]]
    for found in _NAME.finditer(_CALL.sub("", text)):
        yield CARDS_BY_NAME[found[1] + found[2]]
    for found in _GLYPH.finditer(text):
        yield CARDS_BY_NAME[_RANKS[found[1]] + _LETTERS[found[2]]]


def stamps_in(body: Any) -> dict[int, int]:
    """Return the version of each game that the buttons of a request refer to."""
    stamped = [text for text in texts_in(body) if "pref:" in text]
    return {int(found[1]): int(found[2]) for text in stamped for found in _STAMP.finditer(text)}


def is_study(body: Any) -> bool:
    """Return True if a message has buttons, all of problems, lessons, own or daily deals."""
    presses = [text for text in texts_in(body) if text.startswith(("pref:", "d:"))]
    mine = ("etude ", "learn ", "own", "today", "confirm")
    starts = ("pref:s:0:0:", *(f"{kind}{word}" for kind in ("pref:d:0:0:", "d:") for word in mine))
    return bool(presses) and all(press.startswith(starts) for press in presses)


def is_shared_problem(body: Any) -> bool:
    """Return True for the public post of a problem from an own deal: its one button asks for it."""
    presses = [text for text in texts_in(body) if text.startswith(("pref:", "d:"))]
    return len(presses) == 1 and presses[0].startswith("pref:d:0:0:etude open own.")
