"""Seats of a lobby: chosen, exchanged, freed."""

from typing import assert_never

from bot.deeds import lobby as deeds
from bot.deeds.lobby import LobbyCommand
from bot.front.desk import changing, showing
from bot.front.desk.context import TableContext
from bot.front.members import is_bot_user
from bot.refusals import Refusal, Refused
from bot.render.table.lobby_more import invite_screen
from bot.tables import lobby
from bot.tables.state import refuse_unless_lobby
from bot.terms import NotifyWhen


async def run_lobby_command(context: TableContext, command: LobbyCommand) -> None:
    """Carry out a lobby command."""
    match command:
        case deeds.ShowSeats():
            await showing.show_seats(context)
        case deeds.TakeSeat(seat):
            await context.services.names.remember(context.interaction.user)
            await context.change(lobby.take_seat, context.user_id, seat)
            await showing.show_seats(context)
        case deeds.RemoveFromSeat(seat, user_id):
            await _remove(context, seat, user_id)
        case deeds.StartWithRobots():
            await changing.start_game(context, filled=True)
        case deeds.InviteUser(invited):
            await _invite(context, invited)
        case deeds.AcceptInvitation():
            await changing.accept_invitation(context)
        case _:
            assert_never(command)


async def _invite(context: TableContext, invited: int | None) -> None:
    """Mention a user on behalf of a seated player; limited per user and table."""
    table, office = context.table, context.services
    refuse_unless_lobby(table.state)
    table.require_seat(context.user_id)
    facts = await office.table_data.of(table, context.words)
    if invited is None:
        await context.show(invite_screen(facts, context.words))
        return
    if table.seat_of(invited) is not None or is_bot_user(context.interaction, invited):
        raise Refused(Refusal.INVITE_NOT_HIM)
    if (await office.preferences.person(invited)).summoning is NotifyWhen.NEVER:
        raise Refused(Refusal.INVITE_UNWANTED)
    office.invitation_quota.count(table, invited)
    office.painter.announcements.mention_invited_user(
        table, invited, await office.names.name_of(context.user_id)
    )
    await context.show(invite_screen(facts, context.words, context.words.say("invite.done")))


async def _remove(context: TableContext, seat: int, user_id: int) -> None:
    """Remove a user and mention them; they may sit down again."""
    await context.change(lobby.remove_from_seat, context.user_id, seat, user_id)
    if user_id not in (lobby.ROBOT_OCCUPANT, context.user_id):
        context.services.painter.announcements.mention_removed_user(context.table, user_id)
    await showing.show_seats(context)
