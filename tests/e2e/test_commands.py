"""The slash commands as Discord gets them, and as every text names them."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from bot.discord_ui.app_setup import known_mentions
from bot.model.refusals import Refusal
from bot.model.values import replace
from bot.render.screen import Text
from bot.render.server.help_screens import general_help_screen
from bot.ui_commands.server_commands import HelpTopic
from tests.e2e.test_words import CYRILLIC
from tests.support.room import Room, words_of

HOME = Path(__file__).parents[2]
WORDS = HOME / "data" / "locales"
PAPERS = [*HOME.glob("*.md"), *(HOME / "docs").glob("*.md")]
# on the loopback; from an earlier version; a folder of the container
TYPED = 1  # the others are menus
NO_COMMANDS = {"health", "metrics", "settings", "data/backups"}
Node = dict[str, Any]


def synced(room: Room) -> list[Node]:
    """Return the commands sent to Discord at the start."""
    (sync,) = [q for q in room.witness if q.method == "PUT" and q.path.endswith("/commands")]
    commands: list[Node] = sync.json
    return commands


def below(node: Node) -> list[Node]:
    return [*(node.get("options") or ()), *(node.get("choices") or ())]


def walk(node: Node) -> Iterator[Node]:
    yield node
    for child in below(node):
        yield from walk(child)


def name_in(node: Node, locale: str) -> str:
    return str((node.get("name_localizations") or {}).get(locale, node["name"]))


def longest(node: Node, field: str) -> int:
    """Return the length of the longest: the text itself or a translation."""
    texts = [node.get(field, ""), *(node.get(f"{field}_localizations") or {}).values()]
    return max(len(str(text)) for text in texts)


def size(node: Node) -> int:
    """Return the size as Discord counts it: name, description and value, with all nested parts."""
    own = longest(node, "name") + longest(node, "description") + len(str(node.get("value", "")))
    return own + sum(size(child) for child in below(node))


def typed(commands: list[Node], locale: str) -> set[str]:
    """List the commands a user can type: ``hand``, ``table open``; a subcommand has type 1."""
    found = set()
    for command in [one for one in commands if one["type"] == TYPED]:
        parts = [part for part in below(command) if part.get("type") == 1]
        name = name_in(command, locale)
        found |= {f"{name} {name_in(part, locale)}" for part in parts} or {name}
    return found


async def test_discord_takes_the_commands(room: Room) -> None:
    """Commands for the middle of a hand stand alone, those that go with their user in /problem."""
    commands = synced(room)
    assert {command["name"] for command in commands} == {
        *("Replay", "Post-mortem", "Profile", "Invite to my table"),
        *("table", "hand", "bid", "play", "hint", "claim", "leaderboard", "pref", "problem"),
    }
    for command in commands:
        assert len(below(command)) <= 25, command["name"]
        assert size(command) <= 8000, command["name"]
        assert command["contexts"] == ([0, 1, 2] if command["name"] == "problem" else [0])
    for node in chain.from_iterable(map(walk, commands)):
        for locale in ("en-US", "ru", "hr", "de"):
            names = [name_in(child, locale) for child in below(node)]
            assert len(names) == len(set(names)), (node["name"], names)


async def test_commands_have_russian_words(room: Room) -> None:
    """Every command, option and choice."""
    for node in chain.from_iterable(map(walk, synced(room))):
        if "description" in node:
            assert CYRILLIC.search(node["description_localizations"]["ru"]), node["name"]
            assert re.fullmatch(r"[-_\w]{1,32}", node["name_localizations"]["ru"]), node["name"]
            assert node["name_localizations"]["ru"] == node["name_localizations"]["ru"].lower()
        elif not node["name"].isdecimal():
            assert CYRILLIC.search(node["name_localizations"]["ru"]), node["name"]


async def test_texts_name_the_commands_there_are(room: Room) -> None:
    """The screens of each language, and the papers."""
    by_locale = {
        locale: typed(synced(room), locale) for locale in room.bot.parts.catalogue.locales()
    }
    there = {WORDS / f"{locale}.po": names for locale, names in by_locale.items()}
    there |= {path: set(chain.from_iterable(by_locale.values())) for path in PAPERS}
    for path, names in there.items():
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".po":  # begun from a template, it has the English texts as comments
            text = re.sub(r"(?m)^#.*\n", "", text).replace('"\n"', "")  # texts of several lines
        for named in re.findall(r"`/([^`]*)`", text):
            first, second = named.split(" ")[0], " ".join(named.split(" ")[:2])
            assert {first, second} & names or first in NO_COMMANDS, (path.name, named)


async def test_texts_mention_the_commands(room: Room) -> None:
    """A mention shows everybody the name of their own client, whatever language the text is in."""
    ana = room.person("Ana", "ru")
    (open_id,) = [c.id for c in await room.bot.tree.fetch_commands() if c.name == "table"]
    await room.command(ana, "pref score")
    assert f"</table open:{open_id}>" in words_of(ana.private)
    assert "/стол" not in words_of(ana.private)


async def test_every_translated_name_is_mentioned_by_one_command(room: Room) -> None:
    mentions = room.bot.parts.assets.commands
    for locale in room.bot.parts.catalogue.locales():
        assert typed(synced(room), locale) <= mentions.keys()
    assert mentions["стол открыть"] == mentions["table open"] == mentions["tisch öffnen"]
    assert mentions["pref history"].startswith("</pref history:")


async def test_a_command_of_an_earlier_version(room: Room) -> None:
    """A client may offer it for a while; the log has no error for it."""
    ana = room.person("Ana")
    room.bot.tree.remove_command("leaderboard")
    await room.command(ana, "leaderboard")
    assert room.sentence(Refusal.NO_SUCH_COMMAND) in words_of(ana.private)
    assert not any("CommandNotFound" in line for line in room.logged.texts)
    room.env._errors.clear()  # requests that the library gave the bot to answer


async def test_the_general_help_names_every_command(room: Room) -> None:
    """Those of /table aside, which the buttons of a table replace; and itself."""
    words = room.bot.parts.catalogue.words("en")
    page = general_help_screen(words, "russian", HelpTopic.COMMANDS)
    text = "\n".join(block.body for block in page.blocks if isinstance(block, Text))
    there = {name for name in typed(synced(room), "en") if not name.startswith("table ")}
    missing = {name for name in there if f"/{name}" not in text} - {"pref help"}
    assert not missing, "write help.command.<name> in every language, and <name> in COMMANDS"


async def test_mentions_are_kept_until_a_command_or_a_text_changes(room: Room) -> None:
    """A start whose commands are those of the last one translates none of them."""
    bot, store, catalogue = room.bot, room.store, room.bot.parts.catalogue
    said = bot.parts.assets.commands
    assert len(said) > 100
    assert await known_mentions(bot, store, catalogue) == said
    other_texts = replace(catalogue, digest="another")
    assert await known_mentions(bot, store, other_texts) is None
    (command, *_) = bot.tree.get_commands()
    bot.tree.remove_command(command.name)
    assert await known_mentions(bot, store, catalogue) is None
    bot.tree.add_command(command)
    digest = await store.preferences.bot_fact("commands")
    await store.preferences.set_bot_fact("commands", "of another version, which synced since")
    assert await known_mentions(bot, store, catalogue) is None
    await store.preferences.set_bot_fact("commands", digest)
