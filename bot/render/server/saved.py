"""Named house rules saved on a server; its managers may delete them."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.deeds.saved import DropRules, digest_of
from bot.deeds.settings import ServerSettings
from bot.deeds.table import HouseRules
from bot.engine.rules import Rules
from bot.render.agreements.phrases import Differences, game_title, untold
from bot.render.families import words_at
from bot.render.names import bare, safe_name
from bot.render.parts import bold, deed_button, dotted, lines, small
from bot.render.screen import Block, Choice, Row, Screen, Select, Text, Tone
from bot.render.words import Words


@dataclass(frozen=True, slots=True)
class SavedLine:
    """A saved set with its stored ``name``; ``rules`` is None if this version rejects it."""

    name: str
    rules: Rules | None
    differences: Differences = ()


def saved_screen(
    saved: Sequence[SavedLine], words: Words, *, manages: bool, note: str = "", game: int = 0
) -> Screen:
    """Return all saved sets, how to play by one, and for managers a select to delete one.

    ``game`` is the lobby the screen was opened from; 0 stands for the server's settings.
    """
    told = [_line(one, words) for one in saved]
    head = lines(
        f"> {note}" if note else "",
        f"### {words.say('saved.title')}",
        *(told or [words.say("saved.none")]),
        small(words.say("saved.how")),
    )
    blocks: tuple[Block, ...] = (Text(head),)
    if manages and saved:
        choices = tuple(
            Choice(bare(safe_name(one.name)), DropRules(digest_of(one.name))) for one in saved
        )
        blocks = (*blocks, Select("drop", words.say("saved.drop"), choices))
    back = deed_button(words, "lobby", HouseRules() if game else ServerSettings())
    return Screen(game, 0, Tone.PRIVATE, (*blocks, Row((back,))))


def _line(one: SavedLine, words: Words) -> str:
    if one.rules is None:
        return f"- {dotted((bold(safe_name(one.name)), words.say('saved.outdated')))}"
    spoken = words_at(one.rules, words)
    count = len(untold(one.rules, one.differences))
    changed = words.count("saved.changed", count) if count else ""
    return f"- {dotted((bold(safe_name(one.name)), game_title(one.rules, spoken), changed))}"
