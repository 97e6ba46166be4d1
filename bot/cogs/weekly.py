"""The group /table: open, solo, join, leave, robot, start, close, weekly."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.server import WeeklyTables
from bot.front.desk import Desk
from bot.front.translator import word
from bot.terms import Clock

Choices = list[app_commands.Choice[str]]

_DAYS = [
    app_commands.Choice(name=word(name, f"day.{day}"), value=day)
    for day, name in enumerate(
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    )
]


class WeeklyCommands(commands.Cog):
    """The /table weekly part of the group /table."""

    desk: Desk

    @app_commands.command(
        name=word("weekly", "command.weekly"),
        description=word("Tables that open by themselves every week", "command.weekly.help"),
    )
    @app_commands.rename(
        day=word("day", "command.weekly.day"),
        time=word("time", "command.weekly.time"),
        preset=word("rules", "command.open.preset"),
        target=word("target", "command.open.target"),
        seats=word("seats", "command.open.seats"),
        clock=word("clock", "command.open.clock"),
    )
    @app_commands.describe(
        day=word("With a time: a new weekly table in this channel", "command.weekly.day.help"),
        time=word("By the clocks of the server's zone: 21:00", "command.weekly.time.help"),
        preset=word(
            "Which rules: those of the server if nothing is chosen", "command.solo.preset.help"
        ),
        target=word(
            "How long it takes: pool points each, rounds, the opening debt, or the ante",
            "command.open.target.help",
        ),
        seats=word(
            "Two with a dummy, three, or four with a resting dealer", "command.open.seats.help"
        ),
        clock=word("Time for a move", "command.open.clock.help"),
    )
    @app_commands.choices(day=_DAYS)
    @app_commands.choices(
        seats=[app_commands.Choice(name=str(seats), value=seats) for seats in (2, 3, 4)]
    )
    @app_commands.choices(
        clock=[
            app_commands.Choice(name=word("30 seconds", "clock.fast"), value="fast"),
            app_commands.Choice(name=word("3 minutes", "clock.normal"), value="normal"),
            app_commands.Choice(name=word("24 hours", "clock.slow"), value="slow"),
            app_commands.Choice(name=word("no clock", "clock.none"), value="none"),
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
            await self.desk.do(interaction, WeeklyTables())
            return
        chosen = None if clock is None else Clock(clock)
        await self.desk.open_weekly(interaction, day, time, preset, target, seats, chosen)

    @weekly.autocomplete("preset")
    async def weekly_presets(self, interaction: Interaction, typed: str) -> Choices:
        return await self.desk.typed.presets(interaction, typed)
