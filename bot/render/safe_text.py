"""Sanitised text from users, so that no name can break a screen, and text widths."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

MAX_NAME_LENGTH: Final = 24
LONGEST_DISPLAY_NAME: Final = 32  # letters, as Discord has it
LONGEST_SENTENCE: Final = 100  # of a typed sentence
_MARKS_IN_A_ROW: Final = 2

_REPLACED: Final = str.maketrans(
    {"<": "‹", ">": "›", "@": "＠", "`": "ˋ", "⟦": "[", "⟧": "]", "#": "＃", "/": "⁄", ":": "꞉"}
)
_MARKDOWN: Final = re.compile(r"([\\*_~|\[\]()\-+.])")
_ESCAPED: Final = re.compile(r"\\(.)")


@lru_cache(maxsize=1 << 12)  # the same few people, on every screen
def safe_name(raw: str) -> str:
    """Return a name fit for any text: one short line, no mention, no markdown, no token."""
    return safe_line(raw, MAX_NAME_LENGTH)


def safe_line(raw: str, longest: int = LONGEST_SENTENCE) -> str:
    """Return a typed line fit for any text, cut to so many letters."""
    line = " ".join(_drop_invisible(raw).split()).translate(_REPLACED)
    return _MARKDOWN.sub(r"\\\1", line[:longest].rstrip() or "?")


def plain_line(typed: str) -> str:
    """Return text a user typed, as one short displayable line; "" if nothing is visible."""
    return unescaped_name(safe_name(typed)) if _drop_invisible(typed).strip() else ""


def plain_text(typed: str, most: int) -> str:
    """Return text a user typed as one line of at most ``most`` letters, without any mention."""
    return " ".join(_drop_invisible(typed).split()).translate(_REPLACED)[:most].rstrip()


def escaped_text(text: str) -> str:
    """Return ``plain_text`` without effect as markdown."""
    return _MARKDOWN.sub(r"\\\1", text)


def unescaped_name(name: str) -> str:
    """Remove the escapes of a safe name, for labels and code blocks."""
    return _ESCAPED.sub(r"\1", name)


@lru_cache(maxsize=1 << 12)
def display_width(text: str) -> int:
    """Return the columns in monospace: wide letters take two, combining marks none."""
    return sum(_columns(letter) for letter in text)


def fit_to_width(text: str, columns: int) -> str:
    """Cut and pad ``text`` to exactly ``columns`` columns."""
    kept = ""
    for letter in text:
        if display_width(kept) + _columns(letter) > columns:
            break
        kept += letter
    return kept + " " * (columns - display_width(kept))


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _drop_invisible(raw: str) -> str:
    """Drop control, bidirectional, zero-width and unassigned letters; limit marks in a row."""
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", raw):
        kind = unicodedata.category(letter)
        if kind in ("Zs", "Zl", "Zp") or letter in "\n\r\t":
            letter = " "
        elif kind[0] == "C" or letter in _INVISIBLE:
            continue
        marks = marks + 1 if kind[0] == "M" else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(letter)
    return "".join(kept)


# fillers that are letters or marks by category, yet show nothing
_INVISIBLE: Final = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800\ufe0e\ufe0f"
