"""Help for the present moment of a table, and general help: a family, terms, commands."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.engine import deal, view
from bot.engine.families import FAMILIES
from bot.render import families, formatting, screen_data
from bot.render.hand.decision import decision_help
from bot.render.screen import Block, Button, ButtonRow, Screen, Select, SelectChoice, Style, Tone
from bot.render.table.board import has_last_trick
from bot.render.words import Words
from bot.ui_commands.play_commands import ShowHand
from bot.ui_commands.practice_commands import StartLesson
from bot.ui_commands.server_commands import HelpTopic, ShowHelpPage
from bot.ui_commands.view_commands import ShowRules

COMMANDS = (
    *("learn", "hand", "hint", "claim", "score", "rules", "leaderboard", "recap"),
    *("history", "today", "etude", "problem"),
    *("analyse", "deal", "verify", "fairplay", "takeback", "league"),
    *("settings", "privacy"),
)


def help_screen(view: view.View, facts: screen_data.TableData, words: Words) -> Screen:
    """Return an explanation of this stage and the actions the player has in it."""
    words = families.table_words(view.rules, words)
    advice = ""
    if view.seat is not None and view.is_my_turn:
        advice = decision_help(view, view.table, facts, words)
    here = formatting.join_lines(
        f"### {words.say('help.now')}",
        words.say(f"help.{families.presenter_of(view.rules).decision_point(view)}"),
        words.say("help.all_pass") if _is_all_pass(view) else "",
        formatting.bold(advice) if advice else "",
    )
    is_played = view.table is not None and has_last_trick(view)
    family = view.rules.family
    buttons = [
        formatting.command_button(words, "rules", ShowRules()),
        formatting.command_button(words, "help_game", ShowHelpPage(family, HelpTopic.GAME)),
    ]
    if view.seat is not None:
        buttons.insert(0, formatting.command_button(words, "to_hand", ShowHand(), Style.PRIMARY))
    blocks: tuple[Block, ...] = (
        *formatting.text_blocks(here),
        formatting.DIVIDER,
        *formatting.text_blocks(
            formatting.small_print(words.say("help.buttons" if is_played else "help.buttons_first"))
        ),
        ButtonRow(tuple(buttons)),
    )
    return Screen(facts.game, view.version, Tone.PRIVATE, blocks)


def _is_all_pass(view: view.View) -> bool:
    return view.table is not None and deal.Role.ALONE in view.table.roles


def general_help_screen(words: Words, family: str, topic: HelpTopic = HelpTopic.GAME) -> Screen:
    """Return the introduction to a family, one page per topic; each fits a phone screen."""
    parts = _TOPICS[topic](words, family)
    learn = formatting.command_button(words, "learn", StartLesson(family), Style.GOOD)
    buttons = (learn, *(_topic_button(one, family, topic, words) for one in HelpTopic))
    others = tuple(
        SelectChoice(words.say(f"family.{other}"), ShowHelpPage(other, topic)) for other in FAMILIES
    )
    select = Select("family", words.say("help.family"), others)
    return Screen(0, 0, Tone.PRIVATE, (*formatting.text_blocks(*parts), ButtonRow(buttons), select))


def _topic_button(topic: HelpTopic, family: str, present: HelpTopic, words: Words) -> Button:
    style = Style.PRIMARY if topic is present else Style.PLAIN
    return formatting.command_button(words, f"help_{topic}", ShowHelpPage(family, topic), style)


def _game_page(words: Words, family: str) -> tuple[str, ...]:
    title = words.say("help.title", family=words.say(f"family.{family}"))
    head = formatting.join_lines(f"### {title}", words.say(f"aim.{family}"))
    return (head, words.say(f"help.course.{family}"))


def _values_page(words: Words, family: str) -> tuple[str, ...]:
    return (words.say(f"help.values.{family}"),)


def _terms_page(words: Words, family: str) -> tuple[str, ...]:
    return (
        formatting.join_lines(
            f"### {words.say('help.terms')}", words.say(f"help.glossary.{family}")
        ),
    )


def _commands_page(words: Words, family: str) -> tuple[str, ...]:
    commands = [words.say(f"help.command.{name}") for name in COMMANDS]
    return (
        formatting.join_lines(f"### {words.say('help.commands')}", words.say("help.start")),
        formatting.join_lines(*commands),
    )


_TOPICS: Final[Mapping[HelpTopic, Callable[[Words, str], tuple[str, ...]]]] = {
    HelpTopic.GAME: _game_page,
    HelpTopic.WORTH: _values_page,
    HelpTopic.WORDS: _terms_page,
    HelpTopic.COMMANDS: _commands_page,
}
