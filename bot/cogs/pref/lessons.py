"""/pref learn."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.lessons import StartLesson
from bot.front.desk import InteractionHandler
from bot.front.translator import localized
from bot.lessons import load_lessons


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
