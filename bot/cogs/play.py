"""/hand, /bid, /play, /hint, /claim: keyboard equivalents of all buttons of a hand."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.server import MyHand
from bot.deeds.table import Claim, Hint
from bot.front.desk import Desk
from bot.front.translator import word

Choices = list[app_commands.Choice[str]]


class PlayCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("hand", "command.hand"),
        description=word("Your cards, for your eyes only", "command.hand.help"),
    )
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, MyHand())

    @app_commands.command(
        name=word("bid", "command.bid"),
        description=word("A call of the auction", "command.bid.help"),
    )
    @app_commands.rename(call=word("call", "command.bid.call"))
    @app_commands.describe(call=word("What you may say now", "command.bid.call.help"))
    @app_commands.guild_only()
    async def bid(self, interaction: Interaction, call: str) -> None:
        await self.desk.say(interaction, call)

    @bid.autocomplete("call")
    async def calls(self, interaction: Interaction, typed: str) -> Choices:
        return await self.desk.typed.calls(interaction, typed)

    @app_commands.command(
        name=word("play", "command.play"),
        description=word("A card, or any decision after the auction", "command.play.help"),
    )
    @app_commands.rename(move=word("move", "command.play.move"))
    @app_commands.describe(move=word("What you may do now", "command.play.move.help"))
    @app_commands.guild_only()
    async def play(self, interaction: Interaction, move: str) -> None:
        await self.desk.say(interaction, move)

    @play.autocomplete("move")
    async def moves(self, interaction: Interaction, typed: str) -> Choices:
        return await self.desk.typed.moves(interaction, typed)

    @app_commands.command(
        name=word("hint", "command.hint"),
        description=word("What a strong player would do in your seat", "command.hint.help"),
    )
    @app_commands.guild_only()
    async def hint(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, Hint())

    @app_commands.command(
        name=word("claim", "command.claim"),
        description=word("Propose how the remaining tricks are split", "command.claim.help"),
    )
    @app_commands.rename(split=word("split", "command.claim.split"))
    @app_commands.describe(split=word("Tricks for each player", "command.claim.split.help"))
    @app_commands.guild_only()
    async def claim(self, interaction: Interaction, split: str | None = None) -> None:
        if split is None:
            await self.desk.do(interaction, Claim())
        else:
            await self.desk.say(interaction, split)

    @claim.autocomplete("split")
    async def splits(self, interaction: Interaction, typed: str) -> Choices:
        return await self.desk.typed.splits(interaction, typed)
