"""The group /table: open, solo, join, leave, robot, start, close, weekly."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.cogs.weekly import WeeklyCommands
from bot.deeds.table import AddRobot, Close, Join, Leave, Start
from bot.front.desk import Desk
from bot.front.translator import word
from bot.terms import Clock

Choices = list[app_commands.Choice[str]]

_LEVELS = [
    app_commands.Choice(name=word("beginner", "level.beginner"), value="beginner"),
    app_commands.Choice(name=word("club player", "level.club"), value="club"),
    app_commands.Choice(name=word("expert", "level.expert"), value="expert"),
]
_SEATS = [app_commands.Choice(name=str(seats), value=seats) for seats in (2, 3, 4)]


@app_commands.guild_only()
class LobbyCog(
    WeeklyCommands,
    commands.GroupCog,
    group_name=word("table", "command.table"),
    group_description=word("Open a table, sit down, start", "command.table.help"),
):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("open", "command.open"),
        description=word("Open a table in this channel", "command.open.help"),
    )
    @app_commands.rename(
        preset=word("rules", "command.open.preset"),
        target=word("target", "command.open.target"),
        seats=word("seats", "command.open.seats"),
        clock=word("clock", "command.open.clock"),
        friendly=word("friendly", "command.open.friendly"),
        start=word("start", "command.open.start"),
    )
    @app_commands.describe(
        preset=word("Which rules: otherwise those of the server", "command.open.preset.help"),
        target=word(
            "How long it takes: pool points each, rounds, the opening debt, or the ante",
            "command.open.target.help",
        ),
        seats=word(
            "Two with a dummy, three, or four with a resting dealer", "command.open.seats.help"
        ),
        clock=word("Time for a move", "command.open.clock.help"),
        friendly=word(
            "A friendly table counts in no ranking, and hints are on", "command.open.friendly.help"
        ),
        start=word(
            "When it begins by itself: 21:00, tomorrow 20:30, in 30 minutes",
            "command.open.start.help",
        ),
    )
    @app_commands.choices(seats=_SEATS)
    @app_commands.choices(
        clock=[
            app_commands.Choice(name=word("30 seconds", "clock.fast"), value="fast"),
            app_commands.Choice(name=word("3 minutes", "clock.normal"), value="normal"),
            app_commands.Choice(name=word("24 hours", "clock.slow"), value="slow"),
            app_commands.Choice(name=word("no clock", "clock.none"), value="none"),
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
        await self.desk.open_table(interaction, preset, target, seats, chosen, friendly, start)

    @open_table.autocomplete("preset")
    async def presets(self, interaction: Interaction, typed: str) -> Choices:
        return await self.desk.typed.presets(interaction, typed)

    @app_commands.command(
        name=word("solo", "command.solo"),
        description=word("Play alone against robots, at once", "command.solo.help"),
    )
    @app_commands.rename(
        preset=word("rules", "command.open.preset"),
        level=word("level", "command.robot.level"),
        target=word("target", "command.open.target"),
        seats=word("seats", "command.open.seats"),
    )
    @app_commands.describe(
        preset=word(
            "Which rules: those of the server if nothing is chosen", "command.solo.preset.help"
        ),
        level=word("How well the robots play", "command.solo.level.help"),
        target=word(
            "How long it takes: pool points each, rounds, the opening debt, or the ante",
            "command.open.target.help",
        ),
        seats=word(
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
        await self.desk.open_solo(interaction, preset, target, seats, level)

    @solo.autocomplete("preset")
    async def solo_presets(self, interaction: Interaction, typed: str) -> Choices:
        return await self.desk.typed.presets(interaction, typed)

    @app_commands.command(
        name=word("join", "command.join"),
        description=word("Sit down at the table in this channel", "command.join.help"),
    )
    async def join(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, Join())

    @app_commands.command(
        name=word("leave", "command.leave"),
        description=word("Get up; in a game a robot plays your seat on", "command.leave.help"),
    )
    async def leave(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, Leave())

    @app_commands.command(
        name=word("robot", "command.robot"),
        description=word("Seat a robot at your table", "command.robot.help"),
    )
    @app_commands.rename(level=word("level", "command.robot.level"))
    @app_commands.describe(level=word("How well it plays", "command.robot.level.help"))
    @app_commands.choices(level=_LEVELS)
    async def robot(self, interaction: Interaction, level: str | None = None) -> None:
        await self.desk.do(interaction, AddRobot(level or ""))

    @app_commands.command(
        name=word("start", "command.start"),
        description=word("Begin the game of your table", "command.start.help"),
    )
    async def start(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, Start())

    @app_commands.command(
        name=word("close", "command.close"),
        description=word("End this table: proposed to all, or by a manager", "command.close.help"),
    )
    async def close(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, Close())
