"""Every hand asks whether the newest act may be taken back; no deal is replayed for it."""

from random import Random

import pytest

from bot.engine.actions import Claim, Deck
from bot.engine.cards import PACK, TABLE_SEAT
from bot.engine.game import legal_actions, to_act
from bot.engine.notation import format_action
from bot.tables import moves, take_backs
from tests.tables.conftest import House
from tests.tables.test_take_backs import SEATED, people_at


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("preset", ["sochi", "serbian", "austrian"])
async def test_no_deal_is_replayed_for_an_act_since_the_start(house: House, preset: str) -> None:
    """Nor after acts of robots: the game before it is known, and so is all that was sealed."""
    table, chance = await people_at(house, preset), Random(preset)
    may, sealed = list[bool](), 0
    while (game := table.state.require_game()).carry.number < 6:
        seat = to_act(game)
        assert seat is not None
        if seat == TABLE_SEAT:
            await table.act_for(
                TABLE_SEAT, table.version, Deck(tuple(chance.sample(PACK, 32))), "table"
            )
            continue
        said = [one for one in legal_actions(game, seat) if not isinstance(one, Claim)]
        one = next(
            (one for one in said if format_action(one) in ("bid S", "fund")), chance.choice(said)
        )
        if chance.random() < 0.4:
            await table.change(moves.act, SEATED[seat], table.version, format_action(one))
        else:
            await table.act_for(seat, table.version, one, "table")
        last = take_backs.last_human_action(table.state)
        newest = table.newest_act
        assert last == (None if newest is None else newest.line)
        found = take_backs.last_own_action(table.state, newest)
        assert found == take_backs.last_own_action(table.state)
        may.append(found is not None)
        sealed += newest is not None and len(newest.games) > 1
    assert len(may) > 80
    assert set(may) == {True, False}
    assert (sealed > 0) == (preset == "austrian")
