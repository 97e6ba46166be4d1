"""The group /table, and the slash commands for the actions of a hand; /pref has the rest."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.discord_ui.handlers.lobby_handlers import NewSoloTable, NewTable, NewWeeklyTable
from bot.discord_ui.handlers.table_rules import RulesRequest
from bot.model.enums import Clock
from bot.ui_commands import play_commands, server_commands
from bot.ui_commands.play_commands import AddRobot, CloseTable, JoinTable, LeaveTable, StartGame
from bot.ui_commands.server_commands import ShowServerTables, ShowWeeklyTables

_WeeklyChoices = list[app_commands.Choice[str]]

_WEEKDAYS = [
    app_commands.Choice(name=localized(name, f"day.{day}"), value=day)
    for day, name in enumerate(
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    )
]


class WeeklyCommands(commands.Cog):
    """The /table weekly part of the group /table."""

    handler: InteractionHandler

    @app_commands.command(
        name=localized("weekly", "command.weekly"),
        description=localized("Tables that open by themselves every week", "command.weekly.help"),
    )
    @app_commands.rename(
        day=localized("day", "command.weekly.day"),
        time=localized("time", "command.weekly.time"),
        preset=localized("rules", "command.open.preset"),
        target=localized("target", "command.open.target"),
        seats=localized("seats", "command.open.seats"),
        clock=localized("clock", "command.open.clock"),
    )
    @app_commands.describe(
        day=localized("With a time: a new weekly table in this channel", "command.weekly.day.help"),
        time=localized("By the clocks of the server's zone: 21:00", "command.weekly.time.help"),
        preset=localized(
            "Which rules: those of the server if nothing is chosen", "command.solo.preset.help"
        ),
        target=localized(
            "How long it takes: pool points each, rounds, the opening debt, or the ante",
            "command.open.target.help",
        ),
        seats=localized(
            "Two with a dummy, three, or four with a resting dealer", "command.open.seats.help"
        ),
        clock=localized("Time for a move", "command.open.clock.help"),
    )
    @app_commands.choices(day=_WEEKDAYS)
    @app_commands.choices(
        seats=[app_commands.Choice(name=str(seats), value=seats) for seats in (2, 3, 4)]
    )
    @app_commands.choices(
        clock=[
            app_commands.Choice(name=localized("30 seconds", "clock.fast"), value="fast"),
            app_commands.Choice(name=localized("3 minutes", "clock.normal"), value="normal"),
            app_commands.Choice(name=localized("24 hours", "clock.slow"), value="slow"),
            app_commands.Choice(name=localized("no clock", "clock.none"), value="none"),
        ]
    )
    async def weekly(
        self,
        interaction: Interaction,
        day: int | None = None,
        time: str | None = None,
        preset: str | None = None,
        target: app_commands.Range[int, 1, 1000] | None = None,
        seats: int | None = None,
        clock: str | None = None,
    ) -> None:
        if all(value is None for value in (day, time, preset, target, seats, clock)):
            await self.handler.run_command(interaction, ShowWeeklyTables())
            return
        chosen = None if clock is None else Clock(clock)
        new = NewWeeklyTable(day, time, RulesRequest(preset, target, seats), chosen)
        await self.handler.open_weekly(interaction, new)

    @weekly.autocomplete("preset")
    async def weekly_presets(self, interaction: Interaction, typed: str) -> _WeeklyChoices:
        return await self.handler.typed_moves.suggest_presets(interaction, typed)


# The group /table: open, solo, join, leave, robot, start, close, weekly.

_Choices = list[app_commands.Choice[str]]

_LEVELS = [
    app_commands.Choice(name=localized("beginner", "level.beginner"), value="beginner"),
    app_commands.Choice(name=localized("club player", "level.club"), value="club"),
    app_commands.Choice(name=localized("expert", "level.expert"), value="expert"),
    app_commands.Choice(name=localized("careful player", "level.careful"), value="careful"),
    app_commands.Choice(name=localized("bold player", "level.bold"), value="bold"),
    app_commands.Choice(name=localized("always defends", "level.whister"), value="whister"),
]
_SEATS = [app_commands.Choice(name=str(seats), value=seats) for seats in (2, 3, 4)]


@app_commands.guild_only()
class TableCog(
    WeeklyCommands,
    commands.GroupCog,
    group_name=localized("table", "command.table"),
    group_description=localized("Open a table, sit down, start", "command.table.help"),
):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("open", "command.open"),
        description=localized("Open a table in this channel", "command.open.help"),
    )
    @app_commands.rename(
        preset=localized("rules", "command.open.preset"),
        target=localized("target", "command.open.target"),
        seats=localized("seats", "command.open.seats"),
        clock=localized("clock", "command.open.clock"),
        friendly=localized("friendly", "command.open.friendly"),
        start=localized("start", "command.open.start"),
    )
    @app_commands.describe(
        preset=localized("Which rules: otherwise those of the server", "command.open.preset.help"),
        target=localized(
            "How long it takes: pool points each, rounds, the opening debt, or the ante",
            "command.open.target.help",
        ),
        seats=localized(
            "Two with a dummy, three, or four with a resting dealer", "command.open.seats.help"
        ),
        clock=localized("Time for a move", "command.open.clock.help"),
        friendly=localized(
            "A friendly table counts in no ranking, and hints are on", "command.open.friendly.help"
        ),
        start=localized(
            "When it begins by itself: 21:00, tomorrow 20:30, in 30 minutes",
            "command.open.start.help",
        ),
    )
    @app_commands.choices(seats=_SEATS)
    @app_commands.choices(
        clock=[
            app_commands.Choice(name=localized("30 seconds", "clock.fast"), value="fast"),
            app_commands.Choice(name=localized("3 minutes", "clock.normal"), value="normal"),
            app_commands.Choice(name=localized("24 hours", "clock.slow"), value="slow"),
            app_commands.Choice(name=localized("no clock", "clock.none"), value="none"),
        ],
    )
    async def open_table(
        self,
        interaction: Interaction,
        preset: str | None = None,
        target: app_commands.Range[int, 1, 1000] | None = None,
        seats: int | None = None,
        clock: str | None = None,
        friendly: bool = False,
        start: str | None = None,
    ) -> None:
        chosen = None if clock is None else Clock(clock)
        new = NewTable(RulesRequest(preset, target, seats), chosen, friendly, start)
        await self.handler.open_table(interaction, new)

    @open_table.autocomplete("preset")
    async def presets(self, interaction: Interaction, typed: str) -> _Choices:
        return await self.handler.typed_moves.suggest_presets(interaction, typed)

    @app_commands.command(
        name=localized("solo", "command.solo"),
        description=localized("Play alone against robots, at once", "command.solo.help"),
    )
    @app_commands.rename(
        preset=localized("rules", "command.open.preset"),
        level=localized("level", "command.robot.level"),
        target=localized("target", "command.open.target"),
        seats=localized("seats", "command.open.seats"),
    )
    @app_commands.describe(
        preset=localized(
            "Which rules: those of the server if nothing is chosen", "command.solo.preset.help"
        ),
        level=localized("How well the robots play", "command.solo.level.help"),
        target=localized(
            "How long it takes: pool points each, rounds, the opening debt, or the ante",
            "command.open.target.help",
        ),
        seats=localized(
            "Two with a dummy, three, or four with a resting dealer", "command.open.seats.help"
        ),
    )
    @app_commands.choices(seats=_SEATS)
    @app_commands.choices(level=_LEVELS)
    async def solo(
        self,
        interaction: Interaction,
        preset: str | None = None,
        level: str | None = None,
        target: app_commands.Range[int, 1, 1000] | None = None,
        seats: int | None = None,
    ) -> None:
        new = NewSoloTable(RulesRequest(preset, target, seats), level)
        await self.handler.open_solo(interaction, new)

    @solo.autocomplete("preset")
    async def solo_presets(self, interaction: Interaction, typed: str) -> _Choices:
        return await self.handler.typed_moves.suggest_presets(interaction, typed)

    @app_commands.command(
        name=localized("join", "command.join"),
        description=localized("Sit down at the table in this channel", "command.join.help"),
    )
    async def join(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, JoinTable())

    @app_commands.command(
        name=localized("leave", "command.leave"),
        description=localized("Get up; in a game a robot plays your seat on", "command.leave.help"),
    )
    async def leave(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, LeaveTable())

    @app_commands.command(
        name=localized("robot", "command.robot"),
        description=localized("Seat a robot at your table", "command.robot.help"),
    )
    @app_commands.rename(level=localized("level", "command.robot.level"))
    @app_commands.describe(level=localized("How well it plays", "command.robot.level.help"))
    @app_commands.choices(level=_LEVELS)
    async def robot(self, interaction: Interaction, level: str | None = None) -> None:
        await self.handler.run_command(interaction, AddRobot(level or ""))

    @app_commands.command(
        name=localized("start", "command.start"),
        description=localized("Begin the game of your table", "command.start.help"),
    )
    async def start(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, StartGame())

    @app_commands.command(
        name=localized("close", "command.close"),
        description=localized(
            "End this table: proposed to all, or by a manager", "command.close.help"
        ),
    )
    async def close(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, CloseTable(), ShowServerTables())


# Slash commands for the game actions of a hand; /pref has the rest.


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
