"""Handlers that change a table, or propose a change of it."""

from typing import assert_never

from bot.discord_ui.channels import require_posting_rights
from bot.discord_ui.handlers import handover, table_pages
from bot.discord_ui.handlers.context import TableContext
from bot.discord_ui.responses import is_private_click
from bot.discord_ui.time_parsing import zone_of
from bot.engine.rule_errors import IllegalAction
from bot.model.enums import ENDED_STATUSES, Clock, LeaveOutcome, Status
from bot.model.refusals import Refusal, Refused
from bot.presets import parse_rules
from bot.tables import changes, leaving, lobby_changes, moves, take_backs, voting
from bot.tables.state import refuse_if_over, refuse_unless_host_in_lobby
from bot.ui_commands.play_commands import CastVote, CloseMode, ConfirmLeave, LeaveTable


async def join_table(context: TableContext) -> None:
    await context.services.names.remember(context.interaction.user)
    if context.table.state.reserved_seat(context.user_id) is not None:
        await return_to_table(context)
        return
    await context.change(changes.join, context.user_id)
    await table_pages.acknowledge_joining(context)


async def accept_invitation(context: TableContext) -> None:
    """Accept an invitation; a user already seated sees their lobby page or hand."""
    refuse_if_over(context.table.state)
    if context.table.seat_of(context.user_id) is not None:
        await table_pages.show_hand_page(context)
    elif context.table.row.status is not Status.LOBBY:
        await join_table(context)
    else:
        await context.services.names.remember(context.interaction.user)
        await context.change(changes.join, context.user_id)
        await table_pages.show_hand_page(context, context.words.say("done.come"))


async def leave_table(context: TableContext, command: LeaveTable | ConfirmLeave) -> None:
    """Leave after a confirmation that names the consequence; ask again if it has changed."""
    how = _leaving_consequence(context)
    if how is not None and command not in (ConfirmLeave(how), LeaveTable(is_confirmed=True)):
        await table_pages.confirm_leave(context, how)
        return
    try:
        await context.change(changes.leave, context.user_id, how)
    except Refused as refused:
        if refused.reason is not Refusal.STALE or (by_now := _leaving_consequence(context)) is None:
            raise
        await table_pages.confirm_leave(context, by_now)
        return
    context.services.live_hands.drop(context.table.id, context.user_id)
    await table_pages.acknowledge_leaving(context, how)


def _leaving_consequence(context: TableContext) -> LeaveOutcome | None:
    return leaving.leave_outcome(context.table.state, context.table.require_seat(context.user_id))


async def add_robot_to_lobby(context: TableContext, level: str) -> None:
    """Add a robot, for a command perhaps with its level."""
    await context.change(changes.add_robot, context.user_id, level)
    await table_pages.acknowledge_lobby(context)


async def set_robot_level(context: TableContext, level: str) -> None:
    """Set the level of all robots in the lobby."""
    await context.change(changes.set_level, context.user_id, level)
    await table_pages.acknowledge_lobby(context)


async def start_game(context: TableContext, *, filled: bool = False) -> None:
    """Start the game, in a thread where permitted; the host's hand is the response.

    ``filled``: with robots on the free seats; otherwise the host is asked about them.
    """
    table, office = context.table, context.services
    async with table.placement_lock:
        refuse_unless_host_in_lobby(table.state, context.user_id)
        if changes.free_seats(table.state) and not filled:
            await table_pages.confirm_robots(context)
            return
        if context.interaction.channel_id == (table.row.place_id or table.row.channel_id):
            require_posting_rights(context.interaction)
        rights, channel = context.interaction.app_permissions, context.interaction.channel
        if (room := await office.threads.thread_parent(table, channel, rights)) is not None:
            await context.defer()
        draw = office.driver.draw(parse_rules(table.row.rules))
        guild = await office.store.preferences.guild(table.row.guild_id)
        begin = lobby_changes.start_with_robots if filled else moves.start_match
        await office.notifier.note_start(table, context.user_id)
        async with office.threads.open_thread(table, room) as left:
            await context.change(begin, context.user_id, draw, zone_of(guild.zone))
    try:
        await context.show_hand()
    finally:
        if left is not None:
            await office.painter.close_lobby(table, table.row.channel_id, left)


async def set_table_clock(context: TableContext, clock: Clock | None) -> None:
    """Set the time per move; without a value, ask the host."""
    if clock is not None:
        await context.change(changes.set_clock, context.user_id, clock)
    await table_pages.ask_clock(context)


