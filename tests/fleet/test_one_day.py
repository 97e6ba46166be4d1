"""The six deals of one day on the servers of two processes: one seed, one course of each person."""

import asyncio
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from tools.fleet.processes import launched
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.players import Players
from tools.siege.shapes import Place, words_of
from tools.siege.six_deals import Field, Player

pytestmark = [pytest.mark.process, pytest.mark.slow]


async def test_one_day_on_all_shards(tmp_path: Path) -> None:
    """Ana plays by turns on both servers, Boris on one; both do the same."""
    world = SimulatedDiscord(guilds=2, shards=2)
    here, there = sorted((Place(0, 0), Place(1, 0)), key=world.shard_of)
    async with launched(world, tmp_path) as yard:
        field = Field(Players(yard, Random(1)), 2, 60.0, 1)
        ana, boris = field.come(), field.come()
        ana.place, boris.place = here, there
        await asyncio.gather(field.step(ana), field.step(boris))  # both make the event
        ((events,),) = yard.read(
            "SELECT count(*) FROM daily_event WHERE day = ? AND preset = ?", *ana.key[:2]
        )
        assert events == 1
        for place in cycle((there, here)):
            ana.place = place
            if not await field.step(ana):
                break
        await field.play(boris)
        (own,), (other,) = field.course(ana), field.course(boris)
        assert own.points is not None
        assert (own.course, own.points) == (other.course, other.points)
        assert yard.tracebacks() == 0
        await _private_event(field, ana, here, there)
        await _event_of_tables(field, ana, here, there)


async def _private_event(field: Field, ana: Player, here: Place, there: Place) -> None:
    """Make an event on one server; the other process finds it there, and none on its own."""
    world = field.people.fort.world
    code = "kx7q2m"
    await world.press(ana.user, here, f"pref:d:0:0:today make sochi 0 1 {code}", 60)
    texts = []
    for place in (here, there):
        (click,) = await world.press(ana.user, place, f"pref:d:0:0:today code {code}", 60)
        texts.append("\n".join(map(words_of, click.shown)))
    assert f"Private event {code}" in texts[0]
    assert "No event on this server has this code" in texts[1]


async def _event_of_tables(field: Field, ana: Player, here: Place, there: Place) -> None:
    """Open a table of an event on one server; nothing on the other one leads to it."""
    world, code, day = field.people.fort.world, "mz4h8t", ana.key.day

    async def pressed(place: Place, said: str) -> str:
        (click,) = await world.press(ana.user, place, f"pref:d:0:0:{said}", 60)
        return "\n".join(map(words_of, click.shown))

    assert code in await pressed(here, f"today seats sochi 1 2 3 {code}")
    assert "The table is open in this channel" in await pressed(
        here, f"today open {day}.sochi.{code}"
    )
    for said in (f"code {code}", f"open {day}.sochi.{code}", f"deal {day}.sochi.{code} 1"):
        assert "No event on this server has this code" in await pressed(there, f"today {said}")
    sql = "SELECT guild_id FROM game WHERE event LIKE ?"
    ((server,),) = field.people.fort.read(sql, f"{code}.%")
    assert server == int(here.guild_id)
