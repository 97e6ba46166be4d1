"""Help for the present moment of a table, and general help: a family, terms, commands."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.deeds.lessons import Learn
from bot.deeds.looking import ShowRules
from bot.deeds.server import HelpOn, Topic
from bot.deeds.table import ShowHand
from bot.engine.families import FAMILIES
from bot.engine.roles import Role
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.families import manner_of, words_at
from bot.render.hand.advice import moment_help
from bot.render.parts import LINE, bold, deed_button, lines, small, text_blocks
from bot.render.screen import Block, Button, Choice, Row, Screen, Select, Style, Tone
from bot.render.table.board import has_last
from bot.render.words import Words

COMMANDS = (
    *("learn", "hand", "hint", "claim", "score", "rules", "leaderboard", "history", "etude"),
    *("analyse", "verify", "takeback"),
    *("settings", "privacy"),
)


def help_screen(view: View, facts: TableFacts, words: Words) -> Screen:
    """Return an explanation of this stage and the actions the player has in it."""
    words = words_at(view.rules, words)
    advice = ""
    if view.my_turn:
        advice = moment_help(view, view.table, facts, words)
    here = lines(
        f"### {words.say('help.now')}",
        words.say(f"help.{manner_of(view.rules).moment(view)}"),
        words.say("help.all_pass") if _is_all_pass(view) else "",
        bold(advice) if advice else "",
    )
    is_played = view.table is not None and has_last(view)
    family = view.rules.family
    buttons = [
        deed_button(words, "rules", ShowRules()),
        deed_button(words, "help_game", HelpOn(family, Topic.GAME)),
    ]
    if view.seat is not None:
        buttons.insert(0, deed_button(words, "to_hand", ShowHand(), Style.PRIMARY))
    blocks: tuple[Block, ...] = (
        *text_blocks(here),
        LINE,
        *text_blocks(small(words.say("help.buttons" if is_played else "help.buttons_first"))),
        Row(tuple(buttons)),
    )
    return Screen(facts.game, view.version, Tone.PRIVATE, blocks)


def _is_all_pass(view: View) -> bool:
    return view.table is not None and Role.ALONE in view.table.roles


def general_help_screen(words: Words, family: str, topic: Topic = Topic.GAME) -> Screen:
    """Return the introduction to a family, one page per topic; each fits a phone screen."""
    parts = _TOPICS[topic](words, family)
    learn = deed_button(words, "learn", Learn(family), Style.GOOD)
    buttons = (learn, *(_turn(one, family, topic, words) for one in Topic))
    others = tuple(Choice(words.say(f"family.{other}"), HelpOn(other, topic)) for other in FAMILIES)
    select = Select("family", words.say("help.family"), others)
    return Screen(0, 0, Tone.PRIVATE, (*text_blocks(*parts), Row(buttons), select))


def _turn(topic: Topic, family: str, present: Topic, words: Words) -> Button:
    style = Style.PRIMARY if topic is present else Style.PLAIN
    return deed_button(words, f"help_{topic}", HelpOn(family, topic), style)


def _game(words: Words, family: str) -> tuple[str, ...]:
    title = words.say("help.title", family=words.say(f"family.{family}"))
    head = lines(f"### {title}", words.say(f"aim.{family}"))
    return (head, words.say(f"help.course.{family}"))


def _worth(words: Words, family: str) -> tuple[str, ...]:
    return (words.say(f"help.values.{family}"),)


def _words(words: Words, family: str) -> tuple[str, ...]:
    return (lines(f"### {words.say('help.terms')}", words.say(f"help.glossary.{family}")),)


def _commands(words: Words, family: str) -> tuple[str, ...]:
    commands = [words.say(f"help.command.{name}") for name in COMMANDS]
    return (lines(f"### {words.say('help.commands')}", words.say("help.start")), lines(*commands))


_TOPICS: Final[Mapping[Topic, Callable[[Words, str], tuple[str, ...]]]] = {
    Topic.GAME: _game,
    Topic.WORTH: _worth,
    Topic.WORDS: _words,
    Topic.COMMANDS: _commands,
}
