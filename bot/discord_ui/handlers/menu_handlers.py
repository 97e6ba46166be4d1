"""Handlers of the menus of messages and users: a deal replayed or analysed, an invitation."""

import discord

from bot.discord_ui.components import shown_deal
from bot.discord_ui.handlers.context import Context, TableContext
from bot.discord_ui.handlers.registry import run_table_command
from bot.model.enums import ENDED_STATUSES, Status
from bot.model.refusals import Refusal, Refused
from bot.tables import Table
from bot.ui_commands.play_commands import InviteUser
from bot.ui_commands.view_commands import DealBoundary, ReplayDeal, ShowMatch, ShowPostMortem


async def replay_message(context: Context, message: discord.Message) -> None:
    """Replay the deal of a message from its first card, or show its finished match."""
    table, deal = await _deal_of(context, message)
    command = ShowMatch() if deal is None else ReplayDeal(deal, DealBoundary.FIRST)
    await run_table_command(table, command)


async def analyse_message(context: Context, message: discord.Message) -> None:
    """Show the post-mortem of the deal of a message, or of the last one of its match."""
    table, deal = await _deal_of(context, message)
    await run_table_command(table, ShowPostMortem(deal))


async def _deal_of(context: Context, message: discord.Message) -> tuple[TableContext, int | None]:
    """Return the table and the scored deal of a message; None for a finished match.

    Raises Refused, with a reason for each message that has none.
    """
    own = context.interaction.client.user
    found = shown_deal(message) if own is not None and message.author.id == own.id else None
    if found is None:
        raise Refused(Refusal.MENU_NO_DEAL)
    table = await _stored_table(context, found.game)
    if table.row.guild_id != context.guild_id:
        raise Refused(Refusal.MENU_OTHER_SERVER)
    if found.deal is None and table.row.status not in ENDED_STATUSES:
        raise Refused(Refusal.MENU_DEAL_RUNNING)
    return context.at_table(table), found.deal


async def _stored_table(context: Context, game: int) -> Table:
    try:
        return await context.services.tables.get(game)
    except Refused as refused:
        if refused.reason is not Refusal.UNKNOWN_TABLE:
            raise
        raise Refused(Refusal.MENU_MATCH_GONE) from refused


async def invite_to_own_table(context: Context, user_id: int) -> None:
    """Invite a user to the lobby at which the caller sits on this server.  Raises Refused."""
    tables, place = context.services.tables, context.interaction.channel_id or 0
    seated = [
        table
        for table in await tables.list_candidates(place, context.user_id, context.guild_id)
        if table.state.seat_of(context.user_id) is not None
    ]
    lobbies = [table for table in seated if table.row.status is Status.LOBBY]
    if not seated:
        raise Refused(Refusal.NO_TABLE_HERE)
    if len(lobbies) > 1:
        raise Refused(Refusal.SEVERAL_TABLES_HERE)
    table = (lobbies or seated)[0]
    await run_table_command(context.at_table(table), InviteUser(user_id))
