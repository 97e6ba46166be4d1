"""Named house rules saved on a server; its managers may delete them."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.deeds.saved import DeleteSavedRules, rules_name_digest
from bot.deeds.settings import ShowServerSettings
from bot.deeds.table import ShowHouseRules
from bot.engine.rules import Rules
from bot.render.agreements.phrases import Differences, differences_beyond_title, game_title
from bot.render.families import table_words
from bot.render.names import safe_name, unescaped_name
from bot.render.parts import bold, command_button, join_dotted, join_lines, small_print
from bot.render.screen import Block, ButtonRow, Screen, Select, SelectChoice, Text, Tone
from bot.render.words import Words


@dataclass(frozen=True, slots=True)
class SavedRuleSet:
    """A saved set with its stored ``name``; ``rules`` is None if this version rejects it."""

    name: str
    rules: Rules | None
    differences: Differences = ()


def saved_rules_screen(
    saved: Sequence[SavedRuleSet], words: Words, *, can_manage: bool, note: str = "", game: int = 0
) -> Screen:
    """Return all saved sets, how to play by one, and for managers a select to delete one.

    ``game`` is the lobby the screen was opened from; 0 stands for the server's settings.
    """
    told = [_saved_line(one, words) for one in saved]
    head = join_lines(
        f"> {note}" if note else "",
        f"### {words.say('saved.title')}",
        *(told or [words.say("saved.none")]),
        small_print(words.say("saved.how")),
    )
    blocks: tuple[Block, ...] = (Text(head),)
    if can_manage and saved:
        choices = tuple(
            SelectChoice(
                unescaped_name(safe_name(one.name)), DeleteSavedRules(rules_name_digest(one.name))
            )
            for one in saved
        )
        blocks = (*blocks, Select("drop", words.say("saved.drop"), choices))
    back = command_button(words, "lobby", ShowHouseRules() if game else ShowServerSettings())
    return Screen(game, 0, Tone.PRIVATE, (*blocks, ButtonRow((back,))))


def _saved_line(one: SavedRuleSet, words: Words) -> str:
    if one.rules is None:
        return f"- {join_dotted((bold(safe_name(one.name)), words.say('saved.outdated')))}"
    spoken = table_words(one.rules, words)
    count = len(differences_beyond_title(one.rules, one.differences))
    changed = words.say_plural("saved.changed", count) if count else ""
    return f"- {join_dotted((bold(safe_name(one.name)), game_title(one.rules, spoken), changed))}"
