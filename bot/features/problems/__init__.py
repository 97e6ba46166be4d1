"""Set problems with all hands open: /pref etude, /problem solve, those of the day and week.

problem_screens.py   a problem, its solution
daily_screens.py     the results of a day or week
problem_handlers.py  attempts in the store, computations in a worker
own_problems.py      problems from deals that people keep

The problems themselves and their solver are in ``bot.analysis.problems``.
"""

from typing import Final

from discord import Interaction, app_commands
from discord.ext import commands

from bot.analysis.problems.problem import Grade
from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.discord_ui.handlers.registry import handled_in, run_server_command
from bot.features.feature import Feature
from bot.ui_commands.practice_commands import (
    NewProblem,
    OpenProblem,
    PlayProblemCard,
    RestartProblem,
    ResumeProblem,
    ShareDailyProblem,
    ShareOwnProblem,
    ShowDailyProblem,
    ShowSolution,
    ShowWeeklyProblem,
    TakeBackProblemCard,
)

__all__ = ["PROBLEMS"]

handled_in(
    "bot.features.problems.problem_handlers",
    *(NewProblem, ResumeProblem, ShowDailyProblem, ShowWeeklyProblem, ShareDailyProblem),
    *(OpenProblem, PlayProblemCard, TakeBackProblemCard, RestartProblem, ShowSolution),
    ShareOwnProblem,
)

_COMMAND_OF_GRADE: Final[dict[str, NewProblem | ShowDailyProblem | ShowWeeklyProblem]] = {
    "any": NewProblem(),
    **{grade.value: NewProblem(grade) for grade in Grade},
    "daily": ShowDailyProblem(),
    "weekly": ShowWeeklyProblem(),
}
_GRADES: Final = [
    app_commands.Choice(name=localized(grade, f"grade.{grade}"), value=grade)
    for grade in _COMMAND_OF_GRADE
]


class ProblemsCog(commands.Cog):
    """/pref etude, at the server where it is typed."""

    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("etude", "command.etude"),
        description=localized("A set problem with all hands open", "command.etude.help"),
    )
    @app_commands.rename(grade=localized("grade", "command.etude.grade"))
    @app_commands.describe(
        grade=localized("How hard, or the one of the day or week", "command.etude.grade.help")
    )
    @app_commands.choices(grade=_GRADES)
    async def etude(self, interaction: Interaction, grade: str | None = None) -> None:
        command = ResumeProblem() if grade is None else _COMMAND_OF_GRADE[grade]
        await self.handler.run_command(interaction, command)


class OwnProblemsCog(commands.Cog):
    """/problem solve, which goes with the user."""

    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("solve", "command.solve"),
        description=localized("A set problem with all hands open", "command.etude.help"),
    )
    @app_commands.rename(grade=localized("grade", "command.etude.grade"))
    @app_commands.describe(
        grade=localized("How hard, or the one of the day or week", "command.etude.grade.help")
    )
    @app_commands.choices(grade=_GRADES)
    async def solve(self, interaction: Interaction, grade: str | None = None) -> None:
        command = ResumeProblem() if grade is None else _COMMAND_OF_GRADE[grade]
        await self.handler.run_own(
            interaction, lambda context: run_server_command(context, command)
        )


PROBLEMS: Final = Feature(pref_parts=(ProblemsCog,), own_parts=(OwnProblemsCog,))
