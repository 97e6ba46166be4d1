"""Seats of a lobby: chosen, exchanged, freed."""

from typing import assert_never

from bot.deeds import lobby as deeds
from bot.deeds.lobby import LobbyDeed
from bot.front.desk import changing, showing
from bot.front.desk.context import Visit
from bot.front.members import is_bot
from bot.refusals import Refusal, Refused
from bot.render.table.lobby_more import invite_screen
from bot.tables import lobby
from bot.tables.state import refuse_unless_lobby
from bot.terms import Summoning


async def in_lobby(visit: Visit, deed: LobbyDeed) -> None:
    """Carry out a lobby command."""
    match deed:
        case deeds.Seats():
            await showing.seats(visit)
        case deeds.Sit(seat):
            await visit.office.names.remember(visit.interaction.user)
            await visit.change(lobby.sit, visit.user_id, seat)
            await showing.seats(visit)
        case deeds.Remove(seat, user_id):
            await _remove(visit, seat, user_id)
        case deeds.StartFilled():
            await changing.start(visit, filled=True)
        case deeds.Invite(invited):
            await _invite(visit, invited)
        case deeds.Come():
            await changing.come(visit)
        case _:
            assert_never(deed)


async def _invite(visit: Visit, invited: int | None) -> None:
    """Mention a user on behalf of a seated player; limited per user and table."""
    table, office = visit.table, visit.office
    refuse_unless_lobby(table.state)
    table.seat_needed(visit.user_id)
    facts = await office.facts.of(table, visit.words)
    if invited is None:
        await visit.show(invite_screen(facts, visit.words))
        return
    if table.seat_of(invited) is not None or is_bot(visit.interaction, invited):
        raise Refused(Refusal.INVITE_NOT_HIM)
    if (await office.languages.person(invited)).summoning is Summoning.NEVER:
        raise Refused(Refusal.INVITE_UNWANTED)
    office.invitations.call(table, invited)
    office.painter.notices.invited(table, invited, await office.names.of(visit.user_id))
    await visit.show(invite_screen(facts, visit.words, visit.words.say("invite.done")))


async def _remove(visit: Visit, seat: int, user_id: int) -> None:
    """Remove a user and mention them; they may sit down again."""
    await visit.change(lobby.remove, visit.user_id, seat, user_id)
    if user_id not in (lobby.ROBOT, visit.user_id):
        visit.office.painter.notices.removed(visit.table, user_id)
    await showing.seats(visit)
