"""Handlers that change a table, or propose a change of it, such as handing a seat over."""

from typing import assert_never

from bot.discord_ui.channels import require_posting_rights
from bot.discord_ui.components import is_bot_user
from bot.discord_ui.handlers import registry, table_pages
from bot.discord_ui.handlers.context import TableContext
from bot.discord_ui.handlers.registry import handles
from bot.discord_ui.responses import is_private_click
from bot.discord_ui.start_times import zone_of
from bot.engine import deal, rules
from bot.engine.game import stage_of
from bot.model.enums import ENDED_STATUSES, LeaveOutcome, Proposal, Status
from bot.model.refusals import Refusal, Refused
from bot.render.hand.dialogs import handover_screen
from bot.tables import changes, leaving, moves, state, take_backs, voting
from bot.ui_commands import play_commands
from bot.ui_commands.play_commands import ChooseSuccessor, OfferSeat


@handles(play_commands.JoinTable, once=True)
async def join_table(context: TableContext, _: play_commands.JoinTable) -> None:
    await context.services.names.remember(context.interaction.user)
    if context.table.state.reserved_seat(context.user_id) is not None:
        await return_to_table(context, play_commands.ReturnToSeat())
        return
    await context.change(changes.join, context.user_id)
    await table_pages.acknowledge_joining(context)


@handles(play_commands.AcceptInvitation, once=True)
async def accept_invitation(context: TableContext, _: play_commands.AcceptInvitation) -> None:
    """Accept an invitation; a user already seated sees their lobby page or hand."""
    state.refuse_if_over(context.table.state)
    if context.table.state.seat_of(context.user_id) is not None:
        await table_pages.show_hand_page(context)
    elif context.table.row.status is not Status.LOBBY:
        await join_table(context, play_commands.JoinTable())
    else:
        await context.services.names.remember(context.interaction.user)
        await context.change(changes.join, context.user_id)
        await table_pages.show_hand_page(context, context.words.say("done.come"))


@handles(play_commands.LeaveTable, once=True)
async def leave_table(context: TableContext, command: play_commands.LeaveTable) -> None:
    """Leave; in a match after a confirmation that names the consequence."""
    how = _leaving_consequence(context)
    if how is None or command.is_confirmed:
        await _leave(context, how)
    else:
        await table_pages.confirm_leave(context, how)


@handles(play_commands.ConfirmLeave, once=True)
async def leave_as_confirmed(context: TableContext, command: play_commands.ConfirmLeave) -> None:
    """Leave with the confirmed consequence; ask again if it has changed."""
    how = _leaving_consequence(context)
    if how is None or how is command.consequence:
        await _leave(context, how)
    else:
        await table_pages.confirm_leave(context, how)


async def _leave(context: TableContext, how: LeaveOutcome | None) -> None:
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
    return leaving.leave_outcome(
        context.table.state, context.table.state.require_seat(context.user_id)
    )


@handles(play_commands.AddRobot, once=True)
async def add_robot_to_lobby(context: TableContext, command: play_commands.AddRobot) -> None:
    """Add a robot; a slash command may name its level."""
    await context.change(changes.add_robot, context.user_id, command.level)
    await table_pages.acknowledge_lobby(context)


@handles(play_commands.SetLevel)
async def set_robot_level(context: TableContext, command: play_commands.SetLevel) -> None:
    """Set the level of all robots in the lobby."""
    await context.change(changes.set_level, context.user_id, command.level)
    await table_pages.acknowledge_lobby(context)


@handles(play_commands.StartGame)
async def start_game(context: TableContext, _: play_commands.StartGame) -> None:
    """Start the game; where seats are free, ask the host about robots for them."""
    await _start_game(context, filled=False)


@handles(play_commands.StartWithRobots)
async def start_with_robots(context: TableContext, _: play_commands.StartWithRobots) -> None:
    """Start the game with robots on the free seats."""
    await _start_game(context, filled=True)


async def _start_game(context: TableContext, *, filled: bool) -> None:
    """Start the game, in a thread where permitted; the host's hand is the response."""
    table, services = context.table, context.services
    async with table.placement_lock:
        state.refuse_unless_host_in_lobby(table.state, context.user_id)
        if changes.free_seats(table.state) and not filled:
            await table_pages.confirm_robots(context)
            return
        if context.interaction.channel_id == (table.row.place_id or table.row.channel_id):
            require_posting_rights(context.interaction)
        rights, channel = context.interaction.app_permissions, context.interaction.channel
        if (room := await services.threads.thread_parent(table, channel, rights)) is not None:
            await context.defer()
        draw = services.driver.draw_for(table)
        guild = await services.store.preferences.guild(table.row.guild_id)
        begin = changes.fill_and_start if filled else moves.start_match
        await services.notifier.note_start(table, context.user_id)
        async with services.threads.open_thread(table, room) as left:
            await context.change(begin, context.user_id, draw, zone_of(guild.zone))
    try:
        await context.show_hand()
    finally:
        if left is not None:
            await services.painter.close_lobby(table, table.row.channel_id, left)


