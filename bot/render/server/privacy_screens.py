"""Private screens about a user's stored data: a summary, the export, the deletion."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.formatting import command_button, join_lines, small_print, text_blocks
from bot.render.screen import AttachedFile, Block, Button, ButtonRow, Screen, Style, Tone
from bot.render.words import Words
from bot.ui_commands.server_commands import EraseMyData, ExportMyData, ShowPrivacy

_COUNTED: Final = (
    *("games", "results", "reviews", "cuts", "votes", "problems", "deals", "daily_deals"),
    "leagues",
    *("reports", "rulings", "kibitz"),
)


@dataclass(frozen=True, slots=True)
class StoredDataSummary:
    """Counts of a user's stored data; ``name`` is escaped, ``name`` and ``locale`` may be "".

    ``has_settings``: a setting other than the language differs from its default.
    """

    name: str
    locale: str
    has_settings: bool
    games: int
    results: int
    reviews: int
    cuts: int
    votes: int
    problems: int
    deals: int
    daily_deals: int
    leagues: int
    reports: int
    rulings: int
    kibitz: int

    @property
    def is_empty(self) -> bool:
        return not (
            self.name
            or self.locale
            or self.has_settings
            or self.games
            or self.problems
            or self.deals
            or self.daily_deals
            or self.leagues
            or self.reports
            or self.rulings
            or self.kibitz
        )


@dataclass(frozen=True, slots=True)
class OccupiedTable:
    """A table with a seat of the user; ``link`` leads there."""

    game: int
    link: str


def privacy_screen(
    stored: StoredDataSummary, words: Words, enclosed: AttachedFile | None = None
) -> Screen:
    """Return the summary of the stored data, with the exported file if requested."""
    title = f"### {words.say('privacy.title')}"
    if stored.is_empty:
        return _page(join_lines(title, words.say("privacy.nothing")))
    counted = [(name, getattr(stored, name)) for name in _COUNTED]
    told = [
        words.say("privacy.name", name=stored.name) if stored.name else "",
        words.say("privacy.language", language=_language(stored, words)) if stored.locale else "",
        words.say("privacy.settings") if stored.has_settings else "",
        *(words.say_plural(f"privacy.{name}", n) for name, n in counted if n),
    ]
    how = small_print(words.say("privacy.how"))
    blocks: tuple[Block, ...] = text_blocks(
        # no list: its indent and margins make the page higher than a phone
        join_lines(title, *(small_print(f"• {line}") for line in told if line)),
        how if enclosed is None else join_lines(words.say("privacy.exported"), how),
    )
    export = command_button(words, "export", ExportMyData())
    forget = command_button(words, "forget", EraseMyData(), Style.DANGER)
    files = () if enclosed is None else (enclosed,)
    row = ButtonRow((forget,) if enclosed else (export, forget))
    return Screen(0, 0, Tone.PRIVATE, (*blocks, *files, row))


def _language(stored: StoredDataSummary, words: Words) -> str:
    key = f"language.{stored.locale}"
    return words.say(key) if words.has_key(key) else stored.locale


def forget_screen(seated: Sequence[OccupiedTable], words: Words) -> Screen:
    """Return the confirmation of a deletion, or the tables the user must leave first."""
    title = f"### {words.say('privacy.forget')}"
    back = command_button(words, "back_to_privacy", ShowPrivacy())
    if seated:
        return _page(
            join_lines(title, words.say("table.still_seated", tables=table_links(seated))), back
        )
    sure = command_button(words, "forget_sure", EraseMyData(is_confirmed=True), Style.DANGER)
    goes = join_lines(words.say("privacy.goes"), words.say("privacy.stays"))
    rest = small_print(words.say("privacy.elsewhere"))
    blocks: tuple[Block, ...] = text_blocks(join_lines(title, goes), rest)
    return Screen(0, 0, Tone.ALARM, (*blocks, ButtonRow((sure, back))))


def forgotten_screen(games: int, words: Words) -> Screen:
    """Return the message after the deletion."""
    done = words.say("privacy.forgotten")
    seats = words.say_plural("privacy.forgotten_at", games) if games else ""
    return _page(join_lines(f"### {done}", seats, small_print(words.say("privacy.elsewhere"))))


def table_links(seated: Sequence[OccupiedTable]) -> str:
    """Return the numbers of the tables as links."""
    return ", ".join(f"[#{table.game}]({table.link})" for table in seated)


def _page(body: str, *buttons: Button) -> Screen:
    rows = (ButtonRow(buttons),) if buttons else ()
    return Screen(0, 0, Tone.PRIVATE, (*text_blocks(body), *rows))
