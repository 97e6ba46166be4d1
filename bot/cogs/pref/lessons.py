"""/pref learn."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.lessons import Learn
from bot.front.desk import Desk
from bot.front.translator import word
from bot.lessons import lessons


class LessonsCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("learn", "command.learn"),
        description=word("A first deal, step by step", "command.learn.help"),
    )
    @app_commands.rename(family=word("rules", "command.learn.family"))
    @app_commands.describe(
        family=word("Of this channel or server unless named", "command.learn.family.help")
    )
    @app_commands.choices(
        family=[
            app_commands.Choice(name=word(family, f"family.{family}"), value=family)
            for family in lessons()
        ]
    )
    async def learn(self, interaction: Interaction, family: str = "") -> None:
        await self.desk.do(interaction, Learn(family))