@handles(play_commands.SetClock)
async def set_table_clock(context: TableContext, command: play_commands.SetClock) -> None:
    """Set the time per move; without a value, ask the host."""
    if command.clock is not None:
        await context.change(changes.set_clock, context.user_id, command.clock)
    await table_pages.ask_clock(context)


@handles(play_commands.SetFriendly)
async def set_table_friendly(context: TableContext, command: play_commands.SetFriendly) -> None:
    """Make the table friendly or rated; a friendly one counts in no ranking and allows hints."""
    await context.change(changes.set_friendly, context.user_id, command.friendly)
    await table_pages.acknowledge_lobby(context)


@handles(play_commands.NextDeal)
async def deal_next(context: TableContext, _: play_commands.NextDeal) -> None:
    with context.services.notifier.note_deal_request(context.table, context.user_id):
        await context.services.driver.next_deal(context.table, context.user_id)
    context.mark_stored()
    await context.show_hand_or_nothing()


@handles(play_commands.ReturnToSeat, once=True)
async def return_to_table(context: TableContext, _: play_commands.ReturnToSeat) -> None:
    """Show the hand; between two deals it holds nothing, so a sentence confirms the return."""
    await context.change(leaving.rejoin_match, context.user_id)
    game = context.table.game
    is_between = game is not None and stage_of(game) is deal.Stage.BETWEEN
    await context.show_hand(note=context.words.say("hand.returned") if is_between else "")


@handles(play_commands.ProposePause, once=True)
async def propose_pause(context: TableContext, _: play_commands.ProposePause) -> None:
    await context.change(changes.propose, context.user_id, changes.PAUSE_VOTE)
    await table_pages.acknowledge_vote(context)


@handles(play_commands.ResumeGame, once=True)
async def resume_game(context: TableContext, _: play_commands.ResumeGame) -> None:
    await context.change(changes.resume, context.user_id)
    await context.show_hand_or_nothing()


@handles(play_commands.ProposeStop)
async def propose_stop(context: TableContext, command: play_commands.ProposeStop) -> None:
    """Propose an early end after a confirmation, because it cannot be undone."""
    context.table.state.require_seat(context.user_id)
    if not command.is_confirmed:
        await table_pages.confirm_stop(context)
        return
    await context.change(changes.propose, context.user_id, changes.STOP_VOTE)
    await table_pages.acknowledge_vote(context)


@handles(play_commands.CastVote)
async def answer_vote(context: TableContext, command: play_commands.CastVote) -> None:
    """Vote on the proposal that the button names; by now another one may be open."""
    in_the_hand = context.table.state.is_take_back_open() and is_private_click(context.interaction)
    was_seated = context.table.state.seat_of(context.user_id) is not None
    try:
        if command.agrees:
            await agree_to_vote(context, command.about)
        else:
            await context.change(voting.decline, context.user_id, command.about)
    except Refused as refused:
        if refused.reason is not Refusal.STALE:
            raise
        await _ask_current_vote(context, command, refused)
        return
    if not was_seated and context.table.state.seat_of(context.user_id) is not None:
        await context.show_hand(note=context.words.say("done.seated"))
    else:
        await (context.show_hand() if in_the_hand else table_pages.acknowledge_vote(context))


async def _ask_current_vote(
    context: TableContext, command: play_commands.CastVote, refused: Refused
) -> None:
    """Show the current proposal; redraw a table with buttons that do not name theirs."""
    if command.about is None:
        await context.services.painter.redraw(context.table)
    if not is_private_click(context.interaction):
        raise refused
    note = context.services.responder.render_refusal(refused, context.words)
    if (
        context.table.state.is_take_back_open()
        and context.table.state.seat_of(context.user_id) is not None
    ):
        await context.show_hand(note=note)
    else:
        await table_pages.show_more_page(context, note)


@handles(play_commands.TakeBackLastAction, once=True)
async def take_back_last_action(
    context: TableContext, command: play_commands.TakeBackLastAction
) -> None:
    """Take back the user's last action; a refusal appears in their hand."""
    note = ""
    try:
        await context.change(take_backs.request_take_back, context.user_id, command.line)
    except (Refused, rules.IllegalAction) as error:
        if context.table.state.seat_of(context.user_id) is None or context.table.game is None:
            raise
        note = context.services.responder.render_refusal(error, context.words)
    await context.show_hand(note=note)


