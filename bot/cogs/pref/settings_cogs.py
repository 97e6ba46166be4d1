"""/pref me, server, privacy: a player's own settings and data, and a server's settings."""

from discord import Interaction, Role, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.model.settings import SettingChange
from bot.ui_commands import server_commands

_Choices = list[app_commands.Choice[str]]


class SettingsCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("me", "command.me"),
        description=localized("Your own settings, on every server", "command.me.help"),
    )
    @app_commands.rename(zone=localized("zone", "command.me.zone"))
    @app_commands.describe(
        zone=localized("Your time zone, such as Europe/Vienna", "command.me.zone.help")
    )
    async def me(self, interaction: Interaction, zone: str | None = None) -> None:
        await self.handler.run_command(
            interaction,
            server_commands.ShowOwnSettings()
            if zone is None
            else server_commands.own_setting("zone", zone),
        )

    @app_commands.command(
        name=localized("server", "command.server"),
        description=localized(
            "The settings of this server, for its managers", "command.server.help"
        ),
    )
    @app_commands.rename(
        zone=localized("zone", "command.server.zone"), role=localized("role", "command.server.role")
    )
    @app_commands.describe(
        zone=localized("The server's time zone, such as Europe/Vienna", "command.server.zone.help"),
        role=localized("Who is told when a table opens", "command.server.role.help"),
    )
    async def server(
        self, interaction: Interaction, zone: str | None = None, role: Role | None = None
    ) -> None:
        zones = [] if zone is None else [SettingChange("zone", (zone,))]
        roles = [] if role is None else [SettingChange("role", (role.id,))]
        if zones or roles:
            await self.handler.set_server(interaction, *zones, *roles)
        else:
            await self.handler.run_command(interaction, server_commands.ShowServerSettings())

    @me.autocomplete("zone")
    @server.autocomplete("zone")
    async def zones(self, interaction: Interaction, typed: str) -> _Choices:
        return self.handler.typed_moves.suggest_zones(typed)


# /pref privacy: the data stored about a player.


class PrivacyCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("privacy", "command.privacy"),
        description=localized(
            "What is stored of you: see it, take it along, delete it", "command.privacy.help"
        ),
    )
    async def privacy(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, server_commands.ShowPrivacy())
