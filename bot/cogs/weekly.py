"""The group /table: open, solo, join, leave, robot, start, close, weekly."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.server import ShowWeeklyTables
from bot.front.desk import InteractionHandler
from bot.front.translator import localized
from bot.terms import Clock

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
        await self.handler.open_weekly(interaction, day, time, preset, target, seats, chosen)

    @weekly.autocomplete("preset")
    async def weekly_presets(self, interaction: Interaction, typed: str) -> _WeeklyChoices:
        return await self.handler.typed_moves.suggest_presets(interaction, typed)
