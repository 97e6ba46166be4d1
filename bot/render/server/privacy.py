"""Private screens about a user's stored data: a summary, the export, the deletion."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.deeds.server import Export, Forget, Privacy
from bot.render.parts import deed_button, lines, small, text_blocks
from bot.render.screen import Block, Button, Enclosed, Row, Screen, Style, Tone
from bot.render.words import Words

_COUNTED: Final = ("games", "results", "reviews", "cuts", "votes", "problems")


@dataclass(frozen=True, slots=True)
class Stored:
    """Counts of a user's stored data; ``name`` is escaped, ``name`` and ``locale`` may be ""."""

    name: str
    locale: str
    games: int
    results: int
    reviews: int
    cuts: int
    votes: int
    problems: int

    @property
    def is_nothing(self) -> bool:
        return not (self.name or self.locale or self.games or self.problems)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table with a seat of the user; ``link`` leads there."""

    game: int
    link: str


def privacy_screen(stored: Stored, words: Words, enclosed: Enclosed | None = None) -> Screen:
    """Return the summary of the stored data, with the exported file if requested."""
    title = f"### {words.say('privacy.title')}"
    if stored.is_nothing:
        return _page(lines(title, words.say("privacy.nothing")))
    counted = [(name, getattr(stored, name)) for name in _COUNTED]
    told = [
        words.say("privacy.name", name=stored.name) if stored.name else "",
        words.say("privacy.language", language=_language(stored, words)) if stored.locale else "",
        *(words.count(f"privacy.{name}", n) for name, n in counted if n),
    ]
    how = small(words.say("privacy.how"))
    blocks: tuple[Block, ...] = text_blocks(
        lines(title, *(f"- {line}" for line in told if line)),
        how if enclosed is None else lines(words.say("privacy.exported"), how),
    )
    export = deed_button(words, "export", Export())
    forget = deed_button(words, "forget", Forget(), Style.DANGER)
    files = () if enclosed is None else (enclosed,)
    row = Row((forget,) if enclosed else (export, forget))
    return Screen(0, 0, Tone.PRIVATE, (*blocks, *files, row))


def _language(stored: Stored, words: Words) -> str:
    key = f"language.{stored.locale}"
    return words.say(key) if words.knows(key) else stored.locale


def forget_screen(seated: Sequence[OpenTable], words: Words) -> Screen:
    """Return the confirmation of a deletion, or the tables the user must leave first."""
    title = f"### {words.say('privacy.forget')}"
    back = deed_button(words, "back_to_privacy", Privacy())
    if seated:
        return _page(lines(title, words.say("table.still_seated", tables=listed(seated))), back)
    sure = deed_button(words, "forget_sure", Forget(is_sure=True), Style.DANGER)
    goes = lines(words.say("privacy.goes"), words.say("privacy.stays"))
    rest = small(words.say("privacy.elsewhere"))
    blocks: tuple[Block, ...] = text_blocks(lines(title, goes), rest)
    return Screen(0, 0, Tone.ALARM, (*blocks, Row((sure, back))))


def forgotten_screen(games: int, words: Words) -> Screen:
    """Return the message after the deletion."""
    done = words.say("privacy.forgotten")
    seats = words.count("privacy.forgotten_at", games) if games else ""
    return _page(lines(f"### {done}", seats, small(words.say("privacy.elsewhere"))))


def listed(seated: Sequence[OpenTable]) -> str:
    """Return the numbers of the tables as links."""
    return ", ".join(f"[#{table.game}]({table.link})" for table in seated)


def _page(body: str, *buttons: Button) -> Screen:
    rows = (Row(buttons),) if buttons else ()
    return Screen(0, 0, Tone.PRIVATE, (*text_blocks(body), *rows))
