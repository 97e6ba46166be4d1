"""/pref etude: problems with all hands open."""

from typing import Final

from discord import Interaction, app_commands
from discord.ext import commands

from bot.analysis.etudes.etude import Grade
from bot.deeds.etudes import EtudeDaily, EtudeLast, EtudeNew
from bot.front.desk import Desk
from bot.front.translator import word

_WISHES: Final[dict[str, EtudeNew | EtudeDaily]] = {
    "any": EtudeNew(),
    **{grade.value: EtudeNew(grade) for grade in Grade},
    "daily": EtudeDaily(),
}


class EtudesCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("etude", "command.etude"),
        description=word("A set problem with all hands open", "command.etude.help"),
    )
    @app_commands.rename(grade=word("grade", "command.etude.grade"))
    @app_commands.describe(
        grade=word("How hard, or the one of the day", "command.etude.grade.help")
    )
    @app_commands.choices(
        grade=[
            app_commands.Choice(name=word(grade, f"grade.{grade}"), value=grade)
            for grade in _WISHES
        ]
    )
    async def etude(self, interaction: Interaction, grade: str | None = None) -> None:
        deed = EtudeLast() if grade is None else _WISHES[grade]
        await self.desk.do(interaction, deed)
