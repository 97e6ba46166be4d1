"""The groups /pref and /problem, and the menus of a message and of a user.

/pref contains all commands outside a running hand, separate from other bots' commands. A part is an
ordinary cog; the group contains the commands of all parts.
"""

from discord import Interaction, Member, Message, Role, TextChannel, User, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler, menu_handlers
from bot.features import FEATURES
from bot.features.deals import open_posted_deal
from bot.features.feature import CogFactory
from bot.model.settings import SettingChange
from bot.ui_commands import play_commands, server_commands, view_commands
from bot.ui_commands.daily_commands import ShowSeals
from bot.ui_commands.server_commands import ShowProfile


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
        elsewhere = server_commands.ShowUsualRules()
        await self.handler.run_command(interaction, view_commands.ShowRules(), elsewhere)

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
        elsewhere = ShowSeals() if deal is None else None
        await self.handler.run_command(interaction, play_commands.VerifyDeck(deal), elsewhere)


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


# /pref me, server, privacy: a player's own settings and data, and a server's settings.

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
        zone=localized("zone", "command.server.zone"),
        role=localized("role", "command.server.role"),
        recap=localized("recap", "command.server.recap"),
        today=localized("today", "command.server.today"),
        first=localized("first", "command.server.first"),
        second=localized("second", "command.server.second"),
        champion=localized("champion", "command.server.champion"),
    )
    @app_commands.describe(
        zone=localized("The server's time zone, such as Europe/Vienna", "command.server.zone.help"),
        role=localized("Who is told when a table opens", "command.server.role.help"),
        recap=localized("Where each season's recap is posted", "command.server.recap.help"),
        today=localized("Where the six deals of a day are posted", "command.server.today.help"),
        first=localized("Title of the best quarter by rating", "command.server.first.help"),
        second=localized("Title of the next quarter by rating", "command.server.second.help"),
        champion=localized("Title of the last season's first", "command.server.champion.help"),
    )
    async def server(
        self,
        interaction: Interaction,
        zone: str | None = None,
        role: Role | None = None,
        recap: TextChannel | None = None,
        today: TextChannel | None = None,
        first: Role | None = None,
        second: Role | None = None,
        champion: Role | None = None,
    ) -> None:
        chosen = {
            "role": role,
            "recap": recap,
            "today": today,
            "first": first,
            "second": second,
            "champion": champion,
        }
        values: dict[str, object] = {"zone": zone}
        values |= {name: one and one.id for name, one in chosen.items()}
        changes = [SettingChange(name, (value,)) for name, value in values.items() if value]
        if changes:
            await self.handler.set_server(interaction, *changes)
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


# The group /pref; bot.features adds learn, etude and profile.

PREF_PARTS: tuple[CogFactory, ...] = (
    ScoresCog,
    RulesCog,
    *(part for feature in FEATURES for part in feature.pref_parts),
    AnalysisCog,
    FairnessCog,
    SettingsCog,
    PrivacyCog,
    TakeBackCog,
)


@app_commands.guild_only()
class PrefGroup(app_commands.Group):
    """The commands of all parts. A duplicate name, or too many for Discord, fails the start."""

    def __init__(self, handler: InteractionHandler) -> None:
        super().__init__(
            name=localized("pref", "command.pref"),
            description=localized("The sheet, past games, study and settings", "command.pref.help"),
        )
        for part in PREF_PARTS:
            for command in part(handler).get_app_commands():
                self.add_command(command)


# The group /problem: problems, lessons and deals, which go with their user.
#
# Contexts and installs belong to a whole top-level command, so what works in private messages and
# on servers without the bot has a command of its own. Nothing of a server is read or written here.


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


# The menus of a message and of a user, which Discord opens with a right click or a long press.


def context_menus(handler: InteractionHandler) -> tuple[app_commands.ContextMenu, ...]:
    """Return the menus, which work on servers alone."""

    async def replay(interaction: Interaction, message: Message) -> None:
        await handler.run_typed(interaction, lambda context: open_posted_deal(context, message))

    async def analyse(interaction: Interaction, message: Message) -> None:
        await handler.run_typed(
            interaction, lambda context: menu_handlers.analyse_message(context, message)
        )

    async def profile(interaction: Interaction, user: User | Member) -> None:
        await handler.run_command(interaction, ShowProfile(user.id))

    async def invite(interaction: Interaction, user: User | Member) -> None:
        await handler.run_typed(
            interaction, lambda context: menu_handlers.invite_to_own_table(context, user.id)
        )

    named = (
        (localized("Replay", "menu.replay"), replay),
        (localized("Post-mortem", "menu.analyse"), analyse),
        (localized("Profile", "menu.profile"), profile),
        (localized("Invite to my table", "menu.invite"), invite),
    )
    on_servers = app_commands.AppCommandContext(guild=True)
    return tuple(
        app_commands.ContextMenu(name=name, callback=callback, allowed_contexts=on_servers)
        for name, callback in named
    )
