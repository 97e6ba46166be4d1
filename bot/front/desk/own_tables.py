"""The ``/hand`` command: finds the user's table without a message of it."""

from bot.front.desk.context import Caller, Visit
from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.render.server.own_tables import OwnTable, own_tables_screen
from bot.tables import Table
from bot.terms import ENDED


async def meant(caller: Caller, game: int | None) -> Visit | None:
    """Return the requested table; None where several fit, and then show these to choose from.

    The user may have no message of the table: a deleted one is posted again.
    """
    office, place = caller.office, caller.interaction.channel_id or 0
    if game is not None:
        table = await office.tables.get(game)
    else:
        try:
            table = await office.tables.last_here(place, caller.user_id, caller.guild_id)
        except Refused as refused:
            if refused.reason is not Refusal.SEVERAL_TABLES_HERE:
                raise
            await _choice(caller)
            return None
    visit = caller.at(table)
    if table.row.status not in ENDED:
        await office.painter.look_again(table)
    return visit


async def _choice(caller: Caller) -> None:
    place = caller.interaction.channel_id or 0
    tables = await caller.office.tables.to_choose(place, caller.user_id, caller.guild_id)
    shown = [await _told(caller, table) for table in tables]
    await caller.show(own_tables_screen(shown, caller.words))


async def _told(caller: Caller, table: Table) -> OwnTable:
    row = table.row
    place = f"<#{row.place_id or row.channel_id}>"
    if table.unreadable is not None:
        return OwnTable(table.id, place, unreadable=table.unreadable)
    facts = await caller.office.facts.of(table, caller.words)
    seat, kept = table.seat_of(caller.user_id), table.state.kept_seat(caller.user_id)
    is_his = seat is not None or kept is not None
    return OwnTable(table.id, place, parse_rules(row.rules), facts, table.asked(), seat, is_his)
