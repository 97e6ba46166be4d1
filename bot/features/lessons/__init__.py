"""Lessons, /pref learn and /problem learn: a first deal with a question at each decision.

The buttons alone carry the position.

lesson_logs.py      the lessons of data/lessons
lesson_screens.py   a question, its answers, the end
"""

from typing import Final

from discord import Interaction, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import (
    InteractionHandler,
    lobby_handlers,
    registry,
    server_pages,
    table_rules,
)
from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.registry import run_server_command
from bot.engine import actions, notation, rules
from bot.features.feature import Feature
from bot.features.lessons import lesson_logs, lesson_screens
from bot.features.lessons.lesson_logs import Lesson, LessonQuestion, lesson_for
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.render import families
from bot.render.screen import safe_name
from bot.ui_commands.practice_commands import AnswerLesson, OpenLesson, PlayLessonTable, StartLesson


@registry.handles(StartLesson)
async def start_lesson(context: Context, command: StartLesson) -> None:
    """Show the first question of a lesson, by default of the family played here."""
    await _show_question(context, await _lesson_of(context, command.family), 1)


@registry.handles(OpenLesson)
async def open_lesson(context: Context, command: OpenLesson) -> None:
    """Show one question, or the end page."""
    await _show_question(context, await _lesson_of(context, command.family), command.question)


@registry.handles(PlayLessonTable)
async def play_lesson_table(context: Context, command: PlayLessonTable) -> None:
    """Open a solo table; a second click meanwhile opens no second one."""
    dealing = context.services.opening_solo
    if context.user_id in dealing:
        await context.acknowledge()
        return
    dealing.add(context.user_id)
    try:
        rules = table_rules.RulesRequest((await _lesson_of(context, command.family)).preset)
        await lobby_handlers.open_solo(context, lobby_handlers.NewSoloTable(rules))
    finally:
        dealing.discard(context.user_id)


@registry.handles(AnswerLesson)
async def judge_answer(context: Context, command: AnswerLesson) -> None:
    """Go on after the right answer, comment an equally good one, explain the others."""
    lesson, at = await _lesson_of(context, command.family), command.question
    question = _question(lesson, at)
    action = _parse_answer(question, command.answer)
    if action == question.answer:
        await _show_question(context, lesson, at + 1)
    elif other := question.alternative_for(action):
        await _show_question(
            context,
            lesson,
            at,
            lesson_screens.answer_outcome(lesson, question, other, context.words),
            is_again=True,
        )
    else:
        await _show_question(
            context,
            lesson,
            at + 1,
            lesson_screens.equal_answer_note(lesson, question, action, context.words),
        )


async def _show_question(
    context: Context, lesson: Lesson, at: int, note: str = "", *, is_again: bool = False
) -> None:
    """Show a question, or the end page, with the card faces of the lesson's rules."""
    words = families.with_table_faces(lesson.end.rules, context.words)
    if at == len(lesson.questions) + 1:
        screen = lesson_screens.lesson_end_screen(
            lesson, lesson_logs.lesson_families(), words, note
        )
    else:
        _question(lesson, at)
        name = safe_name(context.interaction.user.display_name)
        screen = lesson_screens.lesson_question_screen(
            lesson, at, name, words, note, is_again=is_again
        )
    await replace(context, words=words).show(screen)


async def _lesson_of(context: Context, family: str) -> Lesson:
    """Return the lesson of a family, "" for the one played here, by the rules played here."""
    preset = await server_pages.preset_here(context)
    return lesson_for(family or context.services.presets.family_key(preset), preset)


def _question(lesson: Lesson, at: int) -> LessonQuestion:
    """Return the question.  Raises Refused for a button of a once longer lesson."""
    if at > len(lesson.questions):
        raise Refused(Refusal.NO_SUCH_BUTTON)
    return lesson.questions[at - 1]


def _parse_answer(question: LessonQuestion, answer_text: str) -> actions.Action:
    """Parse an answer that the question allows.  Raises Refused."""
    try:
        action = notation.parse_action(answer_text)
    except rules.BadNotation as error:
        raise Refused(Refusal.NO_SUCH_BUTTON) from error
    if not question.is_acceptable(action):
        raise Refused(Refusal.NO_SUCH_BUTTON)
    return action


__all__ = ["LESSONS", "lesson_handlers"]


_FAMILIES: Final = [
    app_commands.Choice(name=localized(family, f"family.{family}"), value=family)
    for family in lesson_logs.lesson_families()
]


class LessonsCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("learn", "command.learn"),
        description=localized("A first deal, step by step", "command.learn.help"),
    )
    @app_commands.rename(family=localized("rules", "command.learn.family"))
    @app_commands.describe(
        family=localized("Of this channel or server unless named", "command.learn.family.help")
    )
    @app_commands.choices(family=_FAMILIES)
    async def learn(self, interaction: Interaction, family: str = "") -> None:
        await self.handler.run_command(interaction, StartLesson(family))


class OwnLessonsCog(commands.Cog):
    """/problem learn, which goes with the user."""

    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("learn", "command.learn"),
        description=localized("A first deal, step by step", "command.learn.help"),
    )
    @app_commands.rename(family=localized("rules", "command.learn.family"))
    @app_commands.describe(
        family=localized("Of this channel or server unless named", "command.learn.family.help")
    )
    @app_commands.choices(family=_FAMILIES)
    async def learn(self, interaction: Interaction, family: str = "") -> None:
        command = StartLesson(family)
        await self.handler.run_own(
            interaction, lambda context: run_server_command(context, command)
        )


LESSONS: Final = Feature(pref_parts=(LessonsCog,), own_parts=(OwnLessonsCog,))
