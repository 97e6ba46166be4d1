"""Keeps the deals of a table closed that another table of its event may still be dealt.

Everything that shows what was dealt, bid, played or won is listed here; a test finds a command that
is in no list.  The players of a table see their own game as at any table.
"""

from typing import Final

from bot.discord_ui.handlers.context import TableContext
from bot.model.refusals import Refusal, Refused
from bot.ui_commands import deal_commands, play_commands, server_commands, view_commands
from bot.ui_commands.codec import TableCommand

OF_A_DEAL: Final = (
    view_commands.ShowDeal,
    view_commands.TakeDealAlong,
    view_commands.ReplayDeal,
    view_commands.ShareDeal,
    view_commands.AnimateDeal,
    view_commands.ShowBestLine,
    view_commands.ShowCalls,
    view_commands.ShowPostMortem,
    view_commands.ShowNextMistake,
    view_commands.StepThroughDeal,
    deal_commands.PlayDealAgain,
)
"""Pages of one scored deal: closed to everybody until the deal is open."""

OF_A_MATCH: Final = (
    view_commands.ShowMatch,
    deal_commands.ExportMatch,
    play_commands.VerifyDeck,
)
"""Pages of the whole match, and its seeds: closed to everybody until all deals are open."""

OF_A_TABLE: Final = (
    play_commands.AskForHand,
    play_commands.ShowHand,
    play_commands.ShowKibitzPage,
    play_commands.ExplainBarredActions,
    server_commands.ShowHelp,
    view_commands.ShowLastTrick,
    view_commands.ShowMorePage,
    view_commands.ShowScore,
    view_commands.ShowSettlement,
    view_commands.ShowTableInWords,
)
"""Pages of the game as it stands: for its own players until all deals are open."""


async def refuse_sealed_command(context: TableContext, command: TableCommand) -> None:
    """Raise Refused for a command whose page would show a deal that is not open."""
    row, tables = context.table.row, context.services.tables
    if not row.event:
        return
    if isinstance(command, play_commands.ShowHint):
        raise Refused(Refusal.EVENT_FIXED)
    if isinstance(command, OF_A_MATCH):
        await tables.refuse_sealed_deal(row)
    elif isinstance(command, OF_A_DEAL):
        newest = await tables.services.store.reviews.newest_deal(row.game_id)
        await tables.refuse_sealed_deal(row, command.deal or newest)
    elif isinstance(command, OF_A_TABLE) and not _is_player(context):
        is_lobby = row.started_at is None
        if not is_lobby and not await tables.is_deal_open(row):
            raise Refused(Refusal.EVENT_PLAYERS_ONLY)


def _is_player(context: TableContext) -> bool:
    state = context.table.state
    seat = state.seat_of(context.user_id)
    return seat is not None or state.reserved_seat(context.user_id) is not None
