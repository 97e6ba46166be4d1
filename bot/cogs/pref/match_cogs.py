"""/pref score, last, history, rules, help, verify, takeback, analyse: the match of this channel."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.ui_commands import play_commands, server_commands, view_commands


class ScoresCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("score", "command.score"),
        description=localized("The sheet of this table", "command.score.help"),
    )
    async def score(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, view_commands.ShowScore())

    @app_commands.command(
        name=localized("last", "command.last"),
        description=localized("The last trick, and the course of this deal", "command.last.help"),
    )
    async def last(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, view_commands.ShowLastTrick())

    @app_commands.command(
        name=localized("history", "command.history"),
        description=localized("Finished games of this server", "command.history.help"),
    )
    async def history(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, server_commands.ShowHistory())


# /pref rules, /pref help.


class RulesCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("rules", "command.rules"),
        description=localized("The rules of this table in plain words", "command.rules.help"),
    )
    async def rules(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, view_commands.ShowRules())

    @app_commands.command(
        name=localized("help", "command.help"),
        description=localized("How to play here", "command.help.help"),
    )
    async def help(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, server_commands.ShowHelp())


# /pref verify: the origin of a deck.


class FairnessCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("verify", "command.verify"),
        description=localized("Where a deck came from, and how to check it", "command.verify.help"),
    )
    @app_commands.rename(deal=localized("deal", "command.verify.deal"))
    @app_commands.describe(
        deal=localized(
            "The last one with a published seed unless named", "command.verify.deal.help"
        )
    )
    async def verify(
        self, interaction: Interaction, deal: app_commands.Range[int, 1, 9999] | None = None
    ) -> None:
        await self.handler.run_command(interaction, play_commands.VerifyDeck(deal))


# /pref takeback.


class TakeBackCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("takeback", "command.takeback"),
        description=localized("Ask for your last call or card back", "command.takeback.help"),
    )
    async def takeback(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, play_commands.TakeBackLastAction())


# /pref analyse.


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
        await self.handler.run_command(interaction, view_commands.ShowPostMortem(deal))