@handles(play_commands.CloseTable)
async def close_table(context: TableContext, command: play_commands.CloseTable) -> None:
    """Close a table: a host their lobby, a manager any table; players propose an end."""
    row = context.table.row
    if (refusal := context.table.load_refusal) is not None:
        await _close_unreadable(context, refusal)
        return
    if row.status in ENDED_STATUSES:
        raise Refused(Refusal.TABLE_OVER)
    if row.status is Status.LOBBY and (row.host_id == context.user_id or context.can_manage()):
        await _close(context, play_commands.CloseMode.VOID)
    elif not context.can_manage():
        await propose_stop(context, play_commands.ProposeStop())
    elif command.mode is None:
        await table_pages.ask_close_mode(context)
    else:
        await _close(context, command.mode)


async def _close_unreadable(context: TableContext, refusal: Refusal) -> None:
    """End an unreadable table, on behalf of a manager.  Raises ``refusal`` for other users."""
    if not context.can_manage():
        raise Refused(refusal)
    await context.services.tables.void_unreadable(context.table)
    context.mark_stored()
    await table_pages.acknowledge_close(context)


async def _close(context: TableContext, mode: play_commands.CloseMode) -> None:
    match mode:
        case play_commands.CloseMode.SCORED:
            await context.change(moves.end_match)
        case play_commands.CloseMode.VOID:
            await context.change(changes.annul)
        case _:
            assert_never(mode)
    await table_pages.acknowledge_close(context)


@handles(play_commands.OpenRematch, once=True)
async def open_rematch(context: TableContext, _: play_commands.OpenRematch) -> None:
    context.table.state.require_seat(context.user_id)
    await context.services.quotas.count_table(context.user_id, context.table.row.guild_id)
    await context.services.tables.rematch(context.table, context.user_id)
    context.mark_stored()
    await context.acknowledge()


# Handing a seat over to another user: the choice, the proposal, and the successor's consent.


@registry.handles(ChooseSuccessor)
async def ask_successor(context: TableContext, command: ChooseSuccessor) -> None:
    """Ask for the successor; only for a seat that may be handed over."""
    context.table.state.require_game()
    seat, own = command.seat, context.table.state.require_seat(context.user_id)
    facts = await context.services.table_data.of(context.table, context.words)
    if seat != own and not facts.seats_left()[seat : seat + 1] == (True,):
        raise Refused(Refusal.NOT_YOUR_SEAT)
    await context.show(
        handover_screen(table_pages.view_of_user(context), facts, context.words, seat)
    )


@registry.handles(OfferSeat)
async def offer_seat_to(context: TableContext, command: OfferSeat) -> None:
    """Propose a vote that needs the successor's consent too; mention them at most once a while."""
    successor = command.user_id
    if is_bot_user(context.interaction, successor):
        raise Refused(Refusal.SUCCESSOR_ROBOT)
    is_new = await context.change(voting.offer_seat, context.user_id, command.seat, successor)
    if is_new and _is_consent_missing(context, successor) and _may_mention(context, successor):
        context.services.painter.announcements.mention_successor(context.table, successor)
    await table_pages.acknowledge_vote(context)


def _is_consent_missing(context: TableContext, successor: int) -> bool:
    """True if the successor's consent is still missing: their own vote may have come first."""
    return (
        context.table.state.seat_of(successor) is None
        and successor in context.table.state.missing_voters()
    )


def _may_mention(context: TableContext, successor: int) -> bool:
    """True if nobody has mentioned the successor recently."""
    try:
        context.services.invitation_quota.count(context.table, successor)
    except Refused:
        return False
    return True


async def agree_to_vote(context: TableContext, about: Proposal | None) -> None:
    """Vote for the proposal ``about``, if it is still the open one.

    If the successor sits at too many tables, the other voters get SUCCESSOR_BUSY.
    """
    successor = next((vote.successor for vote in context.table.state.open_votes()), None)
    if successor == context.user_id:
        await context.services.names.remember(context.interaction.user)
    try:
        await context.change(voting.approve, context.user_id, about)
    except Refused as refused:
        is_too_busy = refused.reason is Refusal.TOO_MANY_TABLES_OF_YOURS
        if is_too_busy and successor != context.user_id:
            raise Refused(Refusal.SUCCESSOR_BUSY) from refused
        raise
