"""The alt text of a picture: the words that it stands for, without tiles and markdown."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from bot.render.paper.picture_text import LONGEST_ALT_TEXT
from bot.render.safe_text import unescaped_name
from bot.render.screen import Divider, Text
from bot.render.words import Words

_COUNTDOWN: Final = re.compile(r"(?: · )?<t:\d+:R>")
_NEXT_PLAYER: Final = re.compile(r"(?:^|[\n\u2003])▫️[^\n\u2003]*")  # the text beside it says it
_MARKUP: Final = re.compile(r"^(?:-# |> |#{1,3} )+|\*\*|(?<!\\)\*|`+", re.MULTILINE)
_CUT: Final = "…"

ProseBlock = Text | Divider
W = TypeVar("W", bound=Words)
Telling = Callable[[W], Sequence[ProseBlock]]
"""A text about the picture in these words."""


def alt_text_of(words: W, *tellings: Telling[W]) -> str:
    """Return the text of the first telling that fits into Discord's limit.

    Cards have their names, or the short notation (K♠) where the names are too long; the last
    telling is cut at the end of a line.
    """
    spelled, short = replace(words, spelled=True), replace(words, spelled=False)
    text = _plain_text(tellings[0], spelled)
    for telling in tellings:
        if len(text) <= LONGEST_ALT_TEXT:
            break
        text = _plain_text(telling, short)
    return text if len(text) <= LONGEST_ALT_TEXT else _cut(text)


def _plain_text(telling: Telling[W], words: W) -> str:
    said = "\n".join(block.body for block in telling(words) if isinstance(block, Text))
    bare = _MARKUP.sub("", _NEXT_PLAYER.sub("", _COUNTDOWN.sub("", said)))
    return unescaped_name(words.without_tiles(bare)).replace("\u2003", ", ").replace("\u2002", " ")


def _cut(text: str) -> str:
    kept = text[: LONGEST_ALT_TEXT - len(_CUT)]
    return kept[: kept.rfind("\n") + 1] + _CUT
