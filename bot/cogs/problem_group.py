"""The group /problem: problems, lessons and deals, which go with their user.

Contexts and installs belong to a whole top-level command, so what works in private messages and on
servers without the bot has a command of its own. Nothing of a server is read or written here.
"""

from discord import app_commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.features import FEATURES


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class ProblemGroup(app_commands.Group):
    """The commands of all features that need no server."""

    def __init__(self, handler: InteractionHandler) -> None:
        super().__init__(
            name=localized("problem", "command.problem"),
            description=localized(
                "Problems, lessons and deals, in private messages too", "command.problem.help"
            ),
        )
        for feature in FEATURES:
            for part in feature.own_parts:
                for command in part(handler).get_app_commands():
                    self.add_command(command)
