"""Lessons, /pref learn and /problem learn: a first deal with a question at each decision.

lesson_logs.py      the lessons of data/lessons
lesson_screens.py   a question, its answers, the end
lesson_handlers.py  the handlers of the buttons
"""

from typing import Final

from discord import Interaction, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.discord_ui.handlers.registry import run_server_command
from bot.features.feature import Feature
from bot.features.lessons import lesson_handlers, lesson_logs
from bot.ui_commands.practice_commands import StartLesson

__all__ = ["LESSONS", "lesson_handlers"]


_FAMILIES: Final = [
    app_commands.Choice(name=localized(family, f"family.{family}"), value=family)
    for family in lesson_logs.load_lessons()
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
