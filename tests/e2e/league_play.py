"""Matches of a league played by their people, without a button: one deal, then all agree to stop.

The season is what is tested; what a table shows is tested elsewhere.
"""

from contextlib import suppress
from random import Random

from bot.engine.deal import Stage
from bot.engine.game import legal_actions, stage_of, to_act
from bot.engine.notation import format_action
from bot.model.enums import Status
from bot.model.refusals import Refused
from bot.tables import Table, changes, moves
from tests.support.room import Room


def games_in(room: Room, status: Status) -> list[int]:
    """Return the games of leagues in a status."""
    sql = "SELECT game_id FROM league_game JOIN game USING (game_id) WHERE status = ?"
    return [int(row["game_id"]) for row in room.read(sql, status)]


async def play_all(room: Room, chance: Random) -> int:
    """Play every match of a league that is in play; return how many."""
    games = games_in(room, Status.PLAYING)
    for game in games:
        with room.env._bot_scope():  # whose clock it is
            await play_match(room, await room.bot.parts.tables.get(game), chance)
    await room.env.settle()
    return len(games)


async def play_match(room: Room, table: Table, chance: Random) -> None:
    """Play one deal with acts by lot, then let everybody propose to stop."""
    for _ in range(400):
        game = table.state.game
        assert game is not None
        if stage_of(game) is Stage.BETWEEN and game.carry.number:
            break
        seat = to_act(game)
        if seat is None or seat < 0:
            await room.env.settle()
            continue
        user = table.state.seat_holder(seat).user_id
        assert user is not None
        action = chance.choice(legal_actions(game, seat))
        with suppress(Refused):  # the bot has moved on meanwhile
            await table.change(moves.act, user, table.row.version, format_action(action))
    for user in table.state.human_ids():
        if table.row.status is Status.PLAYING:
            await table.change(changes.propose, user, "stop")
    assert table.row.status is Status.OVER, table.row.status
