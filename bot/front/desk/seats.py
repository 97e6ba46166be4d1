"""Seats of a lobby: chosen, exchanged, taken away."""

from typing import assert_never

from bot.deeds import lobby as deeds
from bot.deeds.lobby import LobbyDeed
from bot.front.desk import changing, showing
from bot.front.desk.context import Visit
from bot.tables import lobby


async def in_lobby(visit: Visit, deed: LobbyDeed) -> None:
    """Carry out a deed of a table that has not started."""
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
        case _:
            assert_never(deed)


async def _remove(visit: Visit, seat: int, user_id: int) -> None:
    """Who is removed hears of it, and may sit down again."""
    await visit.change(lobby.remove, visit.user_id, seat, user_id)
    if user_id not in (lobby.ROBOT, visit.user_id):
        visit.office.painter.notices.removed(visit.table, user_id)
    await showing.seats(visit)
