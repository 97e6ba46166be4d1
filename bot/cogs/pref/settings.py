"""/pref me, server, privacy: a player's own settings and data, and a server's settings."""

from discord import Interaction, Role, app_commands
from discord.ext import commands

from bot.deeds.settings import OwnSettings, OwnZone, ServerRole, ServerSettings, ServerZone
from bot.front.desk import Desk
from bot.front.translator import word

Choices = list[app_commands.Choice[str]]


class SettingsCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("me", "command.me"),
        description=word("Your own settings, on every server", "command.me.help"),
    )
    @app_commands.rename(zone=word("zone", "command.me.zone"))
    @app_commands.describe(
        zone=word("Your time zone, such as Europe/Vienna", "command.me.zone.help")
    )
    async def me(self, interaction: Interaction, zone: str | None = None) -> None:
        await self.desk.do(interaction, OwnSettings() if zone is None else OwnZone(zone))

    @app_commands.command(
        name=word("server", "command.server"),
        description=word("The settings of this server, for its managers", "command.server.help"),
    )
    @app_commands.rename(
        zone=word("zone", "command.server.zone"), role=word("role", "command.server.role")
    )
    @app_commands.describe(
        zone=word("The server's time zone, such as Europe/Vienna", "command.server.zone.help"),
        role=word("Who is told when a table opens", "command.server.role.help"),
    )
    async def server(
        self, interaction: Interaction, zone: str | None = None, role: Role | None = None
    ) -> None:
        zones = [] if zone is None else [ServerZone(zone)]
        roles = [] if role is None else [ServerRole(role.id)]
        if zones or roles:
            await self.desk.set_server(interaction, *zones, *roles)
        else:
            await self.desk.do(interaction, ServerSettings())

    @me.autocomplete("zone")
    @server.autocomplete("zone")
    async def zones(self, interaction: Interaction, typed: str) -> Choices:
        return self.desk.typed.zones(typed)
