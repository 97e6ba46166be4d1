"""/etude."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.desk import Desk
from bot.localised import word

_GRADES = ("any", "easy", "medium", "hard", "master", "daily")


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
            for grade in _GRADES
        ]
    )
    @app_commands.guild_only()
    async def etude(self, interaction: Interaction, grade: str | None = None) -> None:
        wish = "" if grade is None else " daily" if grade == "daily" else f" new {grade}"
        await self.desk.house(interaction, f"etude{wish}")
