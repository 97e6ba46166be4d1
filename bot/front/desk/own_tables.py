"""The ``/hand`` command: finds the user's table without a message of it."""

from bot.front.desk.context import Context, TableContext
from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.render.server.own_tables import OwnTable, own_tables_screen
from bot.tables import Table
from bot.terms import ENDED_STATUSES


async def find_own_table(context: Context, game: int | None) -> TableContext | None:
    """Return the requested table; None where several fit, and then show these to choose from.

    The user may have no message of the table: a deleted one is posted again.
    """
    office, place = context.services, context.interaction.channel_id or 0
    if game is not None:
        table = await office.tables.get(game)
    else:
        try:
            table = await office.tables.find_here_or_last(place, context.user_id, context.guild_id)
        except Refused as refused:
            if refused.reason is not Refusal.SEVERAL_TABLES_HERE:
                raise
            await _ask_table(context)
            return None
    visit = context.at_table(table)
    if table.row.status not in ENDED_STATUSES:
        await office.painter.redraw(table)
    return visit


async def _ask_table(context: Context) -> None:
    place = context.interaction.channel_id or 0
    tables = await context.services.tables.list_candidates(place, context.user_id, context.guild_id)
    shown = [await _own_table(context, table) for table in tables]
    await context.show(own_tables_screen(shown, context.words))


async def _own_table(context: Context, table: Table) -> OwnTable:
    row = table.row
    place = f"<#{row.place_id or row.channel_id}>"
    if table.load_refusal is not None:
        return OwnTable(table.id, place, unreadable=table.load_refusal)
    facts = await context.services.table_data.of(table, context.words)
    seat, kept = table.seat_of(context.user_id), table.state.reserved_seat(context.user_id)
    is_his = seat is not None or kept is not None
    return OwnTable(
        table.id, place, parse_rules(row.rules), facts, table.seat_to_act(), seat, is_his
    )
