"""Help for this moment of this table, and the general one with the commands."""

from bot.deeds.table import ShowHand, ShowRules
from bot.engine.families import FAMILIES
from bot.engine.roles import Role
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.families import MANNERS, manner_of, words_at
from bot.render.hand.advice import moment_help
from bot.render.parts import LINE, bold, deed_button, lines, small, text_blocks
from bot.render.screen import Block, Row, Screen, Style, Tone
from bot.render.words import Words

COMMANDS = (
    *("play", "hand", "hint", "claim", "score", "rules", "leaderboard", "history", "etude"),
    *("analyse", "verify", "takeback"),
    *("settings", "privacy"),
)


def help_screen(view: View, facts: TableFacts, words: Words) -> Screen:
    """What this stage is about and what this player can do in it."""
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
    buttons = [deed_button(words, "rules", ShowRules())]
    if view.seat is not None:
        buttons.insert(0, deed_button(words, "to_hand", ShowHand(), Style.PRIMARY))
    blocks: tuple[Block, ...] = (
        *text_blocks(here),
        LINE,
        *text_blocks(small(words.say("help.buttons"))),
        Row(tuple(buttons)),
    )
    return Screen(facts.game, view.version, Tone.PRIVATE, blocks)


def _is_all_pass(view: View) -> bool:
    return view.table is not None and Role.ALONE in view.table.roles


def general_help_screen(words: Words) -> Screen:
    """The first minute, and every command in one line."""
    commands = [words.say(f"help.command.{name}") for name in COMMANDS]
    blocks: tuple[Block, ...] = (
        *text_blocks(
            lines(f"## {words.say('help.title')}", words.say("help.start")),
            lines(bold(words.say("help.commands")), *commands),
            lines(bold(words.say("help.terms")), *_glossaries(words)),
        ),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _glossaries(words: Words) -> list[str]:
    """The words of each family that is played."""
    keys = (f"help.glossary.{family}" for family in MANNERS if family in FAMILIES)
    return [words.say(key) for key in keys if words.knows(key)]
