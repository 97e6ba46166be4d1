"""/pref analyse, profile, etude, learn: post-mortems, statistics, problems and lessons."""

from typing import Final

from discord import Interaction, Member, User, app_commands
from discord.ext import commands

from bot.analysis.problems.problem import Grade
from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.lessons import load_lessons
from bot.ui_commands.practice_commands import (
    NewProblem,
    ResumeProblem,
    ShowDailyProblem,
    StartLesson,
)
from bot.ui_commands.server_commands import ShowProfile
from bot.ui_commands.view_commands import ShowPostMortem


class AnalysisCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("analyse", "command.analyse"),
        description=localized(
            "What a deal of this table was worth, card by card", "command.analyse.help"
        ),
    )
    @app_commands.rename(deal=localized("deal", "command.analyse.deal"))
    @app_commands.describe(deal=localized("The last one unless named", "command.analyse.deal.help"))
    async def analyse(
        self, interaction: Interaction, deal: app_commands.Range[int, 1, 9999] | None = None
    ) -> None:
        await self.handler.run_command(interaction, ShowPostMortem(deal))

    @app_commands.command(
        name=localized("profile", "command.profile"),
        description=localized("Luck and skill: yours, or another player's", "command.profile.help"),
    )
    @app_commands.rename(player=localized("player", "command.profile.player"))
    @app_commands.describe(player=localized("You unless named", "command.profile.player.help"))
    async def profile(self, interaction: Interaction, player: Member | User | None = None) -> None:
        wanted = player or interaction.user
        await self.handler.run_command(interaction, ShowProfile(wanted.id))


# /pref etude: problems with all hands open.

_COMMAND_OF_GRADE: Final[dict[str, NewProblem | ShowDailyProblem]] = {
    "any": NewProblem(),
    **{grade.value: NewProblem(grade) for grade in Grade},
    "daily": ShowDailyProblem(),
}


class ProblemsCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("etude", "command.etude"),
        description=localized("A set problem with all hands open", "command.etude.help"),
    )
    @app_commands.rename(grade=localized("grade", "command.etude.grade"))
    @app_commands.describe(
        grade=localized("How hard, or the one of the day", "command.etude.grade.help")
    )
    @app_commands.choices(
        grade=[
            app_commands.Choice(name=localized(grade, f"grade.{grade}"), value=grade)
            for grade in _COMMAND_OF_GRADE
        ]
    )
    async def etude(self, interaction: Interaction, grade: str | None = None) -> None:
        command = ResumeProblem() if grade is None else _COMMAND_OF_GRADE[grade]
        await self.handler.run_command(interaction, command)


# /pref learn.


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
    @app_commands.choices(
        family=[
            app_commands.Choice(name=localized(family, f"family.{family}"), value=family)
            for family in load_lessons()
        ]
    )
    async def learn(self, interaction: Interaction, family: str = "") -> None:
        await self.handler.run_command(interaction, StartLesson(family))
