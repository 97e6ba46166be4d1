"""No name can break a screen."""

import re

from bot.render.formatting import PHONE_COLUMNS, format_table
from bot.render.screen import (
    MAX_NAME_LENGTH,
    display_width,
    fit_to_width,
    plain_line,
    safe_name,
    unescaped_name,
)
from tests.support.cases import for_each

NASTY = [
    "@everyone",
    "<@123456789>",
    "<@&1> <#2> </table:3>",
    "**bold** __under__ ~~gone~~ ||spoiler||",
    "`code` ```block```",
    "line\nbreak\r\n# head",
    "-# small",
    "> quote",
    "[link](http://example.org)",
    "https://example.org/x",
    "⟦KS⟧",
    "\u202eright to left\u2066",
    "zero\u200bwidth\u200d\ufeff",
    "z" + "\u0301" * 50,
    "\u3164\u3164",
    "",
    "   ",
    "x" * 100,
    "<t:1:R>",
    ":smile:",
    "\x00\x07\x1b[31m",
    "1. list",
]


@for_each("raw", NASTY)
def test_a_name_is_harmless(raw: str) -> None:
    name = safe_name(raw)
    assert name
    assert "\n" not in name
    assert not re.search(r"[<>@`⟦⟧\u200b-\u200f\u202a-\u202e\u2066-\u2069#]", name)
    assert not re.search(r"(?<!\\)[*_~|\[\]]", name)
    assert len(unescaped_name(name)) <= MAX_NAME_LENGTH
    assert not re.search("\u0301{3}", name)
    assert "://" not in name


def test_ordinary_names_stay_as_they_are() -> None:
    for name in ("Ana", "Борис", "Žofie", "Нина Ивановна", "山田"):
        assert safe_name(name) == name


def test_bare_takes_the_escapes_away() -> None:
    assert safe_name("a_b") == r"a\_b"
    assert unescaped_name(safe_name("a_b")) == "a_b"


@for_each("raw", NASTY)
def test_a_typed_line_is_stored_as_it_is_shown(raw: str) -> None:
    line = plain_line(raw)
    assert unescaped_name(safe_name(line)) == (line or "?")
    assert plain_line(line) == line
    assert len(line) <= MAX_NAME_LENGTH


def test_nothing_typed_is_nothing() -> None:
    assert [plain_line(typed) for typed in ("", "  \n", "\u200b\u202e")] == ["", "", ""]


def test_columns() -> None:
    assert display_width("山田") == 4
    assert fit_to_width("山田太郎", 5) == "山田 "
    assert fit_to_width("Ana", 5) == "Ana  "
    assert display_width(fit_to_width("e\u0301tude", 3)) == 3


def test_headings_make_room_for_names_of_five_letters() -> None:
    """Headings above short numbers are known; the name of a person has to be read."""
    heads, cells = ("пуля", "гора", "вист", "+/−"), ("12", "18", "0", "−264")
    table = format_table(heads, [("Белла", cells), ("Александра", cells)])
    _, head, *rows, _, legend = table.splitlines()
    assert [row.split()[0] for row in rows] == ["Белла", "Алексан"]
    assert head.split() == ["пуля", "гора", "В", "+/−"]
    assert legend == "-# В: вист"
    assert max(map(len, (head, *rows))) <= PHONE_COLUMNS


def test_a_heading_is_whole_or_an_initial() -> None:
    """Cut words, as "poo mtn whis", look like a fault."""
    heads = ("pool", "mtn", "whists", "+/−")
    for number in ("0", "12", "−123", "+1234"):
        table = format_table(heads, [("Aleksandra", (number,) * 4)])
        shown = table.splitlines()[1].split()
        pairs = zip(heads, shown, strict=True)
        assert all(one in {head, head[0].upper()} for head, one in pairs)
        initials = [one for one in shown if one not in heads]
        assert all(f"{one}: {one.lower()}" in table for one in initials)


def test_wide_numbers_leave_a_name_its_beginning() -> None:
    cells = ("−1234", "−1234", "−123", "−123")
    _, _, row, *_ = format_table(("aaaa",) * 4, [("Белла", cells)]).splitlines()
    assert row.startswith("Бел")
    assert "−1234 −1234 −123 −123" in row
