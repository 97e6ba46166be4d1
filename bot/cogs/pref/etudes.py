"""/pref etude: problems with all hands open."""

from typing import Final

from discord import Interaction, app_commands
from discord.ext import commands

from bot.analysis.etudes.etude import Grade
from bot.deeds.etudes import NewProblem, ResumeProblem, ShowDailyProblem
from bot.front.desk import InteractionHandler
from bot.front.translator import localized

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
        deed = ResumeProblem() if grade is None else _COMMAND_OF_GRADE[grade]
        await self.handler.run_command(interaction, deed)