async def set_table_friendly(context: TableContext, *, friendly: bool) -> None:
    """Make the table friendly or rated; a friendly one counts in no ranking and allows hints."""
    await context.change(changes.set_friendly, context.user_id, friendly)
    await table_pages.acknowledge_lobby(context)


async def deal_next(context: TableContext) -> None:
    with context.services.notifier.note_deal_request(context.table, context.user_id):
        await context.services.driver.next_deal(context.table, context.user_id)
    context.mark_stored()
    await context.show_hand_or_nothing()


async def return_to_table(context: TableContext) -> None:
    await context.change(leaving.rejoin_match, context.user_id)
    await context.show_hand()


async def propose_pause(context: TableContext) -> None:
    await context.change(changes.propose, context.user_id, changes.PAUSE_VOTE)
    await table_pages.acknowledge_vote(context)


async def resume_game(context: TableContext) -> None:
    await context.change(changes.resume, context.user_id)
    await context.show_hand_or_nothing()


async def propose_stop(context: TableContext, *, is_confirmed: bool) -> None:
    """Propose an early end after a confirmation, because it cannot be undone."""
    context.table.require_seat(context.user_id)
    if not is_confirmed:
        await table_pages.confirm_stop(context)
        return
    await context.change(changes.propose, context.user_id, changes.STOP_VOTE)
    await table_pages.acknowledge_vote(context)


async def answer_vote(context: TableContext, command: CastVote) -> None:
    """Vote on the proposal that the button names; by now another one may be open."""
    in_the_hand = context.table.state.is_take_back_open() and is_private_click(context.interaction)
    try:
        if command.agrees:
            await handover.agree_to_vote(context, command.about)
        else:
            await context.change(voting.decline, context.user_id, command.about)
    except Refused as refused:
        if refused.reason is not Refusal.STALE:
            raise
        await _ask_current_vote(context, command, refused)
        return
    await (context.show_hand() if in_the_hand else table_pages.acknowledge_vote(context))


async def _ask_current_vote(context: TableContext, command: CastVote, refused: Refused) -> None:
    """Show the current proposal; redraw a table with buttons that do not name theirs."""
    if command.about is None:
        await context.services.painter.redraw(context.table)
    if not is_private_click(context.interaction):
        raise refused
    note = context.services.responder.render_refusal(refused, context.words)
    if (
        context.table.state.is_take_back_open()
        and context.table.seat_of(context.user_id) is not None
    ):
        await context.show_hand(note=note)
    else:
        await table_pages.show_more(context, note)


async def take_back_last_action(context: TableContext, line: int | None) -> None:
    """Take back the user's last action; a refusal appears in their hand."""
    note = ""
    try:
        await context.change(take_backs.request_take_back, context.user_id, line)
    except (Refused, IllegalAction) as error:
        if context.table.seat_of(context.user_id) is None or context.table.game is None:
            raise
        note = context.services.responder.render_refusal(error, context.words)
    await context.show_hand(note=note)


async def close_table(context: TableContext, mode: CloseMode | None) -> None:
    """Close a table: a host their lobby, a manager any table; players propose an end."""
    row = context.table.row
    if row.status in ENDED_STATUSES:
        raise Refused(Refusal.TABLE_OVER)
    if row.status is Status.LOBBY and (row.host_id == context.user_id or context.can_manage()):
        await _close(context, CloseMode.VOID)
    elif not context.can_manage():
        await propose_stop(context, is_confirmed=False)
    elif mode is None:
        await table_pages.ask_close_mode(context)
    else:
        await _close(context, mode)


async def close_unreadable(context: TableContext) -> None:
    """End an unreadable table, on behalf of a manager."""
    await context.services.tables.void_unreadable(context.table)
    context.mark_stored()
    await table_pages.acknowledge_close(context)


async def _close(context: TableContext, mode: CloseMode) -> None:
    match mode:
        case CloseMode.SCORED:
            await context.change(moves.end_match)
        case CloseMode.VOID:
            await context.change(changes.annul)
        case _:
            assert_never(mode)
    await table_pages.acknowledge_close(context)


async def open_rematch(context: TableContext) -> None:
    context.table.require_seat(context.user_id)
    await context.services.quotas.count_table(context.user_id, context.table.row.guild_id)
    await context.services.tables.rematch(context.table, context.user_id)
    context.mark_stored()
    await context.acknowledge()
