"""Slash commands for the game actions of a hand; /pref has the rest."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.ui_commands import play_commands, server_commands

_Choices = list[app_commands.Choice[str]]


class HandCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("hand", "command.hand"),
        description=localized("Your cards, for your eyes only", "command.hand.help"),
    )
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, server_commands.ShowMyHand())

    @app_commands.command(
        name=localized("bid", "command.bid"),
        description=localized("A call of the auction", "command.bid.help"),
    )
    @app_commands.rename(call=localized("call", "command.bid.call"))
    @app_commands.describe(call=localized("What you may say now", "command.bid.call.help"))
    @app_commands.guild_only()
    async def bid(self, interaction: Interaction, call: str) -> None:
        await self.handler.play_typed(interaction, call)

    @bid.autocomplete("call")
    async def calls(self, interaction: Interaction, typed: str) -> _Choices:
        return await self.handler.typed_moves.suggest_calls(interaction, typed)

    @app_commands.command(
        name=localized("play", "command.play"),
        description=localized("A card, or any decision after the auction", "command.play.help"),
    )
    @app_commands.rename(move=localized("move", "command.play.move"))
    @app_commands.describe(move=localized("What you may do now", "command.play.move.help"))
    @app_commands.guild_only()
    async def play(self, interaction: Interaction, move: str) -> None:
        await self.handler.play_typed(interaction, move)

    @play.autocomplete("move")
    async def moves(self, interaction: Interaction, typed: str) -> _Choices:
        return await self.handler.typed_moves.suggest_moves(interaction, typed)

    @app_commands.command(
        name=localized("hint", "command.hint"),
        description=localized("What a strong player would do in your seat", "command.hint.help"),
    )
    @app_commands.guild_only()
    async def hint(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, play_commands.ShowHint())

    @app_commands.command(
        name=localized("claim", "command.claim"),
        description=localized("Propose how the remaining tricks are split", "command.claim.help"),
    )
    @app_commands.rename(split=localized("split", "command.claim.split"))
    @app_commands.describe(split=localized("Tricks for each player", "command.claim.split.help"))
    @app_commands.guild_only()
    async def claim(self, interaction: Interaction, split: str | None = None) -> None:
        if split is None:
            await self.handler.run_command(interaction, play_commands.ClaimTricks())
        else:
            await self.handler.play_typed(interaction, split)

    @claim.autocomplete("split")
    async def splits(self, interaction: Interaction, typed: str) -> _Choices:
        return await self.handler.typed_moves.suggest_splits(interaction, typed)
